import { expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { threadRows } from "../../src/model/threads.ts";
import { sample } from "../support/digest.ts";

function session(path: string, modified: number, parentSession?: string): SessionDigest {
  return sample({ path, id: path, modified, firstMessage: path, parentSession });
}

const drawn = (sessions: readonly SessionDigest[]) =>
  threadRows(sessions).map((row) => row.prefix + row.session.path);

test("forks stand below their origin, newest first on every level", () => {
  const sessions = [
    session("old", 1),
    session("new", 9),
    session("old/a", 2, "old"),
    session("old/b", 3, "old"),
    session("old/b/c", 4, "old/b"),
  ];
  expect(drawn(sessions)).toEqual(["new", "old", "├─ old/b", "│  └─ old/b/c", "└─ old/a"]);
});

test("a fork whose origin is not listed is a root", () => {
  expect(drawn([session("a", 1, "gone")])).toEqual(["a"]);
});

test("a cycle of parents neither hangs nor loses a session", () => {
  const sessions = [
    session("a", 1, "b"),
    session("b", 2, "a"),
    session("c", 3, "a"),
    session("self", 4, "self"),
  ];
  expect(
    threadRows(sessions)
      .map((row) => row.session.path)
      .sort(),
  ).toEqual(["a", "b", "c", "self"]);
});

test("an origin with 50,000 forks is ordinary", () => {
  const forks = Array.from({ length: 50_000 }, (_, i) => session(`s${i + 1}`, i, "s0"));
  expect(threadRows([session("s0", 0), ...forks])).toHaveLength(50_001);
});

test("a chain of 20,000 forks is ordinary", () => {
  const chain = Array.from({ length: 20_000 }, (_, i) =>
    session(`s${i}`, i, i === 0 ? undefined : `s${i - 1}`),
  );
  expect(threadRows(chain)).toHaveLength(20_000);
});
