import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { fileState } from "../../src/store/file-state.ts";
import { restoreTrashed } from "../../src/store/restore.ts";
import { moveToTrash, removeForGood } from "../../src/store/trash.ts";
import {
  DeletionError,
  FileChangedError,
  FileGoneError,
  NoTrashError,
  RestoreError,
} from "../../src/store/trash-errors.ts";
import { trashDestination } from "../../src/store/trash-place.ts";
import type { Trashed } from "../../src/store/trashed.ts";
import { trashHome, wholeFile } from "../support/trash.ts";

const home = trashHome();
beforeEach(() => home.reset());
afterAll(() => home.remove());

const BYTES = Buffer.from('{"type":"session","id":"s"}\r\n\xff\0{"torn', "latin1");

/** Writes a file of odd bytes, time and mode. */
function write(name: string, folder = home.store): string {
  const path = join(folder, name);
  writeFileSync(path, BYTES);
  utimesSync(path, 1_700_000_000.123, 1_700_000_001.456);
  chmodSync(path, 0o640);
  return path;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );
}

/** A trash that looks usable to root, and that takes no file: other people see that beforehand. */
function breakTrash(): void {
  mkdirSync(home.trash, { recursive: true });
  symlinkSync("/proc", join(home.trash, "files"));
}

/** Something in the way of the trash. */
function blockTrash(): void {
  mkdirSync(dirname(home.trash), { recursive: true });
  writeFileSync(home.trash, "in the way");
}

describe("a file that is moved to the trash", () => {
  it.each([
    "plain.jsonl",
    "a[1].jsonl",
    "Übung ü 漢字 🦊.jsonl",
    "with spaces.jsonl",
    "100%25 50%.jsonl",
    "-rf.jsonl",
    "!not.jsonl",
    'it\'s $(touch hacked) "x".jsonl',
    "two\nlines.jsonl",
    "{a,b}*?.jsonl",
  ])("comes back as it was: %j", async (name) => {
    const path = write(name);
    for (const other of ["a1.jsonl", "a.jsonl", "b.jsonl", "other.jsonl"]) write(other);
    const others = readdirSync(home.store).filter((one) => one !== name);
    const before = wholeFile(path);
    const trashed = await moveToTrash(path);
    expect(readdirSync(home.store)).toEqual(others);
    expect(home.inTrash().files).toEqual([basename(trashed.trashed ?? "")]);
    expect(trashed).toMatchObject({ path, mtimeMs: 1_700_000_001_456, mode: 0o640 });
    await restoreTrashed(trashed);
    expect(wholeFile(path)).toEqual(before);
    expect(home.inTrash()).toEqual({ files: [], info: [] });
    expect(readdirSync(home.store).sort()).toEqual([...others, name].sort());
  });

  it("can be brought back by other programs too: the trash knows where it was", async () => {
    const path = write("ü 1%.jsonl");
    const { info } = await moveToTrash(path);
    const encoded = /^Path=(.*)$/m.exec(readFileSync(info ?? "", "utf8"))?.[1];
    expect(decodeURIComponent(encoded ?? "")).toBe(path);
  });

  it("is told beforehand where it goes, and asking changes nothing", async () => {
    const path = write("a.jsonl");
    expect(await trashDestination(path)).toEqual({ kind: "trash" });
    expect(readdirSync(home.folder).sort()).toEqual(["bin", "home", "store"]);
  });

  it("is not taken when it changed since the question", async () => {
    const path = write("a.jsonl");
    const asked = fileState(path);
    appendFileSync(path, "more");
    expect(await failureOf(moveToTrash(path, asked))).toBeInstanceOf(FileChangedError);
    expect(() => removeForGood(path, asked)).toThrow(FileChangedError);
    expect(readFileSync(path)).toEqual(Buffer.concat([BYTES, Buffer.from("more")]));
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });

  it("is not there any more: that is said, and nothing happens", async () => {
    const path = join(home.store, "gone.jsonl");
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(FileGoneError);
    expect(await trashDestination(path)).toEqual({
      kind: "none",
      reason: "it is gone already",
      removable: false,
    });
  });
});

describe("without a usable trash", () => {
  it.each([
    ["something in the way of it", blockTrash],
    ["a trash that fails in the middle of the move", breakTrash],
  ])("(%s) the file stays as it was and nothing is left behind", async (_, make) => {
    make();
    const path = write("a.jsonl");
    const [before, inode] = [wholeFile(path), statSync(path).ino];
    const error = await failureOf(moveToTrash(path));
    expect(error).toBeInstanceOf(NoTrashError);
    expect(error).toMatchObject({ file: path, reason: expect.stringMatching(/./) });
    expect([wholeFile(path), statSync(path).ino]).toEqual([before, inode]);
    expect(readdirSync(home.store)).toEqual(["a.jsonl"]);
    expect(home.inTrash().info).toEqual([]);
  });

  it("it says beforehand what is in the way", async () => {
    blockTrash();
    const destination = await trashDestination(write("a.jsonl"));
    expect(destination).toEqual({ kind: "none", reason: `${home.trash} is no folder`, removable: true });
  });

  it("it says beforehand that there is no home for one", async () => {
    const path = write("a.jsonl");
    rmSync(join(home.folder, "home"), { recursive: true });
    expect(await trashDestination(path)).toMatchObject({ kind: "none", removable: true });
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(NoTrashError);
    expect(readFileSync(path)).toEqual(BYTES);
  });

  it("what failed before keeps what was trashed from the same place", async () => {
    const path = write("a.jsonl");
    const first = await moveToTrash(path);
    write("a.jsonl");
    const files = join(home.trash, "files");
    renameSync(files, `${files}-aside`);
    breakTrash();
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(NoTrashError);
    rmSync(files);
    renameSync(`${files}-aside`, files);
    expect(existsSync(first.info ?? "")).toBe(true);
    expect(readFileSync(first.trashed ?? "")).toEqual(BYTES);
    expect(readFileSync(path)).toEqual(BYTES);
  });
});

/** A command that takes the obstacle away and moves as freedesktop programs do, with paths relative to no mount. */
const MOVE = `
mkdir -p "$XDG_DATA_HOME/Trash/files" "$XDG_DATA_HOME/Trash/info"
name=$(basename "$1")
printf '[Trash Info]\\nPath=%s\\nDeletionDate=2026-05-01T00:00:00\\n' "$(printf %s "$1" | sed 's/ /%20/g')" > "$XDG_DATA_HOME/Trash/info/$name.trashinfo"`;

describe("the person's own trash command", () => {
  beforeEach(blockTrash);

  it.each(["trash", "trash-put"])("%s takes what the trash does not, and undo works", async (name) => {
    home.install(name, `rm "$XDG_DATA_HOME/Trash"${MOVE}\nmv "$1" "$XDG_DATA_HOME/Trash/files/$name"`);
    const path = write("-my notes.jsonl");
    const before = wholeFile(path);
    expect(await trashDestination(path)).toEqual({ kind: "command", command: name });
    const trashed = await moveToTrash(path);
    expect(trashed.trashed).toBe(join(home.trash, "files/-my notes.jsonl"));
    await restoreTrashed(trashed);
    expect(wholeFile(path)).toEqual(before);
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });

  it("that copies is understood by the trash's note", async () => {
    home.install(
      "trash",
      `rm "$XDG_DATA_HOME/Trash"${MOVE}\ncp -p "$1" "$XDG_DATA_HOME/Trash/files/$name" && rm -- "$1"`,
    );
    const path = write("my notes.jsonl");
    const before = wholeFile(path);
    // Its inode must not be given to the copy.
    const trashed = await moveToTrash(path);
    expect(trashed.trashed).toBe(join(home.trash, "files/my notes.jsonl"));
    await restoreTrashed(trashed);
    expect(wholeFile(path)).toEqual(before);
  });

  it("gets the whole path as its only argument, and no shell reads it", async () => {
    home.install("trash", `printf '%s|' "$#" "$@" > "${home.folder}/arguments"; exit 1`);
    const path = write("-rf $(touch hacked) *.jsonl");
    await failureOf(moveToTrash(path));
    expect(readFileSync(join(home.folder, "arguments"), "utf8")).toBe(`1|${path}|`);
    expect(existsSync("hacked")).toBe(false);
  });

  it("that fails leaves the file, and its words are told", async () => {
    home.install("trash", "echo first >&2; echo 'the lid is shut' >&2; exit 3");
    const path = write("a.jsonl");
    const error = await failureOf(moveToTrash(path));
    expect(error).toBeInstanceOf(NoTrashError);
    expect(error).toMatchObject({ reason: "the command trash failed: the lid is shut" });
    expect(readFileSync(path)).toEqual(BYTES);
  });

  it("that says it was done and did nothing is not believed", async () => {
    home.install("trash", "exit 0");
    const path = write("a.jsonl");
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(NoTrashError);
    expect(readFileSync(path)).toEqual(BYTES);
  });

  it("that puts it nobody knows where makes undo impossible, and that is known", async () => {
    home.install("trash", `mv "$1" "${home.folder}/elsewhere"`);
    const trashed = await moveToTrash(write("a.jsonl"));
    expect(trashed).toMatchObject({ trashed: undefined, info: undefined });
    expect(await failureOf(restoreTrashed(trashed))).toMatchObject({ kind: "missing" });
  });

  it("that loses the file and fails is no deletion that went well", async () => {
    home.install("trash", 'rm -- "$1"; exit 1');
    const error = await failureOf(moveToTrash(write("a.jsonl")));
    expect(error).toBeInstanceOf(DeletionError);
    expect(error).not.toBeInstanceOf(NoTrashError);
    expect(error).toMatchObject({ reason: expect.stringContaining("neither at its place nor in the trash") });
  });

  it("takes no file to which something was added in the last moment: that goes back with it", async () => {
    home.install(
      "trash",
      `rm "$XDG_DATA_HOME/Trash"${MOVE}\nprintf more >> "$1"\nmv "$1" "$XDG_DATA_HOME/Trash/files/$name"`,
    );
    const path = write("a.jsonl");
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(FileChangedError);
    expect(readFileSync(path)).toEqual(Buffer.concat([BYTES, Buffer.from("more")]));
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });
});

describe("restoring", () => {
  let path: string;
  let trashed: Trashed;
  beforeEach(async () => {
    mkdirSync(join(home.store, "deep/er"), { recursive: true });
    path = write("a.jsonl", join(home.store, "deep/er"));
    trashed = await moveToTrash(path);
  });
  const expectStillInTrash = () => {
    expect(readFileSync(trashed.trashed ?? "")).toEqual(BYTES);
    expect(existsSync(trashed.info ?? "")).toBe(true);
  };

  it("never overwrites what is at the place now", async () => {
    writeFileSync(path, "a new session");
    const error = await failureOf(restoreTrashed(trashed));
    expect(error).toBeInstanceOf(RestoreError);
    expect(error).toMatchObject({
      kind: "occupied",
      file: path,
      message: expect.stringContaining("at its place now"),
    });
    expect(readFileSync(path, "utf8")).toBe("a new session");
    expectStillInTrash();
  });

  it.each([
    [
      "a dangling link",
      () => symlinkSync("/nowhere/at/all", path),
      () => expect(readlinkSync(path)).toBe("/nowhere/at/all"),
    ],
    ["a folder", () => mkdirSync(path), () => expect(lstatSync(path).isDirectory()).toBe(true)],
  ])("takes %s at the place for something too", async (_, occupy, check) => {
    occupy();
    expect(await failureOf(restoreTrashed(trashed))).toMatchObject({ kind: "occupied" });
    check();
    expectStillInTrash();
  });

  it("makes the folder again when it is gone", async () => {
    rmSync(join(home.store, "deep"), { recursive: true });
    await restoreTrashed(trashed);
    expect(readFileSync(path)).toEqual(BYTES);
  });

  it("says what is in the way of the folder", async () => {
    rmSync(join(home.store, "deep"), { recursive: true });
    writeFileSync(join(home.store, "deep"), "");
    const error = await failureOf(restoreTrashed(trashed));
    expect(error).toMatchObject({ kind: "failed", reason: `${join(home.store, "deep")} is no folder` });
    expectStillInTrash();
  });

  it("says when the trash was emptied, and makes nothing", async () => {
    rmSync(home.trash, { recursive: true });
    rmSync(join(home.store, "deep"), { recursive: true });
    expect(await failureOf(restoreTrashed(trashed))).toMatchObject({
      kind: "missing",
      reason: "it is no longer in the trash",
    });
    expect(readdirSync(home.store)).toEqual([]);
  });

  it("takes no other file that lies in its place in the trash", async () => {
    const place = trashed.trashed ?? "";
    rmSync(place);
    writeFileSync(place, BYTES);
    expect(await failureOf(restoreTrashed(trashed))).toMatchObject({ kind: "missing" });
    expect(readFileSync(place)).toEqual(BYTES);
    expect(existsSync(path)).toBe(false);
  });

  it("of two that want the same place brings back one", async () => {
    write("a.jsonl", dirname(path));
    const second = await moveToTrash(path);
    const outcomes = await Promise.allSettled([trashed, second].map(restoreTrashed));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(home.inTrash().files).toHaveLength(1);
  });
});

describe("removal for good", () => {
  it("takes one file and nothing else", () => {
    write("b.jsonl");
    removeForGood(write("a.jsonl"));
    expect(readdirSync(home.store)).toEqual(["b.jsonl"]);
    expect(existsSync(home.trash)).toBe(false);
  });

  it("takes no folder and no link", () => {
    const folder = join(home.store, "folder.jsonl");
    mkdirSync(folder);
    const link = join(home.store, "link.jsonl");
    symlinkSync(write("a.jsonl"), link);
    expect(() => removeForGood(folder)).toThrow(FileGoneError);
    expect(() => removeForGood(link)).toThrow(FileGoneError);
    expect(readdirSync(home.store).sort()).toEqual(["a.jsonl", "folder.jsonl", "link.jsonl"]);
  });
});

const SHARED_MEMORY = "/dev/shm";
const isOtherMount = existsSync(SHARED_MEMORY) && statSync(SHARED_MEMORY).dev !== statSync(tmpdir()).dev;

describe.skipIf(!isOtherMount)("from another file system (skipped where /dev/shm is none)", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(SHARED_MEMORY, "treeline-"));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it("a file goes to the home trash and comes back as it was", async () => {
    const path = write("ü [1].jsonl", folder);
    const before = wholeFile(path);
    expect(await trashDestination(path)).toEqual({ kind: "trash" });
    const trashed = await moveToTrash(path);
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(trashed.trashed ?? "")).toEqual(BYTES);
    await restoreTrashed(trashed);
    expect(wholeFile(path)).toEqual(before);
    expect(readdirSync(folder)).toEqual(["ü [1].jsonl"]);
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });

  it("coming back it overwrites nothing and leaves nothing half done", async () => {
    const path = write("a.jsonl", folder);
    const trashed = await moveToTrash(path);
    writeFileSync(path, "new");
    expect(await failureOf(restoreTrashed(trashed))).toMatchObject({ kind: "occupied" });
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["a.jsonl"]);
    expect(readFileSync(trashed.trashed ?? "")).toEqual(BYTES);
  });

  it.each([
    ["something in the way", blockTrash],
    ["a failing copy", breakTrash],
  ])("with %s the file stays, and nothing of it is in the trash", async (_, make) => {
    make();
    const path = write("a.jsonl", folder);
    expect(await failureOf(moveToTrash(path))).toBeInstanceOf(NoTrashError);
    expect(readFileSync(path)).toEqual(BYTES);
    expect(home.inTrash().info).toEqual([]);
  });
});
