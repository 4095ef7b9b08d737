import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { sessionRanges } from "../../src/model/query/session-highlight.ts";

const NOW = new Date(2026, 4, 17, 15, 30).getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const parse = (text: string) => parseSessionQuery(text, NOW);
/** The terms in few words: `-` for what is excluded, `…` behind the beginning of a word. */
const terms = (text: string) =>
  parse(text).terms.map((term) => {
    const sign = term.isExcluded ? "-" : "";
    switch (term.kind) {
      case "words":
        return `${sign}${term.words.join(" ")}${term.isPrefix ? "…" : ""}`;
      case "field":
        return `${sign}${term.field}:${term.words.join(" ")}${term.isPrefix ? "…" : ""}`;
      case "pattern":
        return sign + term.pattern;
      case "time":
        return `${sign}${term.from}..${term.to}`;
      default:
        return `${sign}${term.kind}:${term.value}`;
    }
  });
const local = (...parts: [number, number, number?]) => new Date(...parts).getTime();

describe("words", () => {
  test.each([
    ["fix Café", ["fix…", "cafe…"]],
    ["src/cart.ts", ["src cart ts…"]],
    ["検索", ["検 索…"]],
    ["http://x C:\\x foo:bar", ["http x…", "c x…", "foo bar…"]],
    ['"fix login" "still typ', ["fix login", "still typ…"]],
    ['"" " " "', []],
    ["   ", []],
  ])("%s asks for %j", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });
});

describe("what is neither letter nor digit is looked for as it stands", () => {
  test.each([
    ["->", ["/->/iu"]],
    ["!= (", ["/!=/iu", "/\\(/iu"]],
    ["-->", ["/-->/iu"]],
    ['"=> {" -"=>"', ["/=> \\{/iu", "-/=>/iu"]],
    ["--", ["/--/iu"]],
  ])("%s", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });
});

describe("a minus excludes", () => {
  test.each([
    ['-word -"two words" -name:shop', ["-word…", "-two words", "-name:shop…"]],
    ["-is:fork -after:2026 -re:a|b", ["-is:fork", `-${local(2026, 0)}..Infinity`, "-/a|b/iu"]],
    ["- a", ["a…"]],
    ["--force", ["force…"]],
    ["--is:fork", ["is fork…"]],
    ["well-known", ["well known…"]],
    ['-name: -"', []],
  ])("%s", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });
});

describe("re: takes the rest", () => {
  test.each([
    ['shop re: say "\\w+" -x', ["shop…", '/say "\\w+" -x/iu']],
    ["re:", []],
    ["pre:x", ["pre x…"]],
    ['"a re:b" c', ["a re b", "c…"]],
    ["re:\\-", ["/\\-/i"]],
  ])("%s", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  test("a broken pattern says why", () => {
    expect(parse("shop re:(")).toMatchObject({ error: "Unterminated group" });
  });
});

describe("fields", () => {
  test.each([
    ["name:shop IN:src/model Model:claude-4", ["name:shop…", "in:src model…", "model:claude 4…"]],
    ['tool:bash file:"a b.ts" label:"to d', ["tool:bash…", "file:a b ts", "label:to d…"]],
    ["name: in:/ x", ["x…"]],
    ["is:named is:F has:br has:label", ["is:named", "is:fork", "has:branch", "has:label"]],
    ["is: has: after:", []],
  ])("%s", (text, expected) => {
    expect(terms(text)).toEqual(expected);
    expect(parse(text).error).toBeUndefined();
  });

  test.each([
    ["is:old", "is: takes named, fork, live, empty or internal"],
    ["-has:nothing", "has: takes branch, label or error"],
    ["before:soon", /^before: takes .*2026-05-01.*3d.*yesterday$/],
    ["after:2026-02-30", /^after: takes /],
    ["after:2026-13", /^after: takes /],
  ])("%s is an error that says what is possible", (text, message) => {
    expect(parse(text).error).toMatch(message);
  });

  test("the first error is told", () => {
    expect(parse("is:x has:y re:(").error).toMatch(/^is:/);
  });
});

describe("times", () => {
  test.each([
    ["after:2026-05-01", local(2026, 4, 1), Infinity],
    ["before:2026-05-01", -Infinity, local(2026, 4, 1)],
    ["after:2026-05", local(2026, 4), Infinity],
    ["before:2026", -Infinity, local(2026, 0)],
    ["after:today", local(2026, 4, 17), Infinity],
    ["before:Yesterday", -Infinity, local(2026, 4, 16)],
    ["after:3h", NOW - 3 * HOUR, Infinity],
    ["after:3d", NOW - 3 * DAY, Infinity],
    ["before:2w", -Infinity, NOW - 14 * DAY],
    ["after:4mo", NOW - 120 * DAY, Infinity],
    ["after:1y", NOW - 365 * DAY, Infinity],
  ])("%s", (text, from, to) => {
    expect(parse(text).terms).toEqual([{ kind: "time", from, to, isExcluded: false }]);
  });
});

test("whatever is typed can be read, and its words are folded and not empty", () => {
  const piece = fc.oneof(
    fc.constantFrom(...'-" :(*é検', "name:", "is:", "re:", "after:"),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const term of parse(pieces.join("")).terms) {
        if (term.kind !== "words" && term.kind !== "field") continue;
        expect(term.words.every((word) => word !== "" && !/\s/.test(word))).toBe(true);
      }
    }),
  );
});

const marked = (query: string, text: string, ...fields: ("name" | "label")[]) =>
  sessionRanges(parse(query), text, ...fields).map(({ start, end }) => text.slice(start, end));

describe("matches are marked in a text", () => {
  test.each([
    ["cafe", "Le CAFÉ, le cafe\u0301s, decafe", ["CAFÉ", "cafe\u0301"]],
    ["query", "parseQuery query subquery", ["Query", "query"]],
    ['"que"', "query que", ["que"]],
    ["a.b -c", "a, B c", ["a, B"]],
    ["検索", "全文検索 検 索", ["検索", "検 索"]],
    ["か", "が か\u3099 か", ["か"]],
    ["が", "が か\u3099 か", ["が", "か\u3099"]],
    ["한", "\u1112\u1161\u11ab 하", ["\u1112\u1161\u11ab"]],
    ["re:l.g", "my login, lag", ["log", "lag"]],
    ["->", "a -> b", ["->"]],
    ["zebra", "İİ ﬁ 👩‍💻 zebra", ["zebra"]],
  ])("%s in %s", (query, text, expected) => {
    expect(marked(query, text)).toEqual(expected);
  });

  test("what is asked of a field only in that field", () => {
    expect(marked("name:shop cart", "shop cart")).toEqual(["cart"]);
    expect(marked("name:shop label:cart", "shop cart", "name")).toEqual(["shop"]);
    expect(marked("name:shop label:cart", "shop cart", "name", "label")).toEqual(["shop", "cart"]);
  });

  test("none for a query with an error", () => {
    expect(marked("shop is:x", "shop")).toEqual([]);
  });

  test("ordered, without overlaps, of whole characters, and not too many", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "B", " ", "e\u0301", "検", "か\u3099", "𠮷", "İ") });
    fc.assert(
      fc.property(
        text,
        fc.constantFrom("a", "e", "a b", "検", "が 𠮷", "re:.", "re:a*", "i"),
        (any, query) => {
          let last = -1;
          const ranges = sessionRanges(parse(query), any);
          expect(ranges.length).toBeLessThanOrEqual(50);
          for (const { start, end } of ranges) {
            expect(start).toBeGreaterThan(last);
            expect(end).toBeGreaterThan(start);
            expect(any.slice(start, end).isWellFormed()).toBe(true);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(any.length);
        },
      ),
    );
    expect(sessionRanges(parse("a"), "a ".repeat(500))).toHaveLength(50);
  });
});
