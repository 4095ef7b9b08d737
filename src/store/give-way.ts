import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

/** The interface, on another thread, comes first. */
const NICENESS = 10;

/** Lets other threads come before this one, from now on. On Linux the priority of a thread is its own; elsewhere nothing happens. */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
  } catch {
    // It is a courtesy.
  }
}
