import { cleanup } from "ink-testing-library";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryCatalog } from "../support/memory-catalog.ts";
import { openPicker, session } from "../support/open-picker.tsx";

afterEach(cleanup);

const SESSIONS = [
  session("alpha", { modified: 3 }),
  session("beta", { modified: 2, name: "Beta" }),
  session("gamma", { modified: 1, messageCount: 7, size: 2048 }),
  session("delta", { modified: 0, parentSession: "gamma" }),
];

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const SHIFT_DOWN = "\x1b[1;2B";
const ENTER = "\r";
const ESCAPE = "\x1b";
const RENAME = "\x12";
const DELETE = "\x04";
const UNDO = "\x1a";
const MARK = "\x0f";
const MARKS = "\x19";
const COPY = "\x18";
const CTRL_C = "\x03";

async function opened(...[props]: [Parameters<typeof openPicker>[1]?]) {
  const catalog = new MemoryCatalog(SESSIONS);
  const picker = openPicker(catalog, { sort: "recent", ...props });
  await picker.shows("gamma");
  return { catalog, ...picker };
}

describe("renaming", () => {
  it("begins with the name the session has and writes the new one", async () => {
    const picker = await opened();
    picker.press(`${DOWN}${RENAME}`);
    await picker.shows(/Name: Beta/);
    picker.press(` two${ENTER}`);
    await picker.shows("Renamed.");
    expect(picker.commands.renamed).toEqual([["beta", "Beta two"]]);
    expect(picker.catalog.rereads).toBe(1);
    await picker.selects("Beta");
  });

  it("to nothing removes the name, which the screen says before", async () => {
    const picker = await opened();
    picker.press(`${DOWN}${RENAME}`);
    await picker.shows("Left empty, the name is removed.");
    picker.press(`\x15${ENTER}`);
    await picker.shows("Name removed.");
    expect(picker.commands.renamed).toEqual([["beta", ""]]);
  });

  it.each([
    ["Escape", `x${ESCAPE}`],
    ["spaces and Enter", `\x15   ${ENTER}`],
    ["the same name and Enter", ENTER],
  ])("is given up with %s", async (_what, keys) => {
    const picker = await opened();
    picker.press(`${DOWN}${RENAME}`);
    await picker.shows("Name: Beta");
    for (const key of keys) picker.press(key);
    await picker.shows("type to search");
    expect(picker.commands.renamed).toEqual([]);
  });

  it("keeps what was typed when it cannot be written, and says why", async () => {
    const picker = await opened();
    picker.commands.failure = "The file is gone.";
    picker.press(`${RENAME}precious${ENTER}`);
    await picker.shows("The file is gone.");
    await picker.shows("Name: precious");
    picker.commands.failure = undefined;
    picker.press(ENTER);
    await picker.shows("Renamed.");
    expect(picker.commands.renamed).toEqual([["alpha", "precious"]]);
  });

  it("stays with its session when another one takes the row", async () => {
    const picker = await opened();
    picker.press(`${RENAME}new`);
    await picker.shows("Name: new");
    picker.catalog.set({ sessions: [session("newest", { modified: 9 }), ...SESSIONS] });
    await picker.shows("newest");
    picker.press(ENTER);
    await picker.shows("Renamed.");
    expect(picker.commands.renamed).toEqual([["alpha", "new"]]);
  });

  it("is refused for a file without a header", async () => {
    const catalog = new MemoryCatalog([session("torn", { damaged: true })]);
    const picker = openPicker(catalog);
    await picker.selects("torn");
    picker.press(RENAME);
    await picker.shows("no valid header");
  });
});

describe("the question before deleting", () => {
  it("names the session, its size, its forks and where it goes; only Enter and Escape answer it", async () => {
    const picker = await opened();
    picker.press(`${DOWN}${DOWN}${DELETE}`);
    await picker.shows("Delete this session?");
    await picker.shows("The file goes to the trash.");
    expect(picker.screen()).toMatch(/7 messages · 2 KB/);
    expect(picker.screen()).toContain("1 fork would lose its parent.");
    picker.press("yx ");
    picker.press(DELETE);
    picker.press("\t");
    picker.press(ESCAPE);
    await picker.shows("type to search");
    expect(picker.commands.deleted).toEqual([]);
  });

  it("says that an agent is at work", async () => {
    const catalog = new MemoryCatalog([session("busy", { active: 1_000_000 })]);
    const picker = openPicker(catalog, { now: () => 1_030_000 });
    await picker.selects("busy");
    picker.press(DELETE);
    await picker.shows("It is live");
  });

  it("does not come for the session in use", async () => {
    const picker = await opened({ runningSessions: ["alpha"] });
    picker.press(DELETE);
    await picker.shows("in use by the agent that runs treeline");
    picker.press(ENTER);
    await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalled());
    expect(picker.commands.deleted).toEqual([]);
  });

  it("comes with CTRL+Backspace while no query is typed; then that key erases", async () => {
    const picker = await opened();
    picker.press("a");
    await picker.shows("> a");
    picker.press("\b");
    await picker.shows("type to search");
    picker.press("\b");
    await picker.shows("Delete this session?");
  });
});

describe("deleting", () => {
  it("moves the session to the trash, and CTRL+Z brings back one after the other, the last first", async () => {
    const picker = await opened();
    for (const name of ["alpha", "Beta"]) {
      await picker.selects(name);
      picker.press(DELETE);
      await picker.shows("goes to the trash");
      picker.press(ENTER);
      await picker.shows("Deleted. CTRL+Z brings it back.");
      const { sessions } = picker.catalog.getSnapshot();
      picker.catalog.set({ sessions: sessions.slice(1) });
    }
    await picker.selects("gamma");
    picker.press(UNDO);
    await vi.waitFor(() => expect(picker.commands.restored).toEqual(["beta"]));
    await picker.shows("It is back.");
    picker.press(UNDO);
    await vi.waitFor(() => expect(picker.commands.restored).toEqual(["beta", "alpha"]));
    picker.press(UNDO);
    await picker.shows("Nothing was deleted here");
  });

  it("with two presses of Enter deletes one session and resumes none", async () => {
    const picker = await opened();
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(ENTER);
    await picker.shows("Deleted.");
    picker.press(ENTER);
    picker.press(DOWN);
    await picker.selects("Beta");
    expect(picker.onChoose).not.toHaveBeenCalled();
    // After another key it is meant as it stands.
    picker.press(ENTER);
    await vi.waitFor(() => expect(picker.onChoose).toHaveBeenCalledTimes(1));
  });

  it("takes no text that ends with a line break for an answer", async () => {
    const picker = await opened();
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(`yes${ENTER}`);
    picker.press(ESCAPE);
    await picker.shows("type to search");
    expect(picker.commands.deleted).toEqual([]);
  });

  it("stays the latest one until it could be brought back", async () => {
    const picker = await opened();
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(ENTER);
    await picker.shows("Deleted.");
    picker.commands.occupied.add("alpha");
    picker.press(UNDO);
    await picker.shows("1 not brought back");
    await picker.shows("alpha: something is there now");
    await picker.shows("Nothing was brought back.");
    picker.press(ESCAPE);
    picker.commands.occupied.clear();
    await picker.shows("type to search");
    picker.press(UNDO);
    await picker.shows("It is back.");
  });

  it("says when it cannot bring the file back", async () => {
    const picker = await opened();
    const remove = picker.commands.delete.bind(picker.commands);
    picker.commands.delete = async (...request) => {
      const report = await remove(...request);
      return { ...report, trashed: report.trashed.map((one) => ({ ...one, trashed: undefined })) };
    };
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(ENTER);
    await picker.shows("To bring it back, open the system's trash.");
  });

  it("asks again about a file that changed after the question", async () => {
    const picker = await opened();
    picker.commands.failures.set("alpha", { kind: "changed", reason: "it changed" });
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(ENTER);
    await picker.shows("It changed after you were asked.");
    await picker.shows("goes to the trash");
    // A second press that was meant for the first question is no answer to this one.
    picker.press(ENTER);
    expect(picker.commands.deleted).toHaveLength(1);
    await vi.waitFor(() => {
      picker.press(ENTER);
      expect(picker.commands.deleted).toHaveLength(2);
    });
    await picker.shows("Deleted.");
    expect(picker.onChoose).not.toHaveBeenCalled();
  });

  it("removes nothing for good unless the word for it is typed", async () => {
    const picker = await opened();
    picker.commands.withoutTrash.set("alpha", "its folder is on another computer");
    picker.press(DELETE);
    await picker.shows("No trash takes the file: its folder is on another computer.");
    picker.press(ENTER);
    await picker.shows("Type delete:");
    await picker.shows("This cannot be undone.");
    picker.press(`yes${ENTER}`);
    await picker.shows("To remove for good, type: delete");
    expect(picker.commands.deleted).toEqual([]);
    picker.press(`\x15delete${ENTER}`);
    await picker.shows("Deleted.");
    expect(picker.commands.deleted).toMatchObject([{ permanent: true, targets: [{ path: "alpha" }] }]);
    expect(picker.screen()).not.toContain("CTRL+Z brings");
  });

  it("asks the second question also when the trash turns out not to work", async () => {
    const picker = await opened();
    picker.commands.failures.set("alpha", { kind: "noTrash", reason: "the disk is full" });
    picker.press(DELETE);
    await picker.shows("goes to the trash");
    picker.press(ENTER);
    await picker.shows("Type delete:");
    await picker.shows("the disk is full");
    picker.press(ESCAPE);
    await picker.shows("type to search");
    expect(picker.commands.deleted).toMatchObject([{ permanent: false }]);
  });
});

describe("marks", () => {
  it("stay across queries, and are counted", async () => {
    const picker = await opened();
    picker.press(MARK);
    await picker.shows("1 marked");
    await picker.selects("Beta");
    picker.press("gamma");
    await picker.selects("gamma");
    picker.press(MARK);
    await picker.shows("2 marked");
    picker.press("\x15");
    await picker.shows("◆alpha");
    expect(picker.screen()).toContain("◆gamma");
  });

  it("are set for a range, for all that match, inverted and taken away", async () => {
    const picker = await opened();
    picker.press(`${SHIFT_DOWN}${SHIFT_DOWN}`);
    await picker.shows("3 marked");
    picker.press(`${MARKS}${DOWN}${ENTER}`);
    await picker.shows("1 marked");
    picker.press(`${MARKS}${UP}${ENTER}`);
    await vi.waitFor(() => expect(picker.screen()).not.toContain("marked"));
    picker.press("alpha");
    await vi.waitFor(() => expect(picker.screen()).not.toContain("gamma"));
    picker.press(`${MARKS}${ENTER}`);
    await picker.shows("1 marked");
  });

  it("are what is copied and deleted: one question with totals and list, progress, then one undo", async () => {
    const copy = vi.fn(() => true);
    const picker = await opened({ copy });
    picker.press(`${SHIFT_DOWN}${SHIFT_DOWN}`);
    await picker.shows("3 marked");
    picker.press(COPY);
    await picker.shows("Copied 3 paths.");
    expect(copy).toHaveBeenCalledWith("alpha\nbeta\ngamma");
    picker.press(DELETE);
    await picker.shows("Delete 3 sessions?");
    await picker.shows("All of them go to the trash.");
    expect(picker.screen()).toMatch(/3 sessions · 9 messages/);
    expect(picker.screen()).toMatch(/gamma · 7 messages/);
    let go = () => {};
    picker.commands.beforeDelete = new Promise((resolve) => {
      go = resolve;
    });
    picker.press(ENTER);
    await picker.shows("Deleting… 1/3");
    go();
    await picker.shows("3 sessions deleted. CTRL+Z brings them back.");
    expect(picker.screen()).not.toContain("marked");
    picker.press(UNDO);
    await picker.shows("3 sessions are back.");
  });

  it("report what could not be deleted and why, with the rest done", async () => {
    const picker = await opened();
    picker.commands.failures.set("beta", { kind: "failed", reason: "no permission" });
    picker.press(`${SHIFT_DOWN}${SHIFT_DOWN}${DELETE}`);
    await picker.shows("All of them go");
    picker.press(ENTER);
    await picker.shows("1 not deleted");
    await picker.shows("Beta: no permission");
    await picker.shows("2 sessions deleted.");
    picker.press(ESCAPE);
    await picker.shows("1 marked");
  });

  it("are deleted until somebody stops that; the rest stays marked", async () => {
    const picker = await opened();
    let go = () => {};
    picker.commands.beforeDelete = new Promise((resolve) => {
      go = resolve;
    });
    picker.press(`${SHIFT_DOWN}${SHIFT_DOWN}${DELETE}`);
    await picker.shows("All of them go");
    picker.press(ENTER);
    await picker.shows("Escape stop");
    picker.press(CTRL_C);
    await vi.waitFor(() => expect(picker.commands.stops).toBe(1));
    expect(picker.onLeave).not.toHaveBeenCalled();
    go();
    await picker.shows("Deleted.");
    await picker.shows("2 marked");
  });

  it("that no trash takes and that changed are asked about again", async () => {
    const picker = await opened();
    picker.commands.failures.set("alpha", { kind: "changed", reason: "it changed" });
    picker.commands.failures.set("beta", { kind: "noTrash", reason: "the disk is full" });
    picker.press(`${SHIFT_DOWN}${SHIFT_DOWN}${DELETE}`);
    await picker.shows("All of them go");
    picker.press(ENTER);
    await picker.shows("Delete 2 sessions?");
    await picker.shows("Some changed after you were asked, some no trash took.");
  });

  it("are counted where no long folder cuts the number off", async () => {
    const picker = await opened({ cwd: `/a/${"long/".repeat(40)}folder`, scope: "all" });
    picker.press(MARK);
    await picker.shows("1 marked");
    picker.press("\t");
    await picker.shows(/^Sessions: ….*long\/folder · recent +1 marked$/m);
  });

  it("leave out the session in use", async () => {
    const picker = await opened({ runningSessions: ["beta"] });
    picker.press(`${UP}${SHIFT_DOWN}${SHIFT_DOWN}${DELETE}`);
    await picker.shows("Delete 2 sessions?");
    await picker.shows("in use by the agent that runs treeline stays");
  });
});
