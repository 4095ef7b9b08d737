import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderName } from "../../src/model/folder-name.ts";

const pad = (number: number) => String(number).padStart(2, "0");

export interface SampleSession {
  readonly id: string;
  readonly cwd: string;
  readonly text: string;
  readonly name?: string;
  /** The hour of 2026-05-01 (UTC) at which it was spoken. */
  readonly hour: number;
  readonly parentSession?: string;
}

/** Writes a small session as an agent would; returns its path. */
export function writeSample(agentDirectory: string, sample: SampleSession): string {
  const { id, cwd, text, name, hour, parentSession } = sample;
  const timestamp = `2026-05-01T${pad(hour)}:00:00.000Z`;
  const lines = [
    {
      type: "session",
      version: 3,
      id,
      timestamp,
      cwd,
      ...(parentSession === undefined ? {} : { parentSession }),
    },
    {
      type: "message",
      id: "a1",
      parentId: null,
      timestamp,
      message: { role: "user", content: [{ type: "text", text }], timestamp: Date.parse(timestamp) },
    },
    ...(name === undefined ? [] : [{ type: "session_info", id: "a2", parentId: "a1", timestamp, name }]),
  ];
  const folder = join(agentDirectory, "sessions", folderName(cwd));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}
