import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storeLocations } from "../../src/store/locations.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "treeline-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = (env: NodeJS.ProcessEnv, sessionDir?: string) =>
  storeLocations({ env, sessionDir, cwd: "/w", home });
const settings = (agent: string, sessionDir: unknown) => {
  mkdirSync(join(home, agent), { recursive: true });
  writeFileSync(join(home, agent, "settings.json"), JSON.stringify({ sessionDir }));
};
const atomic = () => ({
  directory: join(home, ".atomic/agent/sessions"),
  layout: "folders",
  agent: "atomic",
});
const pi = () => ({ directory: join(home, ".pi/agent/sessions"), layout: "folders", agent: "pi" });

describe("sessions live", () => {
  it("in the default stores of both agents together", () => {
    expect(at({})).toEqual([atomic(), pi()]);
  });

  it("in the store of a fork too, where there is one", () => {
    mkdirSync(join(home, ".omp/agent"), { recursive: true });
    expect(at({}).map(({ agent }) => agent)).toEqual(["atomic", "pi", "omp"]);
  });

  it("in the agent directory of the environment alone, Atomic's name before pi's", () => {
    expect(at({ PI_CODING_AGENT_DIR: "/p" })).toEqual([
      { directory: "/p/sessions", layout: "folders", agent: "pi" },
    ]);
    expect(at({ ATOMIC_CODING_AGENT_DIR: "~/a", PI_CODING_AGENT_DIR: "/p" })).toEqual([
      { directory: join(home, "a/sessions"), layout: "folders", agent: "atomic" },
    ]);
  });

  it("in the session directory of the environment before any agent directory", () => {
    expect(at({ PI_CODING_AGENT_SESSION_DIR: "rel", ATOMIC_CODING_AGENT_DIR: "/a" })).toEqual([
      { directory: "/w/rel", layout: "flat", agent: "pi" },
    ]);
  });

  it("in --session-dir before everything", () => {
    expect(at({ ATOMIC_CODING_AGENT_SESSION_DIR: "/x" }, "~/mine")).toEqual([
      { directory: join(home, "mine"), layout: "flat", agent: undefined },
    ]);
    expect(at({}, join(home, ".pi/agent/sessions"))).toMatchObject([{ agent: "pi" }]);
    expect(at({}, join(home, ".pi"))).toMatchObject([{ agent: "pi" }]);
    expect(at({}, join(home, ".pi-backup/sessions"))).toMatchObject([{ agent: undefined }]);
  });

  it.each([
    ["/abs", "/abs"],
    ["rel", "/w/rel"],
  ])("where settings.json says %s", (written, directory) => {
    settings(".pi/agent", written);
    expect(at({})).toEqual([atomic(), { directory, layout: "flat", agent: "pi" }]);
  });

  it("in the default store where settings.json says nothing usable", () => {
    settings(".pi/agent", 7);
    expect(at({})).toEqual([atomic(), pi()]);
    writeFileSync(join(home, ".pi/agent/settings.json"), "{broken");
    expect(at({})).toEqual([atomic(), pi()]);
  });
});
