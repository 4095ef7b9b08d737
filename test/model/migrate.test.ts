import { describe, expect, it } from "vitest";
import { type JsonRecord, migrate, migrateToVersion2, migrateToVersion3 } from "../../src/model/migrate.ts";
import { rewriteLine } from "../../src/model/rewrite-line.ts";
import { readSession } from "../../src/model/session-text.ts";

const V1: readonly JsonRecord[] = [
  { type: "message", timestamp: "a", message: { role: "user", content: "one" } },
  {
    type: "message",
    timestamp: "b",
    message: { role: "hookMessage", customType: "x", content: "two", display: true },
  },
  { type: "compaction", timestamp: "c", summary: "s", firstKeptEntryIndex: 2, tokensBefore: 5 },
];

describe("version 1 to 2", () => {
  const migrated = migrateToVersion2(V1);

  it("gives each entry an id and hangs it below the one before", () => {
    expect(migrated.map(({ id }) => id)).toEqual([0, 1, 2].map(() => expect.stringMatching(/^[0-9a-f]{8}$/)));
    expect(migrated.map(({ parentId }) => parentId)).toEqual([null, migrated[0]?.id, migrated[1]?.id]);
  });

  it("turns the index of the first kept record, header 0, into its id", () => {
    expect(migrated[2]).toMatchObject({ firstKeptEntryId: migrated[1]?.id });
    expect(migrated[2]).not.toHaveProperty("firstKeptEntryIndex");
  });

  it("makes up the same ids on every read, and different ones for equal entries", () => {
    expect(migrateToVersion2(V1)).toEqual(migrated);
    const twins = migrateToVersion2([V1[0] ?? {}, V1[0] ?? {}]);
    expect(twins[0]?.id).not.toBe(twins[1]?.id);
  });

  it("does not change the ids of what is there when something is appended", () => {
    expect(migrateToVersion2([...V1, { type: "label" }]).slice(0, 3)).toEqual(migrated);
  });
});

describe("version 2 to 3", () => {
  it("calls the role hookMessage custom and touches nothing else", () => {
    const [same, changed] = migrateToVersion3([V1[0] ?? {}, V1[1] ?? {}]);
    expect(same).toBe(V1[0]);
    expect(changed).toEqual({
      ...V1[1],
      message: { role: "custom", customType: "x", content: "two", display: true },
    });
  });
});

describe("migration", () => {
  it("goes from 1 to 3 in one go", () => {
    expect(migrate(1, V1)[1]).toMatchObject({ id: expect.any(String), message: { role: "custom" } });
  });

  it("leaves entries of the current version the objects they are", () => {
    const current = [{ type: "label", id: "a", parentId: null, targetId: "b" }];
    expect(migrate(3, current)[0]).toBe(current[0]);
  });

  it("takes a missing version for 1", () => {
    const { version, entries } = readSession([
      '{"type":"session","id":"s"}',
      ...V1.map((line) => JSON.stringify(line)),
    ]);
    expect(version).toBe(1);
    expect(entries.map(({ type }) => type)).toEqual(["message", "message", "compaction"]);
    expect(entries[2]?.parentId).toBe(entries[1]?.id);
  });

  it("gives an entry of a current file that has no id one", () => {
    const lines = [
      '{"type":"session","version":3,"id":"s"}',
      '{"type":"label","parentId":null,"targetId":"x"}',
    ];
    expect(readSession(lines).entries[0]?.id).toMatch(/^[0-9a-f]{8}$/);
    expect(readSession(lines).entries).toEqual(readSession(lines).entries);
  });
});

describe("a rewritten line", () => {
  it("keeps every byte that did not change", () => {
    const text = '{"type":"x","big":12345678901234567890,"f":1.0,"s":"\\u00e9"}\r';
    const old = JSON.parse(text);
    expect(rewriteLine(text, old, { ...old, id: "a", parentId: null })).toBe(
      '{"type":"x","id":"a","parentId":null,"big":12345678901234567890,"f":1.0,"s":"\\u00e9"}\r',
    );
  });

  it("replaces a changed value in its place", () => {
    const text = '{"type":"session","version":1,"id":"s"}';
    expect(rewriteLine(text, JSON.parse(text), { type: "session", version: 3, id: "s" })).toBe(
      '{"type":"session","version":3,"id":"s"}',
    );
    const message = '{"id":"a","type":"message","message":{"x":1.0,"role":"hookMessage"}}';
    const old = JSON.parse(message);
    expect(rewriteLine(message, old, { ...old, message: { ...old.message, role: "custom" } })).toBe(
      '{"id":"a","type":"message","message":{"x":1.0,"role":"custom"}}',
    );
  });

  it("is serialised anew where it is laid out too unusually", () => {
    const text = '{"note":{"role":"hookMessage"},"type":"message","message":{"role" : "hookMessage"}}';
    const old = JSON.parse(text);
    const changed = { ...old, message: { role: "custom" } };
    expect(JSON.parse(rewriteLine(text, old, changed))).toEqual(changed);
  });
});
