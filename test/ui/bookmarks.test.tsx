import { stripVTControlCharacters } from "node:util";
import { cleanup, render } from "ink-testing-library";
import { afterEach, expect, test, vi } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import type { Bookmark } from "../../src/store/bookmarks.ts";
import { Bookmarks, type BookmarksProps } from "../../src/ui/bookmarks/bookmarks.tsx";
import { sample } from "../support/digest.ts";
import { MemoryCatalog } from "../support/memory-catalog.ts";

afterEach(cleanup);

const HOUR = 3_600_000;
const label = (entryId: string, text: string, hour: number) => ({ entryId, text, time: hour * HOUR });
const SHOP = sample({
  path: "/s/shop",
  cwd: "/w",
  name: "Shop",
  labels: [label("a", "cause", 1), label("b", "fix", 3)],
});
const SEARCH = sample({
  path: "/s/search",
  cwd: "/else",
  firstMessage: "search is slow",
  labels: [label("a", "Größe", 2)],
});
const WORDS: Readonly<Record<string, string>> = {
  "/s/shop a": "the voucher is applied twice",
  "/s/shop b": "fixed in cart.ts",
  "/s/search a": "measure it first",
};

/** What the file of a session says of its labels; an entry without words is not in it. */
const bookmarks = (session: SessionDigest, words: Readonly<Record<string, string>>): readonly Bookmark[] =>
  session.labels.map(({ entryId, text, time }) => {
    const said = words[`${session.path} ${entryId}`];
    const kind = said === undefined ? undefined : "user";
    return { session: session.path, entryId, label: text, time, text: said, kind };
  });

function open(catalog = new MemoryCatalog([SHOP, SEARCH]), props: Partial<BookmarksProps> = {}) {
  const onOpen = vi.fn<BookmarksProps["onOpen"]>();
  const onBack = vi.fn<BookmarksProps["onBack"]>();
  const onLeave = vi.fn<BookmarksProps["onLeave"]>();
  const readBookmarks = vi.fn<BookmarksProps["readBookmarks"]>(async (sessions) =>
    sessions.flatMap((session) => bookmarks(session, WORDS)),
  );
  const app = render(
    <Bookmarks
      catalog={catalog}
      cwd="/w"
      scope="all"
      includeInternal={false}
      fileExists={() => true}
      now={() => 4 * HOUR}
      readBookmarks={readBookmarks}
      isActive={true}
      onOpen={onOpen}
      onBack={onBack}
      onLeave={onLeave}
      {...props}
    />,
  );
  const screen = () => stripVTControlCharacters(app.lastFrame() ?? "");
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(screen()).toMatch(text));
  const selects = (mark: string) => shows(new RegExp(`^❯ ${mark} `, "m"));
  return { onOpen, onBack, onLeave, readBookmarks, screen, shows, selects, press: app.stdin.write };
}

const DOWN = "\x1b[B";

test("each labelled entry is one row: label, what it says, session, age; the newest label comes first", async () => {
  const view = open();
  await view.shows(/measure it first/);
  const rows = view.screen().split("\n").slice(2, 5);
  expect(rows).toEqual([
    expect.stringMatching(/^❯ fix +user: fixed in cart\.ts +Shop +1h$/),
    expect.stringMatching(/^ {2}Größe +user: measure it first +search is slow +2h$/),
    expect.stringMatching(/^ {2}cause +user: the voucher is applied.* +Shop +3h$/),
  ]);
});

test.each([
  ["label", "grosse", 0],
  ["label without its accents", "größe", 1],
  ["entry", "voucher twice", 1],
  ["session", "shop", 2],
  ["label and entry and session", "fix cart shop", 1],
  ["two different rows", "fix voucher", 0],
  ["pattern", "re:^measure", 0],
  ["pattern of a label", "re:^cau", 1],
])("typing searches all words: %s", async (_, query, matches) => {
  const view = open();
  await view.shows(/measure it first/);
  view.press(query);
  await view.shows(matches === 0 ? "No label matches" : new RegExp(`1 of ${matches}\\b`));
});

test("every letter can be typed, those included that are keys elsewhere", async () => {
  const view = open();
  await view.selects("fix");
  for (const letter of "hello nNqLT") view.press(letter);
  await view.shows("> hello nNqLT");
});

test("the first match is selected, and Enter opens the tree at its entry", async () => {
  const view = open();
  await view.shows(/measure it first/);
  view.press("voucher");
  await view.selects("cause");
  view.press("\r");
  await vi.waitFor(() => expect(view.onOpen).toHaveBeenCalledWith(SHOP, "a"));
});

test("keys that arrive together act one after the other", async () => {
  const view = open();
  await view.selects("fix");
  view.press(`${DOWN}${DOWN}\x1b[A\r`);
  await vi.waitFor(() => expect(view.onOpen).toHaveBeenCalledWith(SEARCH, "a"));
});

test("Home, End and the pages move", async () => {
  const view = open();
  await view.selects("fix");
  view.press("\x1b[F");
  await view.selects("cause");
  view.press("\x1b[H");
  await view.selects("fix");
  view.press("\x1b[6~");
  await view.selects("cause");
  view.press("\x1b[5~");
  await view.selects("fix");
});

test("Tab changes between the folder and all", async () => {
  const view = open();
  await view.shows(/Größe/);
  view.press("\t");
  await view.shows(/Bookmarks: \/w/);
  expect(view.screen()).not.toContain("Größe");
  view.press("\t");
  await view.shows(/all folders[\s\S]*Größe/);
});

test("Escape clears the search, then leads back; CTRL+C leaves at once; CTRL+R does nothing", async () => {
  const view = open();
  await view.selects("fix");
  view.press("\x12");
  view.press("cause");
  await view.selects("cause");
  view.press("\x1b");
  await view.shows("type to search");
  expect(view.onBack).not.toHaveBeenCalled();
  view.press("\x1b");
  await vi.waitFor(() => expect(view.onBack).toHaveBeenCalledTimes(1));
  expect(view.onLeave).not.toHaveBeenCalled();
  view.press("\x03");
  await vi.waitFor(() => expect(view.onLeave).toHaveBeenCalledTimes(1));
});

test("F1 shows the keys, and again or with Escape the list", async () => {
  const view = open();
  await view.selects("fix");
  view.press("\x1bOP");
  await view.shows("the tree at this entry");
  view.press("typed\r");
  view.press("\x1b");
  await view.selects("fix");
  expect(view.screen()).toContain("type to search");
  expect(view.onOpen).not.toHaveBeenCalled();
});

test("labels are there before anybody has read what they stand on, and letters can be typed meanwhile", async () => {
  let answer: (marks: readonly Bookmark[]) => void = () => {};
  const readBookmarks = () =>
    new Promise<readonly Bookmark[]>((settle) => {
      answer = settle;
    });
  const view = open(new MemoryCatalog([SHOP, SEARCH]), { readBookmarks });
  await view.shows(/❯ fix +… +Shop/);
  view.press("cause");
  await view.shows(/> cause[\s\S]*❯ cause +… +Shop/);
  answer([...bookmarks(SHOP, WORDS), ...bookmarks(SEARCH, WORDS)]);
  await view.shows(/❯ cause +user: the voucher/);
});

test("an entry that is not in its session's file says so, and is read again when the file has changed", async () => {
  const catalog = new MemoryCatalog([SHOP]);
  let words: Readonly<Record<string, string>> = { "/s/shop a": "here" };
  const view = open(catalog, {
    readBookmarks: async (sessions) => sessions.flatMap((session) => bookmarks(session, words)),
  });
  await view.shows(/fix +\(the session holds no such ent/);
  words = { ...words, "/s/shop b": "now it is" };
  catalog.set({ sessions: [{ ...SHOP, size: 200 }] });
  await view.shows(/fix +user: now it is/);
});

test("a label that comes while it is open appears with its words, and the selection stays on its entry", async () => {
  const catalog = new MemoryCatalog([SHOP, SEARCH]);
  const view = open(catalog);
  await view.shows(/measure it first/);
  view.press(DOWN);
  await view.selects("Größe");
  const renewed = { ...SHOP, labels: [label("b", "fix", 3), label("a", "cause again", 4)] };
  catalog.set({ sessions: [renewed, SEARCH] });
  await view.shows(/^ {2}cause again +user: the voucher[\s\S]*fix[\s\S]*❯ Größe/m);
  expect(view.screen()).not.toMatch(/cause {3}/);
  // What was read once is not read again.
  expect(view.readBookmarks).toHaveBeenCalledTimes(1);
});

test("the row that was shown first stays selected, though a newer label arrives above it", async () => {
  const catalog = new MemoryCatalog([SHOP], { loading: true });
  const view = open(catalog);
  await view.selects("fix");
  catalog.set({ sessions: [SHOP, { ...SEARCH, labels: [label("a", "newest", 4)] }], loading: false });
  await view.shows(/newest[\s\S]*❯ fix/);
});

test("a selected label that is cleared leaves the selection to the row at its place", async () => {
  const catalog = new MemoryCatalog([SHOP, SEARCH]);
  const view = open(catalog);
  await view.selects("fix");
  view.press(DOWN);
  await view.selects("Größe");
  catalog.set({ sessions: [SHOP, { ...SEARCH, labels: [] }] });
  await view.selects("cause");
});

test("a session whose file is gone is not opened: the status line says so, and the stores are read again", async () => {
  const catalog = new MemoryCatalog([SHOP]);
  const view = open(catalog, { fileExists: () => false });
  await view.selects("fix");
  view.press("\r");
  await view.shows("This session's file is gone.");
  expect(view.onOpen).not.toHaveBeenCalled();
  expect(catalog.rereads).toBe(1);
});

test("what cannot be read is said, and the labels stay", async () => {
  const view = open(undefined, { readBookmarks: () => Promise.reject(new Error("the worker ended")) });
  await view.shows(/❯ fix[\s\S]*the worker ended/);
});

test("without labels it says how to set one, or where to look", async () => {
  const view = open(new MemoryCatalog([sample()]));
  await view.shows("SHIFT+L in a session's tree sets one");
  view.press("\t");
  await view.shows("Tab shows all folders");
});

test("foreign text is inert, and a narrow terminal draws no line that is too long", async () => {
  const evil = { ...SHOP, name: "\x1b[2J界".repeat(40), labels: [label("a", "\x1b[?1049h漢字\ttab", 1)] };
  const view = open(new MemoryCatalog([evil]), {
    readBookmarks: async () => bookmarks(evil, { "/s/shop a": "x".repeat(190) }),
  });
  await view.shows(/❯ 漢字 tab +user: xxx/);
  for (const line of view.screen().split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});

test("sessions of a workflow count only when they are asked for", async () => {
  const stage = { ...SEARCH, internal: true };
  const view = open(new MemoryCatalog([SHOP, stage]));
  await view.selects("fix");
  expect(view.screen()).not.toContain("Größe");
  cleanup();
  await open(new MemoryCatalog([SHOP, stage]), { includeInternal: true }).shows("Größe");
});
