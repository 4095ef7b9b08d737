import chalk from "chalk";
import { cleanup } from "ink-testing-library";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PickerProps } from "../../src/ui/picker/picker.tsx";
import { MemoryCatalog } from "../support/memory-catalog.ts";
import { MemoryTextIndex } from "../support/memory-text-index.ts";
import { openPicker, session } from "../support/open-picker.tsx";

afterEach(cleanup);

const ALPHA = session("alpha", { modified: 3 });
const BETA = session("beta", { modified: 2, name: "Payment" });
const GAMMA = session("gamma", { modified: 1 });
const SESSIONS = [ALPHA, BETA, GAMMA];
const SAID = {
  alpha: ["how do I sort a list", { text: "with the basket sorted by price", speaker: "assistant" }],
  gamma: ["the basket is empty", "a basket again", { text: "no basket, but a cart", isAbandoned: true }],
};
const F3 = "\x1bOR";
const SHIFT_F3 = "\x1b[1;2R";
const ALT_DOWN = "\x1b[1;3B";
const ALT_UP = "\x1b[1;3A";
const DOWN = "\x1b[B";

function open(texts: MemoryTextIndex, props: Partial<PickerProps> = {}) {
  const catalog = new MemoryCatalog(SESSIONS);
  return { ...openPicker(catalog, { texts, ...props }), catalog, texts };
}

/** Texts that answer when they are told to. */
function holding(said = SAID, rest = {}) {
  const texts = new MemoryTextIndex(said, rest);
  texts.isHolding = true;
  return texts;
}

describe("a search", () => {
  it("finds what was said, and selects the best match", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    await picker.selects("alpha");
    picker.press("empty");
    await picker.selects("gamma");
    expect(picker.screen()).not.toMatch(/alpha|Payment/);
    expect(picker.texts.searched).toEqual(["empty"]);
  });

  it("begins with the query that is given at the start", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "empty" });
    await picker.selects("gamma");
    expect(picker.texts.searched).toEqual(["empty"]);
  });

  it("shows what names and first messages say before the texts have answered", async () => {
    const picker = open(holding({ ...SAID, gamma: ["a payment"] }));
    await picker.selects("alpha");
    picker.press("payment");
    await picker.selects("Payment");
    await picker.shows("1 of 1 · searching…");
    expect(picker.screen()).not.toContain("gamma");
    picker.texts.answer();
    await picker.shows("1 of 2");
    expect(picker.screen()).toMatch(/❯. Payment[\s\S]*gamma/);
    expect(picker.screen()).not.toContain("searching");
  });

  it("changes the list once, not twice, when the answer is a moment late", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    picker.texts.delay = 10;
    await picker.selects("alpha");
    for (const letter of "basket em") picker.press(letter);
    await picker.selects("gamma");
    const lists = picker.frames().map((frame) => frame.split("\n").slice(2, 6).join("\n"));
    const changes = lists.filter((list, index) => list !== lists[index - 1]);
    expect(changes.map((list) => list.match(/alpha|Payment|gamma|so far/g)).slice(0, 2)).toEqual([
      ["alpha", "Payment", "gamma"],
      ["gamma"],
    ]);
  });

  it("leaves answers to a former query aside", async () => {
    const picker = open(holding());
    await picker.selects("alpha");
    picker.press("empty");
    await picker.shows("searching…");
    picker.press("\x15price");
    picker.press(" ");
    await vi.waitFor(() => expect(picker.texts.searched).toEqual(["empty", "", "price", "price "]));
    picker.texts.answer(3);
    picker.press("\x13");
    await picker.shows("recent");
    await picker.shows("No session matches so far.");
    expect(picker.screen()).not.toMatch(/alpha|gamma/);
    picker.texts.answer();
    await picker.selects("alpha");
  });

  it("asks nothing of the texts that the list can tell", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    await picker.selects("alpha");
    picker.press("name:pay");
    await picker.selects("Payment");
    // Letter by letter it could be a word; typed at once it is a field.
    expect(picker.texts.searched).toEqual([]);
  });

  it("follows the best match until the texts have answered, unless somebody moved", async () => {
    const said = { alpha: ["payment"], gamma: ["payment"] };
    const named = { ...GAMMA, name: "payment of gamma" };
    const texts = holding(said);
    const catalog = new MemoryCatalog([ALPHA]);
    const picker = openPicker(catalog, { texts, query: "payment" });
    await picker.shows("No session matches so far.");
    texts.report({ isComplete: false });
    await picker.selects("alpha");
    catalog.set({ sessions: [ALPHA, named] });
    await picker.selects("payment of gamma");
    picker.press(DOWN);
    await picker.selects("alpha");
    texts.report({ isComplete: true });
    await vi.waitFor(() => expect(picker.screen()).not.toContain("searching"));
    await picker.selects("alpha");
  });

  it("is made again when the texts have changed, and the selection stays", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "empty" });
    await picker.selects("gamma");
    picker.texts.set({ ...SAID, alpha: ["now it is empty too"] });
    await picker.shows("2 of 2");
    await picker.selects("gamma");
    expect(picker.texts.searched).toEqual(["empty", "empty"]);
  });

  it("keeps a whole answer while a new one comes in parts", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "empty" });
    await picker.selects("gamma");
    picker.texts.isHolding = true;
    picker.texts.set({ ...SAID, alpha: ["now it is empty too"] });
    await vi.waitFor(() => expect(picker.texts.searched).toHaveLength(2));
    picker.texts.report({ isComplete: false, rankOf: () => 0 });
    picker.press("\x13");
    await picker.shows("recent");
    await picker.shows("1 of 1");
    picker.texts.answer();
    await picker.shows("2 of 2");
    await picker.selects("gamma");
  });

  it("does not take a session to be without a word before its text was looked through", async () => {
    const picker = open(holding());
    await picker.selects("alpha");
    picker.press("-basket");
    await picker.shows("No session matches so far.");
    picker.texts.answer();
    await picker.selects("Payment");
    expect(picker.screen()).not.toMatch(/alpha|gamma/);
  });

  it("tells why the texts could not be searched to their end", async () => {
    const picker = open(holding(), { query: "re:basket" });
    await picker.shows("searching…");
    picker.texts.report({ error: "this pattern takes too long" });
    await picker.shows("> re:basket   this pattern takes too long");
  });

  it("that cannot be understood is told why where the list would be, to its end", async () => {
    const picker = open(holding());
    await picker.selects("alpha");
    picker.press("after:soon");
    await picker.shows("This cannot be searched for: after:");
    expect(picker.screen()).toContain("today or yesterday.");
  });

  it("for what does not say something lists none while not all can be searched", async () => {
    const picker = open(holding(SAID, { progress: { indexed: 1, total: 3 } }), { query: "-basket" });
    await picker.shows("searching…");
    picker.texts.answer();
    await vi.waitFor(() => expect(picker.screen()).not.toContain("searching…"));
    expect(picker.screen()).toContain("No session matches so far: 1 of 3 indexed.");
    picker.texts.set(SAID, { progress: { indexed: 3, total: 3 } });
    await picker.selects("Payment");
    expect(picker.screen()).not.toMatch(/alpha|gamma/);
  });

  it("that nothing matches shows similar names, and says so", async () => {
    const picker = open(holding(), { query: "paymnet" });
    await picker.shows("No session matches so far.");
    picker.texts.answer();
    await picker.selects("Payment");
    await picker.shows("1 of 1 · nothing matches exactly: similar names and first messages");
  });

  it("that something matches shows nothing that is only similar", async () => {
    const picker = open(new MemoryTextIndex({ gamma: ["paymnet"] }), { query: "paymnet" });
    await picker.selects("gamma");
    expect(picker.screen()).not.toMatch(/Payment|exactly/);
  });

  it("shows nothing similar while not all can be searched", async () => {
    const progress = { indexed: 1204, total: 10_000 };
    const picker = open(new MemoryTextIndex(SAID, { progress }), { query: "paymnet" });
    await picker.shows("No session matches so far: 1,204 of 10,000 indexed.");
    picker.texts.set(SAID, { progress: { indexed: 10_000, total: 10_000 } });
    await picker.selects("Payment");
  });
});

describe("the status line", () => {
  it("tells how many sessions can be searched, until all can", async () => {
    const progress = { indexed: 1204, total: 10_000 };
    const picker = open(new MemoryTextIndex(SAID, { progress }));
    await picker.shows("1 of 3 · 1,204 of 10,000 indexed");
    picker.press("basket");
    await picker.shows("1 of 2 · 1,204 of 10,000 indexed");
    picker.texts.set(SAID, { progress: { indexed: 10_000, total: 10_000 } });
    await vi.waitFor(() => expect(picker.screen()).not.toContain("indexed"));
  });

  it("tells what happened to the index, behind the counts", async () => {
    const note = "The index was damaged and is built anew.";
    await open(new MemoryTextIndex(SAID, { note })).shows(`1 of 3 · ${note}`);
  });
});

describe("the hits of the selected session", () => {
  const below = (picker: ReturnType<typeof open>) => {
    const rows = picker.rows();
    return rows[rows.findIndex((row) => row.startsWith("❯")) + 1]?.trimEnd();
  };
  const hits = (picker: ReturnType<typeof open>, line: string) =>
    vi.waitFor(() => expect(below(picker)).toBe(line));

  it("stand below it, the best first, and are stepped through from end to end", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "basket" });
    await picker.selects("alpha");
    await hits(picker, "  1 hit assistant: with the basket sorted by price");
    picker.press(DOWN);
    await hits(picker, "  3/3 user: no basket, but a cart  (abandoned branch)");
    picker.press(F3);
    await hits(picker, "  1/3 user: the basket is empty");
    picker.press(ALT_DOWN);
    await hits(picker, "  2/3 user: a basket again");
    picker.press(ALT_UP);
    await hits(picker, "  1/3 user: the basket is empty");
    picker.press(SHIFT_F3);
    await hits(picker, "  3/3 user: no basket, but a cart  (abandoned branch)");
    await picker.shows("F3 next hit");
  });

  it("are an empty line where only the name matches, and none without a search", async () => {
    const picker = open(new MemoryTextIndex({ gamma: ["payment"] }), { query: "payment" });
    await picker.selects("Payment");
    await vi.waitFor(() => expect(picker.texts.hitsAsked).toEqual(["beta: payment"]));
    await picker.shows(/❯. Payment[^\n]*\n\s*\n {3}gamma/);
    picker.press("\x15");
    await picker.shows(/❯. Payment[^\n]*\n {3}gamma/);
    picker.press("is:named");
    await picker.shows(/❯. Payment/);
    expect(picker.texts.hitsAsked).toEqual(["beta: payment"]);
  });

  it("are where Enter still resumes, and CTRL+T opens the tree", async () => {
    const onTree = vi.fn<PickerProps["onTree"]>();
    const picker = open(new MemoryTextIndex(SAID), { query: "empty basket", onTree });
    await picker.selects("gamma");
    await picker.shows("3/3");
    picker.press(F3);
    picker.press(F3);
    await picker.shows("2/3");
    picker.press("\x14");
    await vi.waitFor(() => expect(onTree).toHaveBeenCalledWith(GAMMA, "e1"));
    picker.press("\r");
    await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledWith(GAMMA, "/work"));
  });

  it("of another session or query do not lead the tree anywhere", async () => {
    const onTree = vi.fn<PickerProps["onTree"]>();
    const picker = open(new MemoryTextIndex(SAID), { query: "basket", onTree });
    await picker.shows("1 hit");
    picker.texts.isHolding = true;
    picker.press(DOWN);
    await picker.selects("gamma");
    expect(picker.screen()).not.toMatch(/hit|\d\/3/);
    picker.press("\x14");
    await vi.waitFor(() => expect(onTree).toHaveBeenCalledWith(GAMMA));
  });

  it("that come late are not shown below another session", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "basket" });
    await picker.shows("1 hit");
    picker.texts.isHolding = true;
    picker.press(DOWN);
    await vi.waitFor(() => expect(picker.texts.hitsAsked).toHaveLength(2));
    picker.press("\x1b[A");
    await picker.selects("alpha");
    picker.texts.answer();
    picker.texts.isHolding = false;
    await hits(picker, "  1 hit assistant: with the basket sorted by price");
  });

  it("stay at the one that was stepped to when the texts change", async () => {
    const picker = open(new MemoryTextIndex(SAID), { query: "empty basket" });
    await picker.shows("3/3");
    picker.press(SHIFT_F3);
    await picker.shows("2/3 user: a basket again");
    picker.texts.set({
      ...SAID,
      gamma: [...SAID.gamma, "one more basket, and it is the longest text of all"],
    });
    await picker.shows("2/4 user: a basket again");
  });

  it("take a row of the list, which is as high as before, and none where there is only one", async () => {
    const many = Array.from({ length: 40 }, (_, i) => session(`row-${i}`, { modified: 100 - i }));
    const said = Object.fromEntries(many.map(({ path }) => [path, ["a basket"]]));
    const catalog = new MemoryCatalog(many);
    const picker = openPicker(catalog, { texts: new MemoryTextIndex(said), query: "basket" });
    await picker.selects("row-0");
    await picker.shows("1 hit");
    const listed = () => picker.rows().slice(2, -2);
    for (const height of [10, 3, 2, 1]) {
      picker.resize(60, height + 5);
      await vi.waitFor(() => expect(listed()).toHaveLength(height));
      const rows = Math.max(1, height - 1);
      picker.press("\x1b[1;5F");
      await picker.selects("row-39");
      if (height > 1) await vi.waitFor(() => expect(listed().at(-1)).toContain("1 hit user: a basket"));
      expect(listed().filter((row) => row.includes("row-"))).toHaveLength(rows);
      picker.press("\x1b[5~");
      await picker.selects(`row-${39 - rows}`);
      expect(listed().filter((row) => row.includes("row-"))).toHaveLength(rows);
      picker.press("\x1b[1;5H");
      await picker.selects("row-0");
      if (height > 1) await vi.waitFor(() => expect(listed()[1]).toContain("1 hit user: a basket"));
    }
  });
});

describe("Tab", () => {
  it("completes the name of a field while one is typed, and then is the key of the scope", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    await picker.selects("alpha");
    picker.press("nam");
    await picker.shows(/^> name: *$/m);
    expect(picker.texts.searched).toEqual(["nam"]);
    picker.press("\t");
    picker.press("pay");
    await picker.shows("> name:pay");
    await picker.selects("Payment");
    picker.press("\t");
    await picker.shows("Sessions: /work");
    expect(picker.rows()[1]?.trimEnd()).toBe("> name:pay");
  });

  it("is taken back as a step of its own", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    await picker.selects("alpha");
    picker.press("xyz nam");
    picker.press("\t");
    picker.press("q");
    await picker.shows("> xyz name:q");
    picker.press("\x1f");
    picker.press("\x1f");
    await picker.shows("> xyz name:");
    expect(picker.texts.searched.at(-1)).toBe("xyz nam");
  });

  it("shows what it would complete only behind the end of what is typed, and only whole", async () => {
    const picker = open(new MemoryTextIndex(SAID));
    await picker.selects("alpha");
    picker.press("nam");
    await picker.shows("> name:");
    picker.press("\x1b[D");
    await vi.waitFor(() => expect(picker.rows()[1]?.trimEnd()).toBe("> nam"));
    picker.press("\x1b[C");
    await picker.shows("> name:");
    picker.resize(7, 24);
    await vi.waitFor(() => expect(picker.rows()[1]?.trimEnd()).toBe("> nam"));
  });
});

it("a title shows where the query matches", async () => {
  const { level } = chalk;
  chalk.level = 1;
  try {
    const texts = new MemoryTextIndex(SAID);
    const raw = openPicker(new MemoryCatalog(SESSIONS), { texts, query: "pay" });
    await vi.waitFor(() => expect(raw.styled()).toContain("\x1b[33m\x1b[4mPay"));
  } finally {
    chalk.level = level;
  }
});
