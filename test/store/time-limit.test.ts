import { describe, expect, it } from "vitest";
import { TooSlowError, withinTime } from "../../src/store/time-limit.ts";

describe("work within a time limit", () => {
  it("gives its result", () => {
    expect(withinTime(1000, () => [1, 2])).toEqual([1, 2]);
    expect(withinTime(1000, () => undefined)).toBeUndefined();
  });

  it("is stopped inside a pattern that backtracks without end", () => {
    const pattern = /(a+)+$/i;
    expect(() => withinTime(50, () => pattern.test(`${"a".repeat(60)}b`))).toThrow(TooSlowError);
  });

  it("may throw an error of its own", () => {
    const failing = () => {
      throw new RangeError("mine");
    };
    expect(() => withinTime(1000, failing)).toThrow(RangeError);
  });
});
