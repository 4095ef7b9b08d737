// Bundles the program into dist/: one small entry that decides what to do, the interface as a chunk of
// its own that is loaded only when it is drawn, and the reading worker.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

rmSync("dist", { recursive: true, force: true });

/** It runs programs that lie beside it, so it stays where it was installed; only who deletes loads it. */
const TRASH = "trash";

/** What Ink spends most of a frame in, and the modules of ours that do the same with less work. */
const REPLACED = [
  [/^@alcalzone\/ansi-tokenize$/, resolve("src/ui/tokenize-cache.ts")],
  [/^string-width$/, resolve("src/model/quick-width.ts")],
];

const quickParts = {
  name: "quick-parts",
  setup({ onResolve }) {
    // Ink's developer tools are loaded only when it is developed itself; users need not carry them.
    onResolve({ filter: /^\.\/devtools\.js$/ }, () => ({ path: "react-devtools-core", external: true }));
    for (const [filter, path] of REPLACED) {
      onResolve({ filter }, ({ importer }) => (importer === path ? undefined : { path }));
    }
  },
};

const shared = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  outdir: "dist",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  define: {
    "process.env.TREELINE_VERSION": JSON.stringify(manifest.version),
    "process.env.NODE_ENV": '"production"',
    "process.env.DEV": '"false"',
  },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
};

await Promise.all([
  // Each worker for itself: many small files take longer to load than what they share takes room.
  ...["bookmarks-worker", "catalog-worker", "commands-worker", "document-worker", "text-index-worker"].map(
    (name) =>
      build({
        ...shared,
        entryPoints: { [name]: `src/store/${name}.ts` },
        splitting: true,
        chunkNames: `chunks/${name}-[name]-[hash]`,
        minifyIdentifiers: true,
        plugins: [quickParts],
        external: [TRASH],
      }),
  ),
  build({
    ...shared,
    entryPoints: { cli: "src/cli.ts" },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    minifyIdentifiers: true,
    plugins: [quickParts],
    // It finds its helpers beside itself, so it stays where it was installed.
    external: ["clipboardy", TRASH],
    // Yoga would fetch its own WebAssembly from a data URL, and for that Node loads a whole HTTP client: 50 ms.
    define: { ...shared.define, fetch: "undefined" },
  }),
  build({ ...shared, entryPoints: { index: "src/index.ts" }, packages: "external", minifyWhitespace: false }),
]);

const types = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json"], {
  stdio: "inherit",
});
process.exitCode = types.status ?? 1;

// Declarations keep the specifiers of the sources; a reader of the package finds declarations under .js names.
for (const entry of readdirSync("dist/types", { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
}
