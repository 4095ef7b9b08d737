/** Draws pictures for the README, from the screen of the real program with the sample sessions. */
import { writeFileSync } from "node:fs";
import { spawn } from "@lydell/node-pty";
import xterm, { type IBufferCell } from "@xterm/headless";

const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 18;
const PALETTE = ["#1d1f21", "#cc6666", "#8abe6b", "#e0b252", "#81a2be", "#b294bb", "#5fb3b3", "#d8dad7"];

interface Picture {
  readonly file: string;
  readonly args: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** The screen is complete once it says this. */
  readonly complete: RegExp;
}

const PICTURES: readonly Picture[] = [
  { file: "docs/picker.svg", args: ["--demo"], columns: 100, rows: 20, complete: /1 of 1\d\b[\s\S]*Enter/ },
  {
    file: "docs/tree.svg",
    args: ["tree", "--demo"],
    columns: 130,
    rows: 30,
    complete: /│ - Nothing has to be changed/,
  },
];

const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

function style(cell: IBufferCell): string {
  const color = cell.isFgPalette() ? (PALETTE[cell.getFgColor() % 8] ?? "#d8dad7") : "#d8dad7";
  const weight = cell.isBold() ? ' font-weight="bold"' : "";
  const slant = cell.isItalic() ? ' font-style="italic"' : "";
  return `fill="${color}"${weight}${slant}${cell.isDim() ? ' opacity="0.55"' : ""}`;
}

function markup(screen: InstanceType<typeof xterm.Terminal>): string {
  const spans: string[] = [];
  for (let y = 0; y < screen.rows; y++) {
    const row = screen.buffer.active.getLine(y);
    for (let x = 0; x < screen.cols; x++) {
      const cell = row?.getCell(x);
      const text = cell?.getChars() ?? "";
      if (cell === undefined || text.trim() === "") continue;
      const left = (x * CELL_WIDTH + 12).toFixed(1);
      spans.push(`<text x="${left}" y="${y * CELL_HEIGHT + 26}" ${style(cell)}>${escapeMarkup(text)}</text>`);
    }
  }
  const size = `width="${screen.cols * CELL_WIDTH + 24}" height="${screen.rows * CELL_HEIGHT + 24}"`;
  const font = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"';
  const background = '<rect width="100%" height="100%" rx="8" fill="#1d1f21"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>${background}\n${spans.join("\n")}\n</svg>\n`;
}

function take({ file, args, columns, rows, complete }: Picture): Promise<void> {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const env = { ...process.env, TERM: "xterm-256color", FORCE_COLOR: "1" };
  const program = spawn(process.execPath, ["dist/cli.js", ...args], { cols: columns, rows, env });
  return new Promise((settle) => {
    program.onData((output) =>
      screen.write(output, () => {
        const lines = Array.from({ length: rows }, (_, row) =>
          screen.buffer.active.getLine(row)?.translateToString(true),
        );
        if (!complete.test(lines.join("\n"))) return;
        writeFileSync(file, markup(screen));
        program.kill();
        settle();
      }),
    );
  });
}

for (const picture of PICTURES) await take(picture);
process.exit(0);
