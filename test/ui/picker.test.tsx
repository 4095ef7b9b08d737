import { cleanup } from "ink-testing-library";
import { afterEach, expect, test, vi } from "vitest";
import type { PickerProps } from "../../src/ui/picker/picker.tsx";
import { MemoryCatalog } from "../support/memory-catalog.ts";
import { openPicker as open, session } from "../support/open-picker.tsx";

afterEach(cleanup);

const THREE = [
  session("alpha", { modified: 3 }),
  session("beta", { modified: 2, name: "Beta" }),
  session("gamma", { modified: 1, cwd: "/else" }),
];

const DOWN = "\x1b[B";

test("the newest session is selected first, and Enter chooses it in its own folder", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.selects("alpha");
  picker.press("\r");
  await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledWith(THREE[0], "/work"));
});

test("the third row is chosen after moving down twice", async () => {
  const picker = open(new MemoryCatalog(THREE));
  picker.press(DOWN);
  await picker.selects("Beta");
  picker.press(DOWN);
  await picker.selects("gamma");
  picker.press("\r");
  await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledWith(THREE[2], "/else"));
});

test("keys that arrive together act one after the other", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.selects("alpha");
  picker.press(`${DOWN}${DOWN}\r`);
  await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledTimes(1));
  expect(picker.onChoose).toHaveBeenCalledWith(THREE[2], "/else");
});

test("CTRL+T opens the tree of the selected session", async () => {
  const onTree = vi.fn<PickerProps["onTree"]>();
  const picker = open(new MemoryCatalog(THREE), { onTree });
  picker.press(DOWN);
  await picker.selects("Beta");
  picker.press("\x14");
  await vi.waitFor(() => expect(onTree).toHaveBeenCalledWith(THREE[1]));
});

test("typing searches and selects the best match", async () => {
  const picker = open(new MemoryCatalog(THREE));
  picker.press("gam");
  await picker.selects("gamma");
  expect(picker.screen()).not.toContain("alpha");
});

test("a query given at the start is typed in", async () => {
  await open(new MemoryCatalog(THREE), { query: "beta" }).selects("Beta");
});

test("the selection stays on its session while rows arrive and the sort changes", async () => {
  const catalog = new MemoryCatalog(THREE, { loading: true });
  const picker = open(catalog);
  await picker.selects("alpha");
  catalog.set({ sessions: [...THREE, session("newest", { modified: 9 })] });
  await picker.shows("newest");
  await picker.selects("alpha");
  picker.press("\x13");
  await picker.shows("recent");
  await picker.selects("alpha");
});

test("the session in use is selected, whenever it arrives", async () => {
  const catalog = new MemoryCatalog(THREE.slice(0, 2), { loading: true });
  const picker = open(catalog, { runningSessions: ["gamma"] });
  await picker.selects("alpha");
  catalog.set({ sessions: THREE, loading: false });
  await picker.shows(/^❯● gamma/m);
});

test("Tab turns from the folder to all folders", async () => {
  const picker = open(new MemoryCatalog(THREE), { scope: "folder" });
  await picker.shows("alpha");
  expect(picker.screen()).not.toContain("gamma");
  picker.press("\t");
  await picker.shows("gamma");
});

test("CTRL+N shows named sessions only", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.shows("alpha");
  picker.press("\x0e");
  await picker.selects("Beta");
  expect(picker.screen()).not.toContain("alpha");
});

test("progress is shown while reading", async () => {
  await open(new MemoryCatalog(THREE, { loading: true, progress: { read: 312, total: 1000 } })).shows(
    "312/1,000",
  );
});

test("without a store the picker says where it looked and how to see examples", async () => {
  const places = [{ directory: "/home/ada/.pi/agent/sessions", exists: false }];
  const picker = open(new MemoryCatalog([], { places }));
  await picker.shows("/home/ada/.pi/agent/sessions");
  await picker.shows("--demo");
});

test("a folder without sessions points to all folders", async () => {
  await open(new MemoryCatalog(THREE), { scope: "folder", cwd: "/none" }).shows("Tab");
});

test("a query without a match says so", async () => {
  await open(new MemoryCatalog(THREE), { query: "zebra" }).shows(/[Nn]o session matches/);
});

test("a broken pattern says why, and not that nothing matches", async () => {
  const picker = open(new MemoryCatalog(THREE), { query: "re:(" });
  await picker.shows(/[Uu]nterminated group/);
});

test("files that could not be read are counted, and CTRL+G tells why", async () => {
  const diagnostics = [
    { path: "/s/a\x1b[2J.jsonl", reason: "permission denied" },
    { path: "/s/b.jsonl", reason: "empty" },
  ];
  const picker = open(new MemoryCatalog(THREE, { diagnostics }));
  await picker.shows(/2 files could not be read \(CTRL\+G\)/);
  picker.press("\x07");
  await picker.shows("permission denied");
  expect(picker.screen()).toContain("/s/a.jsonl");
});

test("F1 shows every key and closes again", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.shows("alpha");
  picker.press("\x1bOP");
  await picker.shows("sort: threaded, recent, relevance");
  picker.press("\x1bOP");
  await picker.shows("alpha");
});

test("Escape and CTRL+C leave", async () => {
  for (const key of ["\x1b", "\x03"]) {
    const picker = open(new MemoryCatalog(THREE), { query: "beta" });
    await picker.shows("Beta");
    picker.press(key);
    await vi.waitFor(() => expect(picker.onLeave).toHaveBeenCalled());
  }
});

test("when the session's folder is gone a menu offers the current one", async () => {
  const picker = open(new MemoryCatalog(THREE), {
    directoryExists: (path) => path !== "/else",
    query: "gamma",
  });
  await picker.selects("gamma");
  picker.press("\r");
  await picker.shows("Resume in /work");
  expect(picker.onChoose).not.toHaveBeenCalled();
  picker.press("\r");
  await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledWith(THREE[2], "/work"));
});

test("Escape in that menu goes back to the list", async () => {
  const picker = open(new MemoryCatalog(THREE), { directoryExists: () => false });
  await picker.selects("alpha");
  picker.press("\r");
  await picker.shows("Go back");
  picker.press("\x1b");
  await picker.selects("alpha");
  expect(picker.onLeave).not.toHaveBeenCalled();
});

test("pasted line breaks become spaces", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.shows("alpha");
  picker.press("\x1b[200~no\nsuch\x1b[201~");
  await picker.shows("no such");
});

test.each([
  ["to the start and to the end", ["\x01", "<", "\x05", ">"], "<two words>"],
  ["with Home and End", ["\x1b[H", "<", "\x1b[F", ">"], "<two words>"],
  ["by character", ["\x1b[D", "|", "\x1b[C", "|"], "two word|s|"],
  ["by word", ["\x1bb", "|", "\x1b[1;5D", "\x1b[1;3D", "\x1bf", "|"], "two| |words"],
  ["erasing a word", ["\x17", "x-y", "\x1b\x7f"], "two x-"],
  ["erasing ahead", ["\x1b[H", "\x1b[3~", "\x1bd"], " words"],
  ["erasing what is before", ["\x1bb", "\x15"], "words"],
  ["erasing what is after", ["\x1bb", "\x0b", "x"], "two x"],
  ["and undone", ["\x15", "x", "\x1f", "\x1f"], "two words"],
  ["with letters that a terminal reports by number", ["\x1b[97u"], "two wordsa"],
])("the search is edited as any line: %s", async (_, keys, expected) => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.selects("alpha");
  for (const key of ["two words", ...keys]) picker.press(key);
  await vi.waitFor(() => expect(picker.screen().split("\n")[1]?.slice(2)).toBe(expected));
});

test("Home and End go through the list until something is typed; with CTRL they always do", async () => {
  const picker = open(new MemoryCatalog(THREE.map((one) => ({ ...one, cwd: "/a" }))));
  await picker.selects("alpha");
  picker.press("\x1b[F");
  await picker.selects("gamma");
  picker.press("\x1b[H");
  await picker.selects("alpha");
  picker.press("a");
  await picker.shows("> a");
  picker.press("\x1b[1;5F");
  await picker.selects("gamma");
  picker.press("\x1b[H");
  picker.press("x");
  await picker.shows("> xa");
  picker.press("\x7f");
  await picker.shows("> a");
  picker.press("\x1b[1;5F");
  await picker.selects("gamma");
  picker.press("\x1b[1;5H");
  // It stands first because not only its folder matches.
  await picker.selects("alpha");
});

test("a pattern that backtracks without end is given up, and says so", async () => {
  const picker = open(new MemoryCatalog([session("a", { firstMessage: `${"a".repeat(60)}b` })]));
  await picker.selects("aaa");
  picker.press("re:(a+)+$");
  await picker.shows("takes too long");
  picker.press("\x15");
  await picker.selects("aaa");
});

test("a pattern that is only slow on a cut title costs no more than the highlights", async () => {
  const picker = open(new MemoryCatalog([session("a", { name: "a".repeat(300) })]));
  await picker.selects("aaa");
  picker.press("re:^(a+)+$");
  await picker.selects("aaa");
  await picker.shows(/> re:/);
});

test("the session in use is selected, also when it arrives late", async () => {
  const catalog = new MemoryCatalog(THREE, { loading: true });
  const picker = open(catalog, { runningSessions: ["late"] });
  await picker.shows("alpha");
  catalog.set({ sessions: [...THREE, session("late", { modified: 0 })] });
  await picker.selects("late");
  catalog.set({ sessions: [...THREE, session("late"), session("newest", { modified: 9 })], loading: false });
  await picker.shows("newest");
  await picker.selects("late");
});

test("letters arrive from terminals that send them as key codes", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.selects("alpha");
  picker.press("\x1b[103u");
  await picker.shows("> g");
});

test("reports that nobody asked for are not typed", async () => {
  const picker = open(new MemoryCatalog(THREE));
  await picker.selects("alpha");
  picker.press("\x1b[I");
  picker.press("\x1b[27;5;97~");
  picker.press("x");
  await picker.shows(/^> x/m);
});

test("an empty picker can be left", async () => {
  for (const key of ["\x03", "\x1b"]) {
    const picker = open(new MemoryCatalog([]));
    await picker.shows("No sessions yet");
    picker.press(key);
    await vi.waitFor(() => expect(picker.onLeave).toHaveBeenCalledTimes(1));
    cleanup();
  }
});

/** Sessions in this order in the list. */
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => session(`row-${from + i}`, { modified: 1000 - from - i }));

test("sessions that come above the selected one do not move it on the screen, once the list is scrolled", async () => {
  const catalog = new MemoryCatalog(many(0, 100));
  const picker = open(catalog);
  await picker.selects("row-0");
  picker.press("\x1b[6~\x1b[6~".repeat(2));
  picker.press("\x1b[A");
  await vi.waitFor(() => expect(picker.screen()).not.toMatch(/❯. row-0/));
  const lineOf = () =>
    picker
      .screen()
      .split("\n")
      .findIndex((row) => row.startsWith("❯"));
  const selected = () => /❯. (row-\d+)/.exec(picker.screen())?.[1] ?? "none";
  const [line, path] = [lineOf(), selected()];
  catalog.set({ sessions: [...many(-7, 7), ...many(0, 100)] });
  await picker.shows("of 107");
  expect([lineOf(), selected()]).toEqual([line, path]);
  catalog.set({ sessions: many(0, 100) });
  await picker.shows("of 100");
  expect([lineOf(), selected()]).toEqual([line, path]);
});

test("sessions that come at the beginning of the list are seen, and the selection stays in view", async () => {
  const catalog = new MemoryCatalog(many(0, 100));
  const picker = open(catalog);
  await picker.selects("row-0");
  catalog.set({ sessions: [...many(-1, 1), ...many(0, 100)] });
  await picker.shows(/row--1[\s\S]*❯. row-0/);
  catalog.set({ sessions: [...many(-60, 60), ...many(0, 100)] });
  await picker.shows("of 160");
  await picker.selects("row-0");
});

test("a selected session that is deleted leaves the selection to the row at its place, wherever that is by now", async () => {
  const catalog = new MemoryCatalog(THREE);
  const picker = open(catalog);
  await picker.selects("alpha");
  picker.press(DOWN);
  await picker.selects("Beta");
  const [alpha, , gamma] = THREE;
  const early = [session("newer", { modified: 8 }), session("newest", { modified: 9 })];
  catalog.set({ sessions: [...early, ...THREE] });
  await picker.shows("4 of 5");
  catalog.set({ sessions: [...early, alpha, gamma].filter((row) => row !== undefined) });
  await picker.selects("gamma");
});

test("the question where to resume is about the session it was asked for, even when that is deleted", async () => {
  const catalog = new MemoryCatalog(THREE);
  const picker = open(catalog, { directoryExists: () => false, query: "gamma" });
  await picker.selects("gamma");
  picker.press("\r");
  await picker.shows("folder is gone: /else");
  catalog.set({ sessions: [session("gamma too", { cwd: "/third" })] });
  await picker.shows("folder is gone: /else");
  picker.press("\r");
  await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledWith(THREE[2], "/work"));
});

test("a session whose file is gone is not chosen: the status line says so, and the list is read again", async () => {
  const catalog = new MemoryCatalog(THREE);
  const onTree = vi.fn<PickerProps["onTree"]>();
  const picker = open(catalog, { fileExists: (path) => path !== "alpha", onTree });
  await picker.selects("alpha");
  for (const key of ["\r", "\x14"]) {
    picker.press(key);
    await picker.shows("file is gone");
    picker.press(DOWN);
    await picker.shows("2 of 3");
    picker.press("\x1b[A");
    await picker.selects("alpha");
  }
  expect(catalog.rereads).toBe(2);
  expect(picker.onChoose).not.toHaveBeenCalled();
  expect(onTree).not.toHaveBeenCalled();
});

test("CTRL+L and F5 look for changes; other function keys do nothing", async () => {
  const catalog = new MemoryCatalog(THREE);
  const picker = open(catalog);
  await picker.selects("alpha");
  picker.press("\x0c");
  picker.press("\x1b[15~");
  await vi.waitFor(() => expect(catalog.rereads).toBe(2));
  picker.press("\x1bOQ");
  picker.press(DOWN);
  await picker.selects("Beta");
  expect(catalog.rereads).toBe(2);
  picker.press("\x1bOP");
  await picker.shows("this help");
  picker.press("\x1b[6~");
  await picker.shows("look for what has changed on disk");
});

test("the status line says how changes are found, where the system does not tell of them", async () => {
  const catalog = new MemoryCatalog(THREE);
  const picker = open(catalog);
  await picker.selects("alpha");
  expect(picker.screen()).not.toContain("looking");
  catalog.set({ watching: { kind: "off" } });
  await picker.shows("1 of 3 · not watching: CTRL+L looks for changes");
  catalog.set({ watching: { kind: "polling", reason: "the limit is reached" } });
  await picker.shows("1 of 3 · looking every second: the limit is reached");
  await vi.waitFor(() => expect(catalog.shown).toEqual(["alpha", "beta", "gamma"]));
  picker.press("gam");
  await vi.waitFor(() => expect(catalog.shown).toEqual(["gamma"]));
});
