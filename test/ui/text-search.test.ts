import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isAnswered, isAnsweredByAll, TextSearch } from "../../src/ui/picker/text-search.ts";
import { searchedAt } from "../support/digest.ts";
import { MemoryTextIndex } from "../support/memory-text-index.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Texts that answer when they are told to, and a search among them. */
function begin(query: string) {
  const texts = new MemoryTextIndex({ a: ["basket"] });
  texts.isHolding = true;
  const search = new TextSearch(texts, () => 0, query);
  return { texts, search, stop: search.watch() };
}

it("is answered by all when all is indexed, or when the texts are not asked", () => {
  const { texts, search } = begin("basket");
  expect(isAnswered(search.getSnapshot())).toBe(false);
  texts.answer();
  expect(isAnsweredByAll(search.getSnapshot())).toBe(true);
  texts.set({ a: ["basket"] }, { progress: { indexed: 1, total: 2 } });
  expect(isAnsweredByAll(search.getSnapshot())).toBe(false);
  search.ask("name:basket");
  expect(isAnsweredByAll(search.getSnapshot())).toBe(true);
});

it("holds what was shown before for 30 ms after a key, and not at the start", () => {
  const { texts, search } = begin("basket");
  expect(search.getSnapshot().isHeld).toBe(false);
  texts.answer();
  search.ask("baskets");
  vi.advanceTimersByTime(29);
  expect(search.getSnapshot().isHeld).toBe(true);
  vi.advanceTimersByTime(1);
  expect(search.getSnapshot().isHeld).toBe(false);
  search.ask("basket");
  texts.answer();
  expect(search.getSnapshot().isHeld).toBe(false);
});

it("asks again at most every 500 ms while the texts change, and no more when nothing does", () => {
  const { texts } = begin("basket");
  texts.answer();
  texts.isHolding = false;
  for (let i = 0; i < 105; i++) {
    texts.set({ a: ["basket", String(i)] });
    vi.advanceTimersByTime(10);
  }
  expect(texts.searched).toHaveLength(3);
  vi.advanceTimersByTime(5000);
  expect(texts.searched).toHaveLength(4);
});

it("does not begin anew with what has not yet been answered to its end", () => {
  const { texts } = begin("re:basket");
  texts.set({ a: ["basket", "more"] });
  vi.advanceTimersByTime(5000);
  texts.report({ isComplete: false });
  vi.advanceTimersByTime(5000);
  expect(texts.searched).toHaveLength(1);
  texts.answer();
  expect(texts.searched).toHaveLength(2);
});

it("lets go of what is still being looked for once it is not wanted any more", () => {
  const { texts, search } = begin("re:basket");
  search.ask("");
  expect(texts.searched).toEqual(["re:basket", ""]);
  search.ask("name:x");
  expect(texts.searched).toHaveLength(2);
  texts.answer();
  expect(search.getSnapshot().matches?.rankOf(searchedAt("a"), 0)).toBe(0);
});

it("asks nothing while nobody looks, and what was missed afterwards", () => {
  const { texts, search, stop } = begin("basket");
  texts.answer();
  stop();
  texts.set({ a: ["basket", "more"] });
  vi.advanceTimersByTime(5000);
  expect(texts.searched).toHaveLength(1);
  search.watch();
  expect(texts.searched).toHaveLength(2);
});
