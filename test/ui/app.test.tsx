import { stripVTControlCharacters } from "node:util";
import { cleanup, render } from "ink-testing-library";
import { afterEach, expect, it, vi } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import type { Bookmark } from "../../src/store/bookmarks.ts";
import { App, type AppProps } from "../../src/ui/app.tsx";
import { sample } from "../support/digest.ts";
import { assistant, user } from "../support/entries.ts";
import { MemoryCatalog } from "../support/memory-catalog.ts";
import { MemoryDocument } from "../support/memory-document.ts";
import { MemoryTextIndex } from "../support/memory-text-index.ts";
import { pickerProps } from "../support/picker-props.ts";

afterEach(cleanup);

const SESSIONS = ["alpha", "beta", "gamma"].map((name, index) =>
  sample({
    path: name,
    id: name,
    cwd: "/w",
    modified: 9 - index,
    firstMessage: name,
    agent: "pi",
    labels: name === "alpha" ? [] : [{ entryId: "q", text: `mark ${name}`, time: index }],
  }),
);
const markAll = ({ path, labels }: SessionDigest): readonly Bookmark[] =>
  labels.map(({ entryId, text, time }) => ({
    session: path,
    entryId,
    label: text,
    time,
    text: "the question",
    kind: "user",
  }));
const CATALOG = new MemoryCatalog(SESSIONS);

function open(props: Partial<AppProps> = {}) {
  const onOutcome = vi.fn<AppProps["onOutcome"]>();
  const document = new MemoryDocument([
    user("q", null, 1, "the question"),
    assistant("a", "q", 2, "the answer"),
  ]);
  const close = vi.spyOn(document, "close");
  const bookmarks = {
    read: async (sessions: readonly SessionDigest[]) => sessions.flatMap(markAll),
    close: vi.fn(),
  };
  const openDocument = vi.fn<AppProps["openDocument"]>(() => document);
  const app = render(
    <App
      picker={{ ...pickerProps(CATALOG), cwd: "/w", sort: "recent" }}
      tree={undefined}
      treeOptions={{
        filter: "default",
        otherFolder: () => undefined,
        command: () => "",
        copy: () => true,
        now: () => 0,
      }}
      openDocument={openDocument}
      openBookmarks={() => bookmarks}
      onOutcome={onOutcome}
      {...props}
    />,
  );
  const screen = () => stripVTControlCharacters(app.lastFrame() ?? "");
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(screen()).toMatch(text));
  return { onOutcome, openDocument, close, bookmarks, screen, shows, press: app.stdin.write };
}

it("the tree lies over the picker, which is as it was when the tree is left", async () => {
  const app = open();
  await app.shows(/❯ +alpha/);
  app.press("w\x1b[B");
  await app.shows(/> w[\s\S]*❯ +beta/);
  app.press("\x14");
  await app.shows("Tree: the question");
  expect(app.openDocument).toHaveBeenCalledWith("beta");
  app.press("gone");
  await app.shows("> gone");
  app.press("\x1b");
  await app.shows("type to search this session");
  app.press("\x1b");
  await app.shows(/> w[\s\S]*❯ +beta/);
  expect(app.close).toHaveBeenCalledTimes(1);
  expect(app.onOutcome).not.toHaveBeenCalled();
});

it("the tree begins at the hit of the search that is shown below its session", async () => {
  const texts = new MemoryTextIndex({ beta: [{ id: "q", text: "what the basket costs" }] });
  const app = open({ picker: { ...pickerProps(CATALOG), cwd: "/w", texts, query: "basket" } });
  await app.shows("1 hit user: what the basket costs");
  app.press("\x14");
  await app.shows(/❯.*the question/);
  app.press("\x03");
  await app.shows("1 hit user: what the basket costs");
  app.press("\x03");
  await vi.waitFor(() => expect(app.onOutcome).toHaveBeenCalledWith({ kind: "cancelled" }));
  expect(texts.isClosed).toBe(true);
});

it("a session that was gone on with is resumed with the agent of its store", async () => {
  const app = open();
  await app.shows(/❯ +alpha/);
  app.press("\x14");
  await app.shows(/❯.*the answer/);
  app.press("\r");
  app.press("\r");
  await vi.waitFor(() => expect(app.onOutcome).toHaveBeenCalledTimes(1));
  const session = { path: "/s/session.jsonl", id: "s1", cwd: "/w", agent: "pi" };
  expect(app.onOutcome).toHaveBeenCalledWith({ kind: "chosen", session });
});

it("a tree without a picker below it ends the program", async () => {
  const document = new MemoryDocument([user("q", null)]);
  const app = open({ picker: undefined, tree: { document, agent: undefined, startAt: undefined } });
  await app.shows("Tree: ask q");
  app.press("\x1b");
  await vi.waitFor(() => expect(app.onOutcome).toHaveBeenCalledWith({ kind: "cancelled" }));
});

it("CTRL+C in the tree leads back too", async () => {
  const app = open();
  await app.shows(/❯ +alpha/);
  app.press("\x14");
  await app.shows("Tree: the question");
  app.press("\x03");
  await app.shows(/❯ +alpha/);
});

it("the bookmarks lead to the tree at an entry, which leads back to them as they were, and they to the picker", async () => {
  const app = open();
  await app.shows(/❯ +alpha/);
  app.press("al\x1b[B\x02");
  await app.shows(/Bookmarks: all folders[\s\S]*❯ mark gamma +user: the question +gamma[\s\S]*mark beta/);
  app.press("mark");
  await app.shows("> mark");
  app.press("\x1b[B");
  await app.shows(/❯ mark beta/);
  app.press("\r");
  await app.shows(/Tree: the question[\s\S]*❯.*user: the question/);
  expect(app.openDocument).toHaveBeenCalledWith("beta");
  app.press("\x1b");
  await app.shows(/> mark[\s\S]*❯ mark beta/);
  expect(app.close).toHaveBeenCalledTimes(1);
  app.press("\x1b");
  await app.shows("type to search");
  expect(app.bookmarks.close).not.toHaveBeenCalled();
  app.press("\x1b");
  await app.shows(/> al[\s\S]*❯ +alpha/);
  expect(app.bookmarks.close).toHaveBeenCalledTimes(1);
  expect(app.onOutcome).not.toHaveBeenCalled();
});

it("CTRL+C in the bookmarks leaves the program, and their reader ends with it", async () => {
  const app = open();
  await app.shows(/❯ +alpha/);
  app.press("\x02");
  await app.shows("Bookmarks");
  app.press("\x03");
  await vi.waitFor(() => expect(app.onOutcome).toHaveBeenCalledWith({ kind: "cancelled" }));
  expect(app.bookmarks.close).toHaveBeenCalledTimes(1);
});
