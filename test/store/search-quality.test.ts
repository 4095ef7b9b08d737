import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { matchingSessions } from "../../src/commands/matching-sessions.ts";
import { sessionHits } from "../../src/store/index/session-hits.ts";
import { writeQualitySessions } from "../support/quality-sessions.ts";

/** What a person types from memory, and the session that is meant. */
const MEANT: readonly (readonly [query: string, id: string])[] = [
  // Words: what they are in decides.
  ["rounding", "cart-rounding"],
  ["cart total", "cart-rounding"],
  ["voucher", "cart-voucher"],
  ["voucher trimmed", "cart-voucher"],
  ["nicer cart", "cart-redesign"],
  ["login", "login-loop"],
  ["login form", "login-tests"],
  ["login github", "oauth"],
  ["sign in cookie", "login-loop"],
  ["retry", "webhook-retry"],
  ["docker", "docker-oom"],
  ["deploy", "deploy-enoent"],
  ["price", "stack-null"],
  ["sqlite", "sqlite-lock"],
  ["csv", "csv-export"],
  ["csv import", "csv-import"],
  ["commit message", "commit-conventional"],
  ["resume pdf", "resume-parser"],
  ["zoe cafe", "resume-parser"],
  ["aws key", "aws-keys"],
  ["slow list", "slow-list"],
  ["squash", "git-rebase"],
  // Errors and what surrounds them.
  ["ENOENT orders.json", "checkout-enoent"],
  ["ENOENT: no such file or directory", "checkout-enoent"],
  ["no such file tfvars", "deploy-enoent"],
  ["cannot read properties of undefined", "stack-null"],
  ["format.ts:42", "stack-null"],
  ["KeyError webhooks.py", "stack-python"],
  ["database is locked", "sqlite-lock"],
  ["SQLITE_BUSY", "sqlite-lock"],
  ["137", "docker-oom"],
  ["502 gateway", "ingress"],
  ["incompatible return value", "type-checker"],
  ["e1042", "error-codes"],
  ["#4711", "login-loop"],
  ["vtable", "cpp-build"],
  ["c++ build", "cpp-build"],
  // Identifiers, paths, versions, addresses, commands.
  ["formatPrice", "stack-null"],
  ["merchant_id", "stack-python"],
  ["roundToCents", "cart-rounding"],
  ["OAuthClient", "oauth"],
  ["src/auth", "oauth"],
  ["renderRow", "stack-null"],
  ["row.tsx:9", "stack-null"],
  ["DateString", "korean-date"],
  ["localedatestr", "korean-date"],
  ["useEffect twice", "effect-twice"],
  ["effect strict", "effect-twice"],
  ["busy_timeout", "sqlite-lock"],
  ["settlement_csv", "csv-export"],
  ["shift_jis", "japanese-mail"],
  ["node 20.20.0", "node-upgrade"],
  ["18.19", "node-upgrade"],
  ["react 19", "react-upgrade"],
  ["@types/node", "node-upgrade"],
  [".env", "aws-keys"],
  ["192.168.1.20", "ingress"],
  ["https://example.org/feed.xml", "blog-rss"],
  ["feed.xml invalid", "blog-rss"],
  ["git push --force", "git-force"],
  ["--force-with-lease", "git-force"],
  ["npm install --legacy-peer-deps", "node-upgrade"],
  ["reflog", "git-force"],
  ["git rebase -i", "git-rebase"],
  ["feat(search)", "git-rebase"],
  ["fix(parser): tolerate", "commit-conventional"],
  ["create-access-key", "aws-keys"],
  ["terraform apply", "deploy-enoent"],
  ["xlsx", "csv-fork"],
  ["0199a3f2", "0199a3f2-7c1e-7aaa-8b3c-1d2e3f4a5b6c"],
  // What the way back left behind.
  ["decorrelated", "webhook-retry"],
  ["virtualized", "slow-list"],
  ["flickered ctrl+c", "slow-list"],
  // Other languages.
  ["schlussel", "german-post"],
  ["größe", "german-post"],
  ["grosse schlussel", "german-post"],
  ["bucher", "german-invoice"],
  ["mehrwertsteuer", "german-invoice"],
  ["rechnung", "german-invoice"],
  ["ubersetzungen", "german-translation"],
  ["fehlermeldung", "german-translation"],
  ["购物车", "chinese-cart"],
  ["四舍五入", "chinese-cart"],
  ["全文搜索", "chinese-search"],
  ["倒排索引 fts5", "chinese-search"],
  ["购物清单", "chinese-search"],
  ["ログイン", "japanese-login"],
  ["ログイン ボタン", "japanese-login"],
  ["文字化け", "japanese-mail"],
  ["請求書", "japanese-mail"],
  ["날짜", "korean-date"],
  ["한국어", "korean-date"],
  // Phrases and exclusions.
  ['"cart page"', "cart-redesign"],
  ['"database is locked"', "sqlite-lock"],
  ['"exit code 137"', "docker-oom"],
  ['"rank whole words"', "git-rebase"],
  ["csv -import", "csv-export"],
  ["csv -in:payments", "csv-import"],
  ["cart -voucher -nicer", "cart-rounding"],
  ["test -login", "checkout-enoent"],
  ["login -name:login -github", "login-tests"],
  // Patterns.
  ["re:E\\d{4}", "error-codes"],
  ["re:exit code \\d+", "docker-oom"],
  ['re:got "\\w+"', "type-checker"],
  ["in:infra re:force|lease", "git-force"],
  // Fields.
  ["name:csv", "csv-export"],
  ["name:login", "login-loop"],
  ["label:works", "csv-export"],
  ["label:entw", "german-post"],
  ["file:voucher.ts", "cart-voucher"],
  ["file:ingress", "ingress"],
  ["file:src/cart/total.ts", "cart-rounding"],
  ["tool:fetch", "blog-rss"],
  ["model:gemini", "csv-export"],
  ["model:codex login", "oauth"],
  ["model:sonnet cart", "cart-rounding"],
  ["in:payments csv", "csv-export"],
  ["in:notes 搜索", "chinese-search"],
  ["in:shop tests", "login-tests"],
  ["login before:2026-03-01", "oauth"],
  ["cart after:2026-06-29", "cart-redesign"],
  ["after:3d cart", "cart-redesign"],
  ["after:2w before:6d", "ingress"],
  ["is:named before:2026-03-01", "docker-oom"],
  ["is:fork", "csv-fork"],
  ["is:empty", "untouched"],
  ["has:branch retry", "webhook-retry"],
  ["has:branch", "slow-list"],
  ["has:error", "ingress"],
  ["has:label csv", "csv-export"],
  // Typing errors in names and first messages.
  ["vouchr", "cart-voucher"],
  ["kubernets", "ingress"],
  ["übersetzugnen", "german-translation"],
  ["docekr memory", "docker-oom"],
  ["propertys of undefined", "stack-null"],
];

const NOW = Date.parse("2026-07-01T12:00:00Z");
let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-quality-")));
  writeQualitySessions(join(home, "sessions"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const searched = (query: string, cacheDirectory = join(home, "cache")) =>
  matchingSessions({
    locations: [{ directory: join(home, "sessions"), layout: "flat", agent: "pi" }],
    cwd: "/home/ana/shop",
    all: true,
    includeInternal: false,
    named: false,
    empty: false,
    sort: "relevance",
    query,
    cacheDirectory,
    onProgress: () => undefined,
    now: NOW,
  });

const NEEDED = 0.95;

it("finds the session that was meant first, nearly always", async () => {
  const wrong: string[] = [];
  for (const [query, id] of MEANT) {
    const { rows } = await searched(query);
    const [first] = rows;
    if (first?.session.id === id) continue;
    const others = rows.map(({ session }) => session.id).join(", ");
    wrong.push(`${query}: ${id} was meant, not ${others === "" ? "nothing" : others}`);
  }
  const right = (MEANT.length - wrong.length) / MEANT.length;
  expect(right, `wrong:\n${wrong.join("\n")}\n`).toBeGreaterThanOrEqual(NEEDED);
});

it("finds no session that lacks a word of the query", async () => {
  const lacking: string[] = [];
  for (const words of PLAIN) {
    const { rows, isNear } = await searched(words.join(" "));
    if (isNear) continue;
    for (const { session } of rows) {
      const said = comparable(spoken(session.path));
      const lacks = words.filter((word) => !said.includes(comparable(word)));
      if (lacks.length > 0) lacking.push(`${session.id} lacks ${lacks.join(" and ")}`);
    }
  }
  expect(lacking).toEqual([]);
});

it("finds the same, in the same order, where no index can be written", async () => {
  writeFileSync(join(home, "file"), "");
  const ids = async (query: string, cache?: string) =>
    (await searched(query, cache)).rows.map(({ session }) => session.id);
  for (const [query] of MEANT)
    expect([query, await ids(query, join(home, "file", "cache"))]).toEqual([query, await ids(query)]);
});

it("shows what was found: the best hit has something of the query in it, unless it is an id or a folder", async () => {
  const missing: string[] = [];
  for (const words of PLAIN) {
    const { query, rows, isNear } = await searched(words.join(" "));
    if (isNear) continue;
    for (const { session } of rows) {
      const place = comparable(`${session.id} ${session.cwd}`);
      if (words.every((word) => place.includes(comparable(word)))) continue;
      const { hits, best } = finished(sessionHits(session.path, query));
      if ((hits[best]?.snippet.ranges.length ?? 0) === 0) missing.push(`${words.join(" ")}: ${session.id}`);
    }
  }
  expect(missing).toEqual([]);
});

function finished<Answer>(steps: Generator<void, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The words and phrases of queries that have nothing else. */
const PLAIN = MEANT.map(([query]) => query)
  .filter(
    (query) => !/\b(?:re|name|in|model|tool|file|label|after|before|is|has):|(?:^|\s)-(?!-)/.test(query),
  )
  .map((query) => query.match(/"[^"]*"|\S+/g) ?? []);

/** All strings of a file, however deep they lie. */
function spoken(path: string): string {
  const strings: string[] = [];
  for (const line of readFileSync(path, "utf8").trim().split("\n"))
    JSON.parse(line, (_key, value: unknown) => {
      if (typeof value === "string") strings.push(value);
      return value;
    });
  return strings.join("\n");
}

/** Letters and digits alone, without case and accents. */
const comparable = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
