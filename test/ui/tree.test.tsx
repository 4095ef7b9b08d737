import { stripVTControlCharacters } from "node:util";
import { cleanup, render } from "ink-testing-library";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Tree, type TreeProps } from "../../src/ui/tree/tree.tsx";
import { assistant, FORKED, user } from "../support/entries.ts";
import { MemoryDocument } from "../support/memory-document.ts";

afterEach(cleanup);

function open(document = new MemoryDocument(FORKED), props: Partial<TreeProps> = {}) {
  const onResume = vi.fn<TreeProps["onResume"]>();
  const onLeave = vi.fn<TreeProps["onLeave"]>();
  const copy = vi.fn<TreeProps["copy"]>(() => true);
  const app = render(
    <Tree
      document={document}
      filter="default"
      startAt={undefined}
      otherFolder={() => undefined}
      command={(path, entryId) => `treeline continue ${path} ${entryId}`}
      copy={copy}
      now={() => 100_000_000}
      onResume={onResume}
      onLeave={onLeave}
      {...props}
    />,
  );
  const screen = () => stripVTControlCharacters(app.lastFrame() ?? "");
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(screen()).toMatch(text));
  /** The selected row, as it begins after cursor and connectors. */
  const selects = (text: string) =>
    vi.waitFor(() => expect(screen()).toMatch(new RegExp(`^❯.*${text}`, "m")));
  /** Presses keys one after the other, each taken up before the next. */
  const press = (...keys: readonly string[]) => {
    for (const key of keys) app.stdin.write(key);
  };
  const rows = () =>
    screen()
      .split("\n")
      .slice(2, 8)
      .map((row) => row.replace(/│[^│]*$/, "").trimEnd());
  return { document, onResume, onLeave, copy, screen, shows, selects, press, rows };
}

const KEY = {
  up: "\x1b[A",
  down: "\x1b[B",
  pageDown: "\x1b[6~",
  home: "\x1b[H",
  end: "\x1b[F",
  fold: "\x1b[1;5D",
  unfold: "\x1b[1;5C",
  shiftDown: "\x1b[1;2B",
  ctrlUp: "\x1b[1;5A",
  ctrlDown: "\x1b[1;5B",
  enter: "\r",
  escape: "\x1b",
  ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96),
  alt: (letter: string) => `\x1b${letter}`,
};

describe("the rows", () => {
  it("show branches, roles, labels and the leaf, and start at the leaf", async () => {
    const tree = open();
    await tree.selects("assistant: fixed in cart.ts .*← here");
    expect(tree.rows()).toEqual([
      expect.stringMatching(/^ {2}• user: why is the total wrong +2 branches +now$/),
      expect.stringMatching(/^ {2}├⊟ • \[cause\] assistant: the voucher is applied… +now$/),
      expect.stringMatching(/^ {2}│ {5}• user: fix the voucher +now$/),
      expect.stringMatching(/^❯ │ {5}• assistant: fixed in cart.ts +← here +now$/),
      expect.stringMatching(/^ {2}└⊟ assistant: rounding, I guess +now$/),
      expect.stringMatching(/^ {8}user: look closer +now$/),
    ]);
  });

  it("wrap around at both ends", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.home, KEY.up);
    await tree.selects("user: look closer");
    tree.press(KEY.down);
    await tree.selects("user: why");
  });

  it("keys that arrive together act one after the other", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(`${KEY.home}${KEY.down}${KEY.down}`);
    await tree.selects("user: fix the voucher");
  });

  it.each([
    ["the parent", [KEY.ctrl("p")], "user: fix the voucher"],
    ["the sibling branch", [KEY.shiftDown], "assistant: rounding"],
    ["the message before", [KEY.ctrlUp], "user: fix the voucher"],
    ["the message after, going round", [KEY.ctrlDown], "user: look closer"],
    ["the label", [KEY.alt("l")], "cause"],
    ["the segment's start", [KEY.fold], "cause"],
    ["the branch end", [KEY.home, KEY.unfold, KEY.unfold], "assistant: fixed"],
  ])("a key goes to %s", async (_, keys, expected) => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(...keys);
    await tree.selects(`.*${expected}`);
  });

  it("fold and unfold, one branch or all", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.fold, KEY.fold);
    await tree.shows(/⊞ • \[cause\].*2 inside/);
    tree.press(KEY.unfold);
    await tree.shows("fix the voucher");
    tree.press(KEY.ctrl("f"));
    await tree.shows(/^ {2}└⊞ assistant: rounding/m);
    tree.press(KEY.ctrl("e"));
    await tree.shows("look closer");
  });
});

describe("filters", () => {
  it("lend the selection to the nearest ancestor and give it back; pressed again they go", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.ctrl("u"));
    await tree.selects("user: fix the voucher");
    expect(tree.screen()).not.toContain("assistant:");
    tree.press(KEY.ctrl("u"));
    await tree.selects("assistant: fixed");
  });

  it("are gone through by one key, and say their name", async () => {
    const tree = open();
    await tree.shows("· default");
    for (const name of ["no-tools", "user-only", "labeled-only", "all", "default"]) {
      tree.press(KEY.ctrl("o"));
      await tree.shows(`· ${name}`);
    }
    tree.press("\x1b[111;6u");
    await tree.shows("· all");
    tree.press(KEY.alt("o"));
    await tree.shows("· labeled-only");
  });

  it("begin with the one that the settings ask for", async () => {
    await open(new MemoryDocument(FORKED), { filter: "user-only" }).shows("· user-only");
  });

  it("say so when they let nothing through", async () => {
    const tree = open(new MemoryDocument([user("q", null)]));
    tree.press(KEY.ctrl("l"));
    await tree.shows("Nothing passes this filter");
  });
});

describe("the search", () => {
  it("takes every letter, shows the ways to the matches and counts them", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("look closer");
    await tree.selects("user: look closer");
    await tree.shows(/> look closer +1\/1/);
    expect(tree.screen()).toContain("rounding, I guess");
    expect(tree.screen()).not.toContain("fix the voucher");
  });

  it("is left with Enter; then letters step through the matches, and Enter chooses", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("voucher");
    await tree.shows("1/2");
    tree.press(KEY.enter, "n");
    await tree.shows("2/2");
    await tree.selects("user: fix the voucher");
    tree.press("N");
    await tree.shows("1/2");
    tree.press(KEY.enter);
    await tree.shows("Go on from: assistant: the voucher is applied twice");
  });

  it("that a letter goes on with after Enter is typed again", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("vou", KEY.enter, "cher");
    await tree.shows("> voucher");
  });

  it("is cleared by Escape, and the match stays selected in its branch", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("look");
    await tree.selects("user: look closer");
    tree.press(KEY.escape);
    await tree.shows("type to search");
    await tree.selects("user: look closer");
    expect(tree.screen()).toContain("fix the voucher");
    tree.press(KEY.escape);
    await vi.waitFor(() => expect(tree.onLeave).toHaveBeenCalledTimes(1));
  });

  it("looks on from where it began, also when letters are taken back", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.home, "total");
    await tree.selects("user: why");
    tree.press(KEY.ctrl("w"), "cart");
    await tree.selects("assistant: fixed");
    tree.press(KEY.escape);
    await tree.selects("assistant: fixed");
  });

  it("says what is wrong with a pattern", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("re:(");
    await tree.shows(/> re:\(.*group/);
  });

  it("covers entries that arrive while it stands", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("voucher");
    await tree.shows("/2");
    tree.document.become([...FORKED, user("more", "l", 8, "another voucher")]);
    await tree.shows("/3");
  });
});

describe("the entry in full", () => {
  it("stands beside the tree on wide terminals, and follows the selection", async () => {
    const tree = open();
    await tree.shows(/│ assistant · .* · end/);
    await tree.shows(/│ anthropic\/sonnet/);
    tree.press(KEY.up);
    await tree.shows(/│ user · .* · new2/);
  });

  it("is hidden and shown by a key, and becomes JSON by another", async () => {
    const tree = open();
    await tree.shows("│ anthropic/sonnet");
    tree.press(KEY.ctrl("s"));
    await tree.shows(/│ +"parentId": "new2"/);
    tree.press(KEY.ctrl("v"));
    await vi.waitFor(() => expect(tree.screen()).not.toContain("parentId"));
    tree.press(KEY.ctrl("v"));
    await tree.shows("parentId");
  });

  it("scrolls while it has the focus, as far as it goes", async () => {
    const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
    const tree = open(new MemoryDocument([user("q", null, 1, text)]));
    await tree.shows("│ line 0");
    tree.press("\t", KEY.pageDown);
    await vi.waitFor(() => expect(tree.screen()).not.toMatch(/│ line 0$/m));
    tree.press(KEY.end);
    await tree.shows("│ line 199");
    tree.press(KEY.up);
    await vi.waitFor(() => expect(tree.screen()).not.toContain("│ line 199"));
    tree.press(KEY.home, "\t");
    await tree.shows(/│ line 0$/m);
  });

  it("begins near the first match of a search", async () => {
    const text = `${"filler\n".repeat(100)}needle`;
    const tree = open(new MemoryDocument([user("q", null, 1, text)]));
    tree.press("needle");
    await tree.shows("│ needle");
  });
});

describe("the search line", () => {
  it.each([
    ["back to a space", [KEY.ctrl("w")], "> fix"],
    ["by word", ["\x1b\x7f"], "> fix cart.xyz-"],
    ["and brought back", [KEY.ctrl("w"), "\x1f"], "> fix cart.xyz-é"],
    ["when Escape cleared it, and brought back", [KEY.escape, "\x1f"], "> fix cart.xyz-é"],
  ] as const)("is erased %s", async (_, keys, expected) => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("fix cart.xyz-é");
    await tree.shows("> fix cart.xyz-é");
    for (const key of keys) {
      tree.press(key);
      await tree.shows(key === keys.at(-1) ? new RegExp(`^${expected} +[–\\d]`, "m") : /^> (?!.*é)/m);
    }
  });
});

describe("the name", () => {
  const NAMED = {
    type: "session_info",
    id: "n",
    parentId: "q",
    timestamp: "2026-05-01T10:09:00.000Z",
    name: "Old",
  };

  it("is edited with CTRL+R, from what it is", async () => {
    const tree = open();
    tree.document.become([user("q", null, 1, "question"), NAMED]);
    await tree.shows("Tree: Old");
    tree.press(KEY.ctrl("r"), " and new", KEY.enter);
    await tree.shows("Renamed.");
    expect(tree.document.written).toEqual([{ name: "Old and new" }]);
  });

  it.each([
    ["Escape", ["x", KEY.escape]],
    ["spaces", [KEY.ctrl("u"), "  ", KEY.enter]],
    ["the same text", [KEY.enter]],
  ])("stays as it was with %s", async (_, keys) => {
    const tree = open();
    tree.document.become([user("q", null, 1, "question"), NAMED]);
    await tree.shows("Tree: Old");
    tree.press(KEY.ctrl("r"));
    await tree.shows("Name: Old");
    tree.press(...keys);
    await tree.shows("type to search");
    expect(tree.document.written).toEqual([]);
  });

  it("is removed by an empty text, which the screen says before", async () => {
    const tree = open();
    tree.document.become([user("q", null, 1, "question"), NAMED]);
    await tree.shows("Tree: Old");
    tree.press(KEY.ctrl("r"));
    await tree.shows("Left empty, the name is removed.");
    tree.press(KEY.ctrl("u"), KEY.enter);
    await tree.shows("Name removed.");
    expect(tree.document.written).toEqual([{ name: "" }]);
  });

  it("that cannot be written is not lost", async () => {
    const tree = open();
    tree.document.failure = "Nothing was added: disk full";
    await tree.selects("assistant: fixed");
    tree.press(KEY.ctrl("r"), "mine", KEY.enter);
    await tree.shows("disk full");
    expect(tree.screen()).toContain("Name: mine");
  });
});

describe("labels", () => {
  it("are edited with what was there, and every letter can be typed", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.alt("l"), "L");
    await tree.shows("Label: cause");
    tree.press(" LT n", KEY.enter);
    await tree.shows("Label set");
    expect(tree.document.written).toEqual([{ entryId: "new", label: "cause LT n" }]);
  });

  it("are left alone by Escape, and removed by an empty text", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.alt("l"), "L", "x");
    await tree.shows("causex");
    tree.press(KEY.escape);
    await tree.shows("type to search");
    expect(tree.document.written).toEqual([]);
    tree.press("L", KEY.ctrl("u"), KEY.enter);
    await tree.shows("Label removed");
    expect(tree.document.written).toEqual([{ entryId: "new", label: "" }]);
  });

  it.each([
    ["to the start and to the end", [KEY.ctrl("a"), "<", KEY.ctrl("e"), ">"], "<root cause>"],
    ["with Home and End", [KEY.home, "<", KEY.end, ">"], "<root cause>"],
    ["by character", ["\x1b[D", "\x1b[D", KEY.ctrl("b"), "|", "\x1b[C", KEY.ctrl("f"), "|"], "root ca|us|e"],
    ["by word", [KEY.alt("b"), "|", "\x1b[1;5D", "\x1b[1;3D", KEY.alt("f"), "|"], "root| |cause"],
    ["erasing words", [KEY.ctrl("w"), "x y", "\x1b\x7f"], "root x "],
    ["erasing ahead", [KEY.home, "\x1b[3~", KEY.alt("d"), "the"], "the cause"],
    ["erasing to either side", [KEY.alt("b"), KEY.ctrl("u"), KEY.ctrl("k"), "y"], "y"],
    ["and undone", [KEY.ctrl("u"), "other", KEY.ctrl("z"), "\x1f"], "root cause"],
    ["and done again", [KEY.ctrl("w"), KEY.ctrl("z"), KEY.ctrl("y"), "x"], "root x"],
    ["with a paste, which is one line", ["\x1b[200~ of\nthe\ttrouble\x1b[201~"], "root cause of the trouble"],
    ["with a paste undone by itself", [" of", "\x1b[200~ all\x1b[201~", "\x1f"], "root cause of"],
  ])("are edited as any line: %s", async (_, keys, expected) => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.alt("l"), "L", KEY.ctrl("u"), "root cause", ...keys, KEY.enter);
    await tree.shows("Label set");
    expect(tree.document.written).toEqual([{ entryId: "new", label: expected }]);
  });

  it("that cannot be written are not lost", async () => {
    const tree = open();
    tree.document.failure = "Nothing was added: disk full";
    await tree.selects("assistant: fixed");
    tree.press("L", "mine", KEY.enter);
    await tree.shows("disk full");
    expect(tree.screen()).toContain("Label: mine");
  });

  it("show when they were set", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("T");
    await tree.shows(/\[cause · 2026-05-\d\d \d\d:07\]/);
  });

  it("of one session are not seen in another", async () => {
    await open().shows(/\[cause\]/);
    cleanup();
    const other = open(new MemoryDocument([assistant("new", null, 1, "other")]));
    await other.selects("assistant: other");
    expect(other.screen()).not.toContain("cause");
  });
});

describe("going on", () => {
  it("here, with a note about what is left", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.home, KEY.down, KEY.enter);
    await tree.shows("One entry is added to this file");
    tree.press(KEY.enter);
    await tree.shows("Note about the branch you leave");
    tree.press("dead end", KEY.enter);
    await vi.waitFor(() => expect(tree.onResume).toHaveBeenCalledTimes(1));
    expect(tree.document.written).toEqual([{ where: "here", entryId: "new", note: "dead end" }]);
    expect(tree.onResume).toHaveBeenCalledWith({ path: "/s/session.jsonl", id: "s1" }, "/w");
  });

  it("from a message of the person means before it, and hands its text back", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.up, KEY.enter);
    await tree.shows("goes on before this message");
    await tree.shows("clipboard");
    tree.press(KEY.enter);
    await tree.shows("Note");
    tree.press(KEY.enter);
    await vi.waitFor(() => expect(tree.onResume).toHaveBeenCalledTimes(1));
    expect(tree.document.written).toEqual([{ where: "here", entryId: "new", note: "" }]);
    expect(tree.copy).toHaveBeenCalledWith("fix the voucher");
  });

  it("from the leaf says that nothing is written", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.enter);
    await tree.shows("nothing is written");
  });

  it("in a new session", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.home, KEY.down, KEY.enter);
    await tree.shows("One entry is added");
    tree.press(KEY.down);
    await tree.shows("A new session with everything up to this entry");
    tree.press(KEY.enter);
    await vi.waitFor(() =>
      expect(tree.onResume).toHaveBeenCalledWith({ path: "/s/new.jsonl", id: "s1" }, "/w"),
    );
  });

  it("chooses what keys that arrive together mean", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(`${KEY.home}${KEY.down}${KEY.enter}${KEY.down}${KEY.enter}`);
    await vi.waitFor(() => expect(tree.document.written).toEqual([{ where: "newSession", entryId: "new" }]));
  });

  it("warns that an agent may be at work, and that the folder is gone", async () => {
    const document = new MemoryDocument(FORKED);
    document.changed = 99_990_000;
    const tree = open(document, { otherFolder: () => "/elsewhere" });
    await tree.selects("assistant: fixed");
    tree.press(KEY.enter);
    await tree.shows("changed 10 s ago: an agent may be using it");
    await tree.shows("starts in /elsewhere");
  });

  it("tells why nothing could be written, and stays", async () => {
    const tree = open();
    tree.document.failure = "the file is gone";
    await tree.selects("assistant: fixed");
    tree.press(KEY.enter);
    await tree.shows("Go on from");
    tree.press(KEY.enter);
    await tree.shows("the file is gone");
    expect(tree.onResume).not.toHaveBeenCalled();
    await tree.selects("assistant: fixed");
  });

  it("is not offered where there is no header, but copying is", async () => {
    const tree = open(new MemoryDocument(FORKED, { header: undefined }));
    await tree.selects("assistant: fixed");
    tree.press(KEY.enter);
    await tree.shows("no valid header");
    expect(tree.screen()).not.toContain("Continue");
    tree.press(KEY.enter);
    await vi.waitFor(() => expect(tree.copy).toHaveBeenCalledWith("fixed in cart.ts"));
  });

  it("copies text, id and command, and can be given up", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.enter);
    await tree.shows("Go on from");
    tree.press(KEY.down, KEY.down, KEY.down, KEY.down);
    await tree.shows("treeline continue /s/session.jsonl end");
    tree.press(KEY.enter);
    await tree.shows("Copied the command");
    expect(tree.copy).toHaveBeenLastCalledWith("treeline continue /s/session.jsonl end");
    tree.press(KEY.ctrl("x"));
    await tree.shows("Copied 16 characters");
    expect(tree.copy).toHaveBeenLastCalledWith("fixed in cart.ts");
    tree.press(KEY.enter);
    await tree.shows("Go on from");
    tree.press(KEY.escape);
    await tree.selects("assistant: fixed");
    expect(tree.document.written).toEqual([]);
  });
});

describe("branches", () => {
  it("are listed one line each, and Enter jumps to a leaf, out of its fold", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.ctrl("f"), KEY.ctrl("b"));
    await tree.shows(/^❯ ● .*3 entries {2}assistant: fixed in cart.ts.*from user: why/m);
    tree.press(KEY.down);
    await tree.shows(/^❯ .*2 entries {2}user: look closer/m);
    tree.press(KEY.enter);
    await tree.selects("user: look closer");
  });

  it("are compared since their common entry", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.ctrl("k"));
    await tree.shows("1 marked");
    tree.press(KEY.end, KEY.ctrl("k"));
    await tree.shows("Since user: why is the total wrong");
    await tree.shows("1 question, 2 answers");
    await tree.shows("1 question, 1 answer");
    tree.press(KEY.escape, KEY.ctrl("k"));
    await tree.shows("Since user");
  });

  it("the mark goes when it is set again", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.ctrl("k"));
    await tree.shows("1 marked");
    tree.press(KEY.ctrl("k"));
    await vi.waitFor(() => expect(tree.screen()).not.toContain("1 marked"));
  });
});

describe("a session that grows", () => {
  const more = [...FORKED, assistant("next", "l", 8, "one more thing"), user("last", "next", 9, "thanks")];

  it("is followed by a selection that stands at its end", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.up, KEY.down);
    await tree.selects("assistant: fixed");
    tree.document.become(more);
    await tree.selects("user: thanks .*← here");
    expect(tree.screen()).not.toContain("new entries");
  });

  it("leaves any other selection where it is, and says what came", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.up);
    await tree.selects("user: fix the voucher");
    tree.document.become(more);
    await tree.shows("2 new entries below");
    await tree.selects("user: fix the voucher");
    tree.press(KEY.ctrl("b"), KEY.enter);
    await tree.selects("user: thanks");
  });

  it("that disappears stays readable, and says so", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.document.become(FORKED, { failure: "the file is gone" });
    await tree.shows("the file is gone: this is what was read of it");
    await tree.selects("assistant: fixed");
    tree.document.become(FORKED, { failure: undefined });
    await vi.waitFor(() => expect(tree.screen()).not.toContain("gone"));
  });
});

describe("a session whose file is replaced", () => {
  /** An agent brings it up to date: another entry comes first, and the rest moves. */
  const replaced = [user("first", null, 0, "before everything"), ...FORKED];

  it("keeps selection, folds, query and mark on the same entries", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.home, KEY.ctrl("k"), KEY.down);
    await tree.selects(".*the voucher is applied");
    tree.press(KEY.fold);
    await tree.shows("⊞");
    tree.document.become(replaced, { generation: 1 });
    await tree.shows("before everything");
    await tree.selects("├⊞.*cause. assistant: the");
    expect(tree.screen()).not.toContain("fix the voucher");
    await tree.shows(/◆ user: why the total|◆ user: why is the total/);
    tree.press("look");
    await tree.selects("user: look closer");
    tree.document.become([user("zero", null, -1, "earlier still"), ...replaced], { generation: 2 });
    await tree.shows(/> look.*1\/1/);
    await tree.selects("user: look closer");
  });

  it("goes to the nearest entry that is left, and closes the dialog about one that is not", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press(KEY.up);
    await tree.selects("user: fix the voucher");
    tree.press("L");
    await tree.shows("Label:");
    const left = FORKED.slice(0, 4);
    tree.document.become(left, { generation: 1 });
    await tree.shows("does not hold this entry any more");
    await tree.selects("assistant: the voucher is applied");
  });

  it("keeps a dialog about an entry that is still there, and what was typed into it", async () => {
    const tree = open();
    await tree.selects("assistant: fixed");
    tree.press("L", "half a la");
    await tree.shows("Label: half a la");
    tree.document.become(replaced, { generation: 1 });
    tree.press("bel", KEY.enter);
    await vi.waitFor(() =>
      expect(tree.document.written).toEqual([{ entryId: "end", label: "half a label" }]),
    );
  });
});

it("F5 reads the file again", async () => {
  const tree = open();
  const fileState = vi.spyOn(tree.document, "fileState");
  await tree.selects("assistant: fixed");
  tree.press("\x1b[15~");
  await vi.waitFor(() => expect(fileState).toHaveBeenCalledTimes(1));
});

describe("odd sessions", () => {
  it("one that is still read says how far that is", async () => {
    const document = new MemoryDocument([], { loading: true, progress: { read: 3, total: 4 } });
    const tree = open(document);
    await tree.shows("reading 75 %");
    document.become(FORKED, { loading: false });
    await tree.selects("assistant: fixed");
  });

  it("one that cannot be read says why", async () => {
    await open(new MemoryDocument([], { failure: "no permission" })).shows("cannot be read: no permission");
  });

  it("one without entries says so, and keys do nothing", async () => {
    const tree = open(new MemoryDocument([]));
    await tree.shows("no entries yet");
    tree.press(
      KEY.down,
      KEY.fold,
      KEY.unfold,
      KEY.enter,
      "L",
      KEY.ctrl("k"),
      KEY.ctrl("x"),
      KEY.ctrl("b"),
      KEY.enter,
      KEY.shiftDown,
    );
    await tree.shows("no entries yet");
  });

  it("damaged lines are counted and listed", async () => {
    const diagnostics = [{ kind: "damaged", line: 3, reason: "not JSON" }] as const;
    const tree = open(new MemoryDocument(FORKED, { diagnostics }));
    await tree.shows("1 damaged line");
    tree.press(KEY.ctrl("g"));
    await tree.shows("line 3: not JSON");
  });

  it("the help is made of the keys", async () => {
    const tree = open();
    tree.press("\x1bOP");
    await tree.shows(/SHIFT\+CTRL\+O, ALT\+O +previous filter/);
    tree.press(KEY.escape);
    await tree.selects("assistant: fixed");
  });

  it("a text full of escapes is inert in row, pane and title", async () => {
    const text = "\x1b[2J\x1b[?1049h\x1b[31mred\r\x07";
    const document = new MemoryDocument([user("q", null, 1, text)]);
    const tree = open(document);
    await tree.selects("user: red");
    expect(tree.screen()).toMatch(/Tree: red/);
    await tree.shows(/│ red/);
  });
});

describe("a tree that is opened at an entry", () => {
  it("selects it, in the middle of what surrounds it", async () => {
    const chain = Array.from({ length: 60 }, (_, i) =>
      user(`u${i}`, i === 0 ? null : `u${i - 1}`, 1, `question ${i}.`),
    );
    const tree = open(new MemoryDocument(chain), { startAt: "u30" });
    await tree.selects("question 30\\.");
    expect(tree.screen()).toMatch(/question 28\.[\s\S]*question 32\./);
  });

  it("waits until the session is read", async () => {
    const document = new MemoryDocument([], { loading: true });
    const tree = open(document, { startAt: "old2" });
    await tree.shows("reading");
    document.become(FORKED, { loading: false });
    await tree.selects("user: look closer");
    tree.press(KEY.home);
    await tree.selects("user: why");
    document.become([...FORKED, user("later", "end", 9, "and now")]);
    await tree.shows("and now");
    await tree.selects("user: why");
  });

  it.each([
    ["a search", "voucher", /> voucher/],
    ["a search that was cleared again", "voucher\x1b", /type to search/],
  ])("leaves %s that was typed meanwhile as it is", async (_, keys, shown) => {
    const document = new MemoryDocument([], { loading: true });
    const tree = open(document, { startAt: "old2" });
    await tree.shows("reading");
    tree.press(keys);
    await tree.shows(shown);
    document.become(FORKED, { loading: false });
    await tree.shows(/7 entries/);
    expect(tree.screen()).not.toMatch(/^❯.*look closer/m);
  });

  it("shows everything where the filter hides it, unless another filter was chosen meanwhile", async () => {
    const tree = open(undefined, { startAt: "l" });
    await tree.selects("\\[label: cause\\]");
    expect(tree.screen()).toMatch(/entries · all/);
    cleanup();
    const document = new MemoryDocument([], { loading: true });
    const chosen = open(document, { startAt: "l" });
    await chosen.shows("reading");
    chosen.press(KEY.ctrl("u"));
    document.become(FORKED, { loading: false });
    await chosen.shows(/entries · user-only/);
  });

  it("says so when the session holds no such entry, and starts at the leaf", async () => {
    const tree = open(undefined, { startAt: "nowhere" });
    await tree.shows("This session holds no entry nowhere.");
    await tree.selects("assistant: fixed");
  });

  it("takes the later one of two entries with one id", async () => {
    const tree = open(new MemoryDocument([...FORKED, user("q", "end", 8, "the same id")]), { startAt: "q" });
    await tree.selects("user: the same id");
  });
});
