import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  type DeletionRequest,
  type DeletionTarget,
  deleteSessions,
  examineForDeletion,
  restoreDeleted,
} from "../../src/store/delete-sessions.ts";
import { noteTrashed, trashedSessions } from "../../src/store/trash-journal.ts";
import { trashHome, wholeFile } from "../support/trash.ts";

const home = trashHome();
beforeEach(() => home.reset());
afterAll(() => home.remove());

const journal = () => join(home.state, "treeline/trashed.jsonl");

function write(name: string): string {
  const path = join(home.store, `${name}.jsonl`);
  writeFileSync(path, `{"type":"session","id":"${name}"}\n`);
  return path;
}

/** What somebody agrees to, as the question finds it. */
async function targets(...paths: readonly string[]): Promise<readonly DeletionTarget[]> {
  const candidates = await examineForDeletion(paths);
  return candidates.flatMap(({ path, state }) =>
    state === undefined ? [] : [{ path, state, id: `id of ${path}`, title: `title of ${path}` }],
  );
}

const ask = async (
  paths: readonly string[],
  request: Partial<DeletionRequest> = {},
): Promise<DeletionRequest> => ({
  targets: await targets(...paths),
  permanent: false,
  runningSessions: [],
  ...request,
});

describe("deleting sessions", () => {
  it("goes on with the rest, whatever keeps one of them, and tells of each what became of it", async () => {
    const [first, running, changed, gone, folder, last] = ["a", "b", "c", "d", "e", "f"].map(write);
    if (!(first && running && changed && gone && folder && last)) throw new Error();
    const request = await ask([first, running, changed, gone, folder, last], {
      runningSessions: ["/elsewhere.jsonl", running],
    });
    appendFileSync(changed, "more");
    rmSync(gone);
    rmSync(folder);
    mkdirSync(folder);
    const progress: string[] = [];
    const report = await deleteSessions(request, {
      onProgress: (done, total) => void progress.push(`${done}/${total}`),
    });
    expect(report.trashed.map(({ path, id }) => [path, id])).toEqual([
      [first, `id of ${first}`],
      [last, `id of ${last}`],
    ]);
    expect(report.removed).toEqual([]);
    expect(report.failures).toEqual([
      { path: running, kind: "running", reason: "it is a session in use" },
      { path: changed, kind: "changed", reason: "it changed since you were asked" },
      { path: gone, kind: "gone", reason: "it is gone already" },
      { path: folder, kind: "gone", reason: "it is gone already" },
    ]);
    expect(progress).toEqual(["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
    expect(readdirSync(home.store)).toEqual(["b.jsonl", "c.jsonl", "e.jsonl"]);
  });

  it("never takes the session in use, by whatever way it is named", async () => {
    const path = write("a");
    const way = join(home.folder, "way");
    symlinkSync(home.store, way);
    for (const permanent of [false, true]) {
      const request = await ask([path], { permanent, runningSessions: [join(way, "a.jsonl")] });
      const { failures } = await deleteSessions(request);
      expect(failures).toMatchObject([{ path, kind: "running" }]);
    }
    expect(existsSync(path)).toBe(true);
  });

  it("without a trash erases nothing; for good is another request", async () => {
    mkdirSync(join(home.folder, "data"));
    writeFileSync(home.trash, "in the way");
    const path = write("a");
    const [candidate] = await examineForDeletion([path]);
    expect(candidate?.destination).toMatchObject({ kind: "none", removable: true });
    const before = wholeFile(path);
    const refused = await deleteSessions(await ask([path]));
    expect(refused).toEqual({
      trashed: [],
      removed: [],
      failures: [{ path, kind: "noTrash", reason: `${home.trash} is no folder` }],
    });
    expect(wholeFile(path)).toEqual(before);
    const agreed = await deleteSessions(await ask([path], { permanent: true }));
    expect(agreed).toEqual({ trashed: [], removed: [path], failures: [] });
    expect(existsSync(path)).toBe(false);
  });

  it("takes so many files, makes no new one, and leaves what lies beside them", async () => {
    const paths = ["a", "b", "c"].map(write);
    write("d");
    mkdirSync(join(home.store, "a"));
    writeFileSync(join(home.store, "a/artifact"), "kept");
    await deleteSessions(await ask(paths));
    expect(readdirSync(home.store)).toEqual(["a", "d.jsonl"]);
    expect(readFileSync(join(home.store, "a/artifact"), "utf8")).toBe("kept");
  });

  it("and all it tells can be sent from one thread to another", async () => {
    const paths = ["a", "b"].map(write);
    const candidates = await examineForDeletion(paths);
    expect(structuredClone(candidates)).toEqual(candidates);
    const report = await deleteSessions(structuredClone(await ask(paths)));
    expect(structuredClone(report)).toEqual(report);
    expect(await restoreDeleted(structuredClone(report.trashed))).toEqual({ restored: paths, failures: [] });
  });

  it("is never done by looking, however old they are", async () => {
    const path = write("a");
    const longAgo = Date.now() / 1000 - 40 * 24 * 3600;
    utimesSync(path, longAgo, longAgo);
    await examineForDeletion([path]);
    trashedSessions();
    expect(readdirSync(home.store)).toEqual(["a.jsonl"]);
    expect(readdirSync(home.folder).sort()).toEqual(["bin", "home", "store"]);
  });
});

describe("undo", () => {
  it("goes on with the rest when one cannot come back", async () => {
    const paths = ["a", "b", "c"].map(write);
    const before = paths.map(wholeFile);
    const { trashed } = await deleteSessions(await ask(paths));
    write("b");
    appendFileSync(paths[1] ?? "", "somebody else's");
    const report = await restoreDeleted([...trashed].reverse());
    expect(report.restored).toEqual([paths[2], paths[0]]);
    expect(report.failures).toEqual([
      { path: paths[1], kind: "occupied", reason: "something else is at its place now" },
    ]);
    expect([paths[0], paths[2]].map((path) => wholeFile(path ?? ""))).toEqual([before[0], before[2]]);
    expect(readFileSync(paths[1] ?? "", "utf8")).toContain("somebody else's");
  });
});

describe("what treeline put in the trash", () => {
  it("can be listed later, last first, until it comes back or the trash is emptied", async () => {
    const paths = ["a", "b", "c"].map(write);
    const { trashed } = await deleteSessions(await ask(paths));
    expect(trashedSessions()).toEqual([...trashed].reverse());
    await restoreDeleted(trashed.slice(0, 1));
    rmSync(trashed[1]?.trashed ?? "");
    expect(trashedSessions().map(({ path }) => path)).toEqual([paths[2]]);
  });

  it("is written down where only its owner reads it", async () => {
    await deleteSessions(await ask([write("a")]));
    expect(statSync(journal()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.state, "treeline")).mode & 0o777).toBe(0o700);
  });

  it("is found behind damaged lines", async () => {
    mkdirSync(join(home.state, "treeline"), { recursive: true });
    writeFileSync(journal(), 'nonsense\n{"path":1}\n\0\0\0\n[]\nnull\n{"path":"/x","trashed":"/y","ti');
    const [path] = ["a"].map(write);
    await deleteSessions(await ask([path ?? ""]));
    appendFileSync(journal(), '{"torn');
    expect(trashedSessions().map((session) => session.path)).toEqual([path]);
    await deleteSessions(await ask([write("b")]));
    expect(trashedSessions()).toHaveLength(2);
  });

  it("is not mistaken for another file that took its place in the trash", async () => {
    const { trashed } = await deleteSessions(await ask([write("a")]));
    const place = trashed[0]?.trashed ?? "";
    const bytes = readFileSync(place);
    rmSync(place);
    writeFileSync(place, bytes);
    expect(trashedSessions()).toEqual([]);
  });

  it("is the same file when somebody who held it open wrote on, and comes back with what was added", async () => {
    const path = write("a");
    const before = readFileSync(path, "utf8");
    const { trashed } = await deleteSessions(await ask([path]));
    appendFileSync(trashed[0]?.trashed ?? "", "more\n");
    expect(trashedSessions().map((session) => session.path)).toEqual([path]);
    expect(await restoreDeleted(trashed)).toEqual({ restored: [path], failures: [] });
    expect(readFileSync(path, "utf8")).toBe(`${before}more\n`);
  });

  it("goes there also when that cannot be written down, and undo works", async () => {
    writeFileSync(home.state, "in the way");
    const path = write("a");
    const { trashed, failures } = await deleteSessions(await ask([path]));
    expect(failures).toEqual([]);
    expect(trashedSessions()).toEqual([]);
    expect(await restoreDeleted(trashed)).toEqual({ restored: [path], failures: [] });
  });

  it("keeps of a title what anybody reads, on one line", async () => {
    const { trashed } = await deleteSessions(await ask([write("a")]));
    const [session] = trashed;
    if (session === undefined) throw new Error();
    rmSync(journal());
    noteTrashed({ ...session, title: `two\nlines ${"🦊".repeat(5000)}` });
    expect(readFileSync(journal(), "utf8").trimEnd().split("\n")).toHaveLength(1);
    const title = trashedSessions()[0]?.title ?? "";
    expect(title).toMatch(/^two\nlines 🦊/);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title.isWellFormed()).toBe(true);
  });
});
