import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EMPTY_CATALOG, withChange } from "../../src/store/catalog.ts";
import type { CatalogRequest } from "../../src/store/catalog-keeper.ts";
import { CatalogReader } from "../../src/store/catalog-reader.ts";
import { listSessions } from "../../src/store/listing.ts";
import type { StoreLocation } from "../../src/store/locations.ts";
import { sample } from "../support/digest.ts";
import { KeptCatalog } from "../support/kept-catalog.ts";
import { writeSample } from "../support/store.ts";

let agent: string;
let location: StoreLocation;
const open = new Set<KeptCatalog>();

beforeEach(() => {
  agent = join(realpathSync(mkdtempSync(join(tmpdir(), "treeline-catalog-"))), "agent");
  location = { directory: join(agent, "sessions"), layout: "folders", agent: "atomic" };
});
afterEach(() => {
  for (const catalog of open) catalog.keeper.close();
  open.clear();
  rmSync(dirname(agent), { recursive: true, force: true });
});

const write = (id: string, cwd = "/w") => writeSample(agent, { id, cwd, text: id, hour: 1 });
const line = (fields: object) => `${JSON.stringify({ id: "x", parentId: "a1", ...fields })}\n`;
const said = (text: string) =>
  line({ type: "message", timestamp: "2026-05-01T09:00:00.000Z", message: { role: "user", content: text } });
const NEWER = "2026-05-01T09:00:00.000Z";
const named = (name: string) => line({ type: "session_info", timestamp: NEWER, name });
const labelled = (targetId: string, fields: object) =>
  line({ type: "label", timestamp: NEWER, targetId, ...fields });

function keep(request: Partial<CatalogRequest> = {}): KeptCatalog {
  const catalog = new KeptCatalog({ locations: [location], ...request });
  open.add(catalog);
  return catalog;
}

/** A catalog that has read the store and is told of everything from now on. */
async function watched(): Promise<KeptCatalog> {
  const catalog = keep();
  await catalog.until(({ loading }) => !loading);
  await catalog.keeper.whenWatching;
  return catalog;
}

/** What a listing from scratch says of the store. */
function fresh() {
  const batches = [...listSessions({ locations: [location], cwd: "/w" })];
  return {
    sessions: inOrder(batches.flatMap(({ sessions }) => sessions)),
    diagnostics: inOrder(batches.flatMap(({ diagnostics }) => diagnostics)),
  };
}

const inOrder = <Item extends { readonly path: string }>(items: readonly Item[]) =>
  [...items].sort((a, b) => (a.path < b.path ? -1 : 1));

describe("a change of the catalog", () => {
  const change = {
    sessions: [],
    diagnostics: [],
    removed: [],
    progress: { read: 1, total: 1 },
    loading: false,
    places: [],
  };
  const [a, b, c] = ["a", "b", "c"].map((path) => sample({ path }));
  const before = withChange(EMPTY_CATALOG, {
    ...change,
    sessions: [a, b, c].filter((row) => row !== undefined),
  });

  it("replaces a row at its place, adds at the end and leaves the others as they are", () => {
    const changed = sample({ path: "b", messageCount: 9 });
    const added = sample({ path: "d" });
    const { sessions } = withChange(before, { ...change, sessions: [added, changed] });
    expect(sessions).toEqual([a, changed, c, added]);
    expect(sessions[0]).toBe(a);
  });

  it("takes away what is gone, and what cannot be read any more, which is a diagnostic from then on", () => {
    const diagnostics = [{ path: "b", reason: "no permission" }];
    const after = withChange(before, { ...change, removed: ["a"], diagnostics });
    expect(after).toMatchObject({ sessions: [c], diagnostics });
    expect(withChange(after, { ...change, sessions: [sample({ path: "b" })] }).diagnostics).toEqual([]);
  });

  it("of the state alone leaves the list the same", () => {
    expect(withChange(before, change).sessions).toBe(before.sessions);
  });
});

describe("reading on", () => {
  const read = (reader: CatalogReader) => {
    while (reader.isBusy) reader.step();
    return reader.takeChange();
  };
  const started = () => {
    const reader = new CatalogReader({ locations: [location], cwd: "/w" });
    reader.look();
    return { reader, first: read(reader) };
  };

  it("reads what was appended and nothing that was read before", () => {
    const path = write("talk");
    appendFileSync(path, said("x".repeat(5_000_000)));
    const end = readFileSync(path).length;
    appendFileSync(path, said("second").repeat(50));
    const { reader, first } = started();
    expect(first?.sessions[0]?.messageCount).toBe(52);
    // Whoever read the middle again would not find that message any more.
    const bytes = readFileSync(path);
    bytes.fill(" ", end - 2_000_000, end - 1_000_000);
    bytes.fill('"', end - 1_900_000, end - 1_899_000);
    writeFileSync(path, bytes);
    appendFileSync(path, named("Named"));
    reader.touch(path);
    expect(read(reader)?.sessions).toMatchObject([{ messageCount: 52, name: "Named", damagedLines: 0 }]);
  });

  it("holds back a line that is being written until its newline comes", () => {
    const path = write("talk");
    const { reader } = started();
    const whole = named("Name of the session");
    appendFileSync(path, whole.slice(0, 40));
    reader.touch(path);
    expect(read(reader)?.sessions[0]?.name).toBeUndefined();
    appendFileSync(path, whole.slice(40));
    reader.touch(path);
    expect(read(reader)?.sessions).toMatchObject([{ name: "Name of the session", damagedLines: 0 }]);
  });

  it("says the same of a file's activity, in however many parts it was read", () => {
    const path = write("talk");
    const { reader } = started();
    const noTime = line({ type: "custom", customType: "x".repeat(600) });
    const timed = line({ type: "custom", timestamp: "2026-05-01T10:00:00.000Z", customType: "x" });
    for (const text of [said("more"), timed, noTime, "\n", noTime.repeat(3)]) {
      appendFileSync(path, text);
      reader.touch(path);
      expect(read(reader)?.sessions).toEqual(fresh().sessions);
    }
    expect(fresh().sessions[0]?.active).toBe(Date.parse("2026-05-01T10:00:00.000Z"));
  });

  it("takes labels on from where it stood, and one that is being written not before it is whole", () => {
    const path = write("talk");
    const { reader } = started();
    const labels = () => read(reader)?.sessions[0]?.labels.map(({ entryId, text }) => `${entryId} ${text}`);
    appendFileSync(path, labelled("a1", { label: "cause" }) + labelled("a2", { label: "fix" }).slice(0, 60));
    reader.touch(path);
    expect(labels()).toEqual(["a1 cause"]);
    appendFileSync(path, labelled("a2", { label: "fix" }).slice(60) + labelled("a1", {}).trimEnd());
    reader.touch(path);
    expect(labels()).toEqual(["a2 fix"]);
    appendFileSync(path, `\n${labelled("a1", { label: "again" })}`);
    reader.touch(path);
    expect(labels()).toEqual(["a2 fix", "a1 again"]);
    expect(fresh().sessions[0]?.labels).toHaveLength(2);
  });

  it.each([
    ["a name", () => named("Named")],
    ["a label", () => labelled("a1", { label: "cause" })],
    [
      "a label whose type is not the first field",
      () => `{"id":"l","type":"label","targetId":"a1","timestamp":"${NEWER}"}\n`,
    ],
  ])("does not take %s for work in a session, whether read anew or on", (_, addition) => {
    const path = write("talk");
    const { reader, first } = started();
    appendFileSync(path, addition());
    reader.touch(path);
    const active = first?.sessions[0]?.active;
    expect(read(reader)?.sessions[0]?.active).toBe(active);
    expect(fresh().sessions[0]?.active).toBe(active);
    appendFileSync(path, said("more"));
    reader.touch(path);
    expect(read(reader)?.sessions[0]?.active).toBe(Date.parse(NEWER));
    expect(fresh().sessions[0]?.active).toBe(Date.parse(NEWER));
  });

  it("thousands of labels that come one by one cost no more than a moment each", () => {
    const path = write("talk");
    appendFileSync(
      path,
      Array.from({ length: 10_000 }, (_, i) => labelled(`e${i}`, { label: `mark ${i}` })).join(""),
    );
    const { reader } = started();
    const start = performance.now();
    for (let i = 0; i < 50; i++) {
      appendFileSync(path, labelled(`n${i}`, { label: "new" }));
      reader.touch(path);
      expect(read(reader)?.sessions[0]?.labels).toHaveLength(10_001 + i);
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("begins anew when the file shrank or begins otherwise", () => {
    const path = write("talk");
    appendFileSync(path, said("second") + said("third"));
    const { reader } = started();
    truncateSync(path, readFileSync(path).length - said("third").length);
    reader.touch(path);
    expect(read(reader)?.sessions[0]?.messageCount).toBe(2);
    const older = readFileSync(path, "utf8").replace('"version":3', '"version":2').replace("talk", "told");
    writeFileSync(path, older + said("third") + said("fourth"));
    reader.touch(path);
    expect(read(reader)?.sessions).toMatchObject([{ messageCount: 4, firstMessage: "talk", id: "told" }]);
  });

  it("reports nothing where a file was only touched by name", () => {
    const path = write("talk");
    const { reader } = started();
    reader.touch(path);
    expect(read(reader)).toBeUndefined();
    reader.look();
    expect(read(reader)).toBeUndefined();
  });

  it("notices another content of the same size and time", () => {
    const path = write("aaaa");
    utimesSync(path, 1, 1);
    const { reader } = started();
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("aaaa", "bbbb"));
    utimesSync(path, 1, 1);
    reader.look();
    expect(read(reader)?.sessions[0]?.firstMessage).toBe("bbbb");
  });

  it("after any mixture of changes the catalog is what a fresh listing says", () => {
    const paths = Array.from({ length: 12 }, (_, i) => write(`s${i}`, `/w${i % 3}`));
    const { reader, first } = started();
    let snapshot = withChange(EMPTY_CATALOG, first ?? { ...EMPTY_CATALOG, removed: [] });
    let seed = 5;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const deeds: readonly ((path: string, step: number) => void)[] = [
      (path, step) => appendFileSync(path, said(`step ${step}`)),
      (path) => appendFileSync(path, said("never whole").slice(0, 30)),
      (path) => appendFileSync(path, "\n"),
      (path) => appendFileSync(path, `garbage\n${named("Garbage")}`),
      (path) => rmSync(path),
      (path) => writeFileSync(path, "{}\n"),
      (path) => writeFileSync(path, ""),
      (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
      (path) => renameSync(path, path.replace(".jsonl", "-moved.jsonl")),
      (_path, step) => void paths.push(write(`n${step}`, `/n${step % 4}`)),
    ];
    for (let step = 0; step < 400; step++) {
      const path = paths[random(paths.length)] ?? "";
      try {
        deeds[random(deeds.length)]?.(path, step);
      } catch {
        // It was deleted or moved before.
        paths.push(write(basename(path, ".jsonl").slice(-3), "/w0"));
      }
      if (random(3) > 0) reader.touch(path);
      else reader.look();
      if (random(2) > 0) reader.step();
      else {
        const change = read(reader);
        if (change !== undefined) snapshot = withChange(snapshot, change);
      }
    }
    reader.look();
    const last = read(reader);
    if (last !== undefined) snapshot = withChange(snapshot, last);
    const { sessions, diagnostics } = fresh();
    expect(sessions.length).toBeGreaterThan(10);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(inOrder(snapshot.sessions)).toEqual(sessions);
    expect(inOrder(snapshot.diagnostics)).toEqual(diagnostics);
  });
});

describe("a watched store", () => {
  it("shows what is written, renamed, replaced and deleted", async () => {
    const path = write("first");
    const catalog = await watched();
    await catalog.shows("first 1");
    appendFileSync(path, said("more") + named("Name"));
    await catalog.shows("Name 2");
    const other = write("second");
    await catalog.shows("Name 2", "second 1");
    renameSync(other, other.replace("second", "moved"));
    await catalog.until(({ sessions }) => sessions.some((session) => session.path.includes("moved")));
    await catalog.shows("Name 2", "second 1");
    writeFileSync(`${path}.tmp`, readFileSync(other.replace("second", "moved")));
    renameSync(`${path}.tmp`, path);
    await catalog.shows("second 1", "second 1");
    rmSync(path);
    await catalog.shows("second 1");
  });

  it("shows folders that come, go and come back, and links to folders", async () => {
    write("first");
    const catalog = await watched();
    const path = write("elsewhere", "/new/folder");
    await catalog.shows("elsewhere 1", "first 1");
    appendFileSync(path, said("more"));
    await catalog.shows("elsewhere 2", "first 1");
    rmSync(dirname(path), { recursive: true });
    await catalog.shows("first 1");
    const again = write("again", "/new/folder");
    await catalog.shows("again 1", "first 1");
    appendFileSync(again, said("more"));
    await catalog.shows("again 2", "first 1");
    const away = join(dirname(agent), "away");
    mkdirSync(away);
    writeFileSync(join(away, "linked.jsonl"), readFileSync(again));
    symlinkSync(away, join(location.directory, "--linked--"));
    await catalog.shows("again 2", "again 2", "first 1");
    appendFileSync(join(away, "linked.jsonl"), named("Linked"));
    await catalog.shows("Linked 2", "again 2", "first 1");
  });

  it("that is created after the start appears, also when it vanishes and returns", async () => {
    const catalog = await watched();
    expect(catalog.snapshot.places).toMatchObject([{ exists: false }]);
    for (const id of ["late", "returned"]) {
      const path = write(id);
      await catalog.shows(`${id} 1`);
      appendFileSync(path, said("more"));
      await catalog.shows(`${id} 2`);
      rmSync(agent, { recursive: true });
      await catalog.shows();
    }
  });

  it("shows a session that had nothing but a header when its first message comes", async () => {
    const path = write("silent");
    const [header = "", message = ""] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, "");
    const catalog = await watched();
    await catalog.until(({ diagnostics }) => diagnostics.length === 1);
    appendFileSync(path, `${header}\n`);
    await catalog.shows(" 0");
    expect(catalog.snapshot.diagnostics).toEqual([]);
    appendFileSync(path, `${message}\n`);
    await catalog.shows("silent 1");
  });

  it("finds all of 500 files that come at once, in a handful of reports", async () => {
    write("first");
    const catalog = await watched();
    const before = catalog.reports;
    const start = performance.now();
    for (let i = 0; i < 500; i++) write(`burst-${i}`, `/w${i % 5}`);
    await catalog.until(({ sessions }) => sessions.length === 501);
    const most = (performance.now() - start) / 60 + 2;
    expect(catalog.reports - before).toBeLessThan(most);
  });

  it("is left alone when it is not to be watched, and read again when somebody asks", async () => {
    const path = write("first");
    const catalog = keep({ watch: false });
    await catalog.shows("first 1");
    expect(catalog.snapshot.watching).toEqual({ kind: "off" });
    expect(catalog.keeper.whenWatching).toBeUndefined();
    appendFileSync(path, said("more"));
    write("second");
    catalog.keeper.reread();
    await catalog.shows("first 2", "second 1");
  });
});
