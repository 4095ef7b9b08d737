import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { type CatalogChange, changedSessions } from "../../src/store/catalog.ts";
import { CatalogKeeper } from "../../src/store/catalog-keeper.ts";
import { DamagedIndexError, openIndex } from "../../src/store/index/database.ts";
import { DigestCache, LIST_SHAPE } from "../../src/store/index/digest-cache.ts";
import { FileMemory } from "../../src/store/index/file-memory.ts";
import type { FileNews } from "../../src/store/index/file-news.ts";
import { openFileMemory } from "../../src/store/index/open-file-memory.ts";
import { listSessions } from "../../src/store/listing.ts";
import type { StoreLocation } from "../../src/store/locations.ts";
import { KeptCatalog } from "../support/kept-catalog.ts";
import { writeSample } from "../support/store.ts";

let agent: string;
let location: StoreLocation;
let notes: string[];
const open = new Set<KeptCatalog>();
const cache = () => join(dirname(agent), "cache");

beforeEach(() => {
  agent = join(realpathSync(mkdtempSync(join(tmpdir(), "treeline-memory-"))), "agent");
  location = { directory: join(agent, "sessions"), layout: "folders", agent: "atomic" };
  notes = [];
});
afterEach(() => {
  for (const catalog of open) catalog.keeper.close();
  open.clear();
  rmSync(dirname(agent), { recursive: true, force: true });
});

const write = (id: string, hour = 1, cwd = "/w") => writeSample(agent, { id, cwd, text: id, hour });
const memory = () => openFileMemory(cache(), (note) => notes.push(note));
const renamed = (name: string) =>
  `${JSON.stringify({ type: "session_info", id: name, parentId: "a1", timestamp: "2026-05-01T09:00:00.000Z", name })}\n`;

/** Starts a catalog that remembers; it does not watch. */
function start(onNews?: (news: FileNews) => void): KeptCatalog {
  const catalog = new KeptCatalog({ locations: [location], watch: false }, { memory: memory(), onNews });
  open.add(catalog);
  return catalog;
}

/** One whole run: everything is read and remembered. */
async function run(): Promise<KeptCatalog> {
  const catalog = start();
  await catalog.until(({ loading }) => !loading);
  catalog.keeper.close();
  return catalog;
}

function list() {
  const remembered = memory();
  const batches = [...listSessions({ locations: [location], cwd: "/w" }, { memory: remembered })];
  remembered?.close();
  return batches.flatMap(({ sessions }) => sessions);
}

const byPath = (sessions: readonly SessionDigest[]) =>
  [...sessions].sort((a, b) => (a.path < b.path ? -1 : 1));
/** How often each row was written; a file that was not read again keeps its row. */
const rowNumbers = () => {
  const { database } = openIndex(cache(), LIST_SHAPE);
  const rows = database.rows("select path, rowid from files order by path");
  database.close();
  return rows;
};

describe("a start that remembers thousands of sessions", () => {
  const count = 3500;
  beforeEach(async () => {
    for (let number = 0; number < count; number++) write(`s${number}`);
    await run();
  });

  it("sends them in parts, and has the list drawn only when it has doubled", async () => {
    const changes: CatalogChange[] = [];
    const request = { locations: [location], cwd: "/w", watch: false };
    await new Promise<void>((settle) => {
      const keeper = new CatalogKeeper(
        request,
        (report) => {
          if (report.kind !== "change") return;
          changes.push(report.change);
          if (report.change.loading) return;
          keeper.close();
          settle();
        },
        { memory: memory() },
      );
      keeper.start();
    });
    const drawn: number[] = [];
    let sent = 0;
    for (const change of changes) {
      sent += changedSessions(change).length;
      if (change.isPart !== true && drawn.at(-1) !== sent) drawn.push(sent);
    }
    expect(changes.some(({ isPart }) => isPart)).toBe(true);
    expect(changes.at(-1)?.isPart).toBe(false);
    expect(drawn.at(-1)).toBe(count);
    const beforeTheLast = drawn.slice(0, -1);
    for (const [index, rows] of beforeTheLast.slice(1).entries())
      expect(rows).toBeGreaterThanOrEqual(2 * (beforeTheLast[index] ?? 0));
  });
});

describe("a start", () => {
  it("shows the rows of the last one before it looks at any file", async () => {
    write("old");
    const path = write("new", 2);
    await run();
    appendFileSync(path, renamed("renamed since"));
    const catalog = start();
    const first = await new Promise<readonly string[]>((settle) => {
      void catalog.until(({ sessions }) => sessions.length > 0).then(() => settle(catalog.rows()));
    });
    expect(first.map((row) => row.split(" ")[0])).toContain("old");
    await catalog.shows("old 1", "renamed since 1");
  });

  it("has the same rows as one that remembers nothing", async () => {
    write("a");
    writeSample(agent, {
      id: "b",
      cwd: "/w",
      text: "b",
      hour: 2,
      name: "Named",
      parentSession: write("c", 3),
    });
    appendFileSync(write("d", 4), renamed("late").trimEnd());
    const { snapshot } = await run();
    const again = start();
    await again.until(({ loading, sessions }) => !loading && sessions.length === 4);
    expect(byPath(again.snapshot.sessions)).toEqual(byPath(snapshot.sessions));
    expect(byPath(again.snapshot.sessions)).toEqual(byPath(list()));
  });

  it("reads no file again that has not changed", async () => {
    write("a");
    const changed = write("b", 2);
    await run();
    const before = rowNumbers();
    appendFileSync(changed, renamed("b2"));
    await (await run()).shows("a 1", "b2 1");
    const after = rowNumbers();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
  });

  it("reads on where the last one stopped, labels included", async () => {
    const path = write("a");
    const label = (id: string, text: string) =>
      `${JSON.stringify({ type: "label", id, parentId: "a1", timestamp: "2026-05-01T09:00:00.000Z", targetId: id, label: text })}\n`;
    for (let i = 0; i < 3000; i++) appendFileSync(path, label(`l${i}`, `label ${i}`));
    await run();
    appendFileSync(path, label("l1", "other"));
    const [session] = (await run()).snapshot.sessions;
    expect(session?.labels.length).toBe(3000);
    expect(session?.labels.at(-1)?.text).toBe("other");
  });

  it("drops what was deleted meanwhile", async () => {
    write("a");
    const gone = write("b", 2);
    await run();
    rmSync(gone);
    await (await run()).shows("a 1");
    expect(rowNumbers().length).toBe(1);
  });

  it("knows nothing of other stores, and gives each row the agent of its store", async () => {
    write("a");
    await run();
    const other = { directory: join(dirname(agent), "other"), layout: "folders", agent: "pi" } as const;
    const catalog = new KeptCatalog({ locations: [other], watch: false }, { memory: memory() });
    open.add(catalog);
    await catalog.until(({ loading }) => !loading);
    expect(catalog.snapshot.sessions).toEqual([]);
    expect((await run()).snapshot.sessions.map((session) => session.agent)).toEqual(["atomic"]);
  });

  it("finds its rows through a link to the store, and those of a linked folder", async () => {
    write("a");
    const link = join(dirname(agent), "link");
    symlinkSync(location.directory, link);
    location = { ...location, directory: link };
    await run();
    await (await run()).shows("a 1");
    expect(rowNumbers().length).toBe(1);
  });

  it("counts what is no session as read, too", async () => {
    const path = write("a");
    writeFileSync(join(dirname(path), "log.jsonl"), '{"level":"info"}\n'.repeat(20));
    await run();
    const before = rowNumbers();
    const again = await run();
    expect(rowNumbers()).toEqual(before);
    expect(again.snapshot.sessions.length).toBe(1);
  });
});

describe("a listing", () => {
  it("forgets what was deleted since the last one", () => {
    write("a");
    const gone = write("b", 2);
    const folder = dirname(write("c", 3, "/other"));
    expect(list().length).toBe(3);
    rmSync(gone);
    rmSync(folder, { recursive: true });
    expect(list().map(({ id }) => id)).toEqual(["a"]);
    expect(rowNumbers().length).toBe(1);
  });

  it("keeps what lies where it does not look", () => {
    const elsewhere = write("a", 1, "/elsewhere");
    write("b", 2);
    list();
    location = { directory: dirname(dirname(location.directory)), layout: "flat", agent: undefined };
    expect(list()).toEqual([]);
    location = { directory: dirname(elsewhere), layout: "flat", agent: undefined };
    expect(list().map(({ id }) => id)).toEqual(["a"]);
    expect(rowNumbers().length).toBe(2);
  });

  it("gives remembered rows the agent of their store, also where its name begins as another's does", () => {
    const pi = { directory: `${location.directory}-pi`, layout: "flat", agent: "pi" } as const;
    const locations = [location, pi];
    write("a");
    mkdirSync(pi.directory);
    renameSync(write("b"), join(pi.directory, "b.jsonl"));
    const agents = () => {
      const remembered = memory();
      const batches = [...listSessions({ locations, cwd: "/w" }, { memory: remembered })];
      remembered?.close();
      return batches
        .flatMap(({ sessions }) => sessions.map((session) => `${session.id} ${session.agent}`))
        .sort();
    };
    expect(agents()).toEqual(["a atomic", "b pi"]);
    expect(agents()).toEqual(["a atomic", "b pi"]);
  });
});

describe("news of files", () => {
  it("tell each session once, and again when it changes or goes", async () => {
    const a = write("a");
    const b = write("b", 2);
    const told: string[] = [];
    const names = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);
    await run();
    const catalog = start(({ there, gone }) => {
      for (const path of names(there)) told.push(`there ${path}`);
      for (const path of gone) told.push(`gone ${path}`);
    });
    await catalog.until(({ loading }) => !loading);
    expect([...told].sort()).toEqual([`there ${a}`, `there ${b}`].sort());
    appendFileSync(a, renamed("a2"));
    rmSync(b);
    catalog.keeper.reread();
    await catalog.shows("a2 1");
    expect([...told].slice(2).sort()).toEqual([`gone ${b}`, `there ${a}`].sort());
  });
});

describe("news of what is whole", () => {
  const whole = () =>
    new Promise<readonly string[]>((settle) => {
      start(({ complete }) => {
        if (complete.length > 0) settle(complete);
      });
    });

  it("tell of a store whose files were all told, also when they are remembered", async () => {
    write("a");
    expect(await whole()).toEqual([location.directory]);
    await run();
    expect(await whole()).toEqual([location.directory]);
  });

  it("leave out a directory that holds folders nobody looks into", async () => {
    writeSample(agent, { id: "a", cwd: "/w", text: "a", hour: 1 });
    const directory = location.directory;
    location = { ...location, layout: "flat" };
    mkdirSync(join(directory, "elsewhere"));
    expect(await whole()).toEqual([join(directory, "--w--")]);
  });
});

describe("an index of the list", () => {
  it("that is damaged is set aside and made anew, and says so", async () => {
    write("a");
    await run();
    for (const ending of ["-wal", "-shm"]) rmSync(join(cache(), `list.db${ending}`), { force: true });
    writeFileSync(join(cache(), "list.db"), "no database ".repeat(1000));
    await (await run()).shows("a 1");
    expect(notes).toEqual(["The index was damaged, so it is made anew."]);
    expect(statSync(join(cache(), "list.db.old")).size).toBe(12_000);
    expect(rowNumbers().length).toBe(1);
  });

  it("of another version is set aside and made anew, and says so", async () => {
    write("a");
    await run();
    const { database } = openIndex(cache(), LIST_SHAPE);
    database.run("pragma user_version = 99");
    database.close();
    await (await run()).shows("a 1");
    expect(notes).toEqual(["The index was made by another version, so it is made anew."]);
  });

  it("with a row that cannot be understood is done without until it is made anew", async () => {
    write("a");
    await run();
    const { database } = openIndex(cache(), LIST_SHAPE);
    database.run("update files set digest = '{broken'");
    database.close();
    await (await run()).shows("a 1");
    expect(notes).toEqual(["The index was damaged, so it is made anew."]);
    notes = [];
    await (await run()).shows("a 1");
    expect(notes).toEqual([]);
  });

  it("tells damage from any other trouble by its kind", async () => {
    write("a");
    await run();
    const { database } = openIndex(cache(), LIST_SHAPE);
    database.run("update files set digest = '{broken'");
    const troubles: unknown[] = [];
    const damaged = new FileMemory(new DigestCache(database), (error) => troubles.push(error));
    expect([...damaged.files({ locations: [location], cwd: "/w" })]).toEqual([]);
    database.close();
    expect(troubles).toEqual([expect.any(DamagedIndexError)]);
  });

  it("that cannot be written is done without", async () => {
    write("a");
    writeFileSync(cache(), "");
    await (await run()).shows("a 1");
    expect(notes[0]).toMatch(/^The index in .* cannot be used: /);
  });
});
