#!/usr/bin/env node
import { run } from "./program/program.ts";

// `treeline list | head` closes the pipe when it has seen enough: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

// Nothing is left to do then; without this Node takes apart its whole heap before it ends.
process.once("beforeExit", () => process.exit());

process.exitCode = await run(process.argv.slice(2), new URL(".", import.meta.url));
