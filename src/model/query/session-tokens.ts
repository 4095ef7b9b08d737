import { FIELDS, type Field } from "./session-query.ts";

/** A part of a query as it is typed. */
export interface Token {
  readonly isExcluded: boolean;
  /** What stands before the colon. `re` takes the rest of the query. */
  readonly field: Field | "re" | undefined;
  /** Without quotes. */
  readonly value: string;
  readonly quote: "none" | "open" | "closed";
  /** Code units of the query. */
  readonly end: number;
}

const HEAD = new RegExp(`\\s*(-(?=[^\\s-]))?(?:(${FIELDS.join("|")}|re):)?`, "iy");
const BODY = /"([^"]*)("?)|\S*/y;

/** The parts of a query, in order. */
export function sessionTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    HEAD.lastIndex = at;
    const [head = "", minus, name] = HEAD.exec(text) ?? [];
    const isExcluded = minus !== undefined;
    const field = fieldNamed(name);
    BODY.lastIndex = at + head.length;
    const [body = "", quoted, close] = BODY.exec(text) ?? [];
    at += head.length + body.length;
    if (field === "re") {
      const value = text.slice(at - body.length);
      return [...tokens, { isExcluded, field, value, quote: "none", end: text.length }];
    }
    if (head.trim() === "" && body === "") break;
    const quote = quoted === undefined ? "none" : close === "" ? "open" : "closed";
    tokens.push({ isExcluded, field, value: quoted ?? body, quote, end: at });
  }
  return tokens;
}

function fieldNamed(name: string | undefined): Field | "re" | undefined {
  const lower = name?.toLowerCase();
  return lower === "re" ? lower : FIELDS.find((field) => field === lower);
}
