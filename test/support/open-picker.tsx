import { stripVTControlCharacters } from "node:util";
import { render } from "ink-testing-library";
import { expect, vi } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import type { Catalog } from "../../src/store/catalog.ts";
import { Picker, type PickerProps } from "../../src/ui/picker/picker.tsx";
import { sample } from "./digest.ts";
import { pickerProps } from "./picker-props.ts";

/** A session whose path is its id and its first message. */
export const session = (path: string, rest: Partial<SessionDigest> = {}) =>
  sample({
    path,
    id: path,
    cwd: "/work",
    created: 0,
    modified: 0,
    messageCount: 1,
    firstMessage: path,
    ...rest,
  });

/** The picker in a terminal in memory, and what can be done with it. */
export function openPicker(catalog: Catalog, props: Partial<PickerProps> = {}) {
  const onChoose = vi.fn<PickerProps["onChoose"]>();
  const onLeave = vi.fn<PickerProps["onLeave"]>();
  const base = pickerProps(catalog);
  const app = render(
    <Picker
      {...base}
      isActive={true}
      onTree={() => {}}
      onBookmarks={() => {}}
      onChoose={onChoose}
      onLeave={onLeave}
      {...props}
    />,
  );
  const screen = () => stripVTControlCharacters(app.lastFrame() ?? "");
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(screen()).toMatch(text));
  const selects = (title: string) => shows(new RegExp(`^❯. ${title}`, "m"));
  const styled = () => app.lastFrame() ?? "";
  const rows = () => screen().split("\n");
  const resize = (columns: number, lines: number) => {
    Object.defineProperties(app.stdout, {
      columns: { value: columns, configurable: true },
      rows: { value: lines, configurable: true },
    });
    app.stdout.emit("resize");
  };
  const frames = () => app.frames.map((frame) => stripVTControlCharacters(frame));
  const press = app.stdin.write;
  return {
    commands: base.commands,
    onChoose,
    onLeave,
    screen,
    styled,
    rows,
    frames,
    shows,
    selects,
    resize,
    press,
  };
}
