/** Draws the demo as an SVG picture for the README, from the screen of the real program. */
import { writeFileSync } from "node:fs";
import { spawn } from "@lydell/node-pty";
import xterm, { type IBufferCell } from "@xterm/headless";

const COLUMNS = 100;
const ROWS = 18;
const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 18;
const PALETTE = ["#1d1f21", "#cc6666", "#8abe6b", "#e0b252", "#81a2be", "#b294bb", "#5fb3b3", "#d8dad7"];

const screen = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
const env = { ...process.env, TERM: "xterm-256color", FORCE_COLOR: "1" };
const program = spawn(process.execPath, ["dist/cli.js", "--demo"], { cols: COLUMNS, rows: ROWS, env });
program.onData((output) => screen.write(output, draw));

const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

function style(cell: IBufferCell): string {
  const color = cell.isFgPalette() ? (PALETTE[cell.getFgColor() % 8] ?? "#d8dad7") : "#d8dad7";
  const weight = cell.isBold() ? ' font-weight="bold"' : "";
  return `fill="${color}"${weight}${cell.isDim() ? ' opacity="0.55"' : ""}`;
}

/** Writes the picture once the list is complete. */
function draw(): void {
  const rows = Array.from({ length: ROWS }, (_, row) => screen.buffer.active.getLine(row));
  if (!rows.some((row) => /SQLite/.test(row?.translateToString() ?? ""))) return;
  const spans: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < COLUMNS; x++) {
      const cell = row?.getCell(x);
      const text = cell?.getChars() ?? "";
      if (cell === undefined || text.trim() === "") continue;
      const left = (x * CELL_WIDTH + 12).toFixed(1);
      spans.push(`<text x="${left}" y="${y * CELL_HEIGHT + 26}" ${style(cell)}>${escapeMarkup(text)}</text>`);
    }
  }
  const size = `width="${COLUMNS * CELL_WIDTH + 24}" height="${ROWS * CELL_HEIGHT + 24}"`;
  const font = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"';
  const background = '<rect width="100%" height="100%" rx="8" fill="#1d1f21"/>';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>${background}\n${spans.join("\n")}\n</svg>\n`;
  writeFileSync("docs/picker.svg", picture);
  program.kill();
  process.exit(0);
}
