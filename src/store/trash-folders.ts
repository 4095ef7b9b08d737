import { lstatSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Where the trash of the home folder is, by the rule of freedesktop systems. */
export function homeTrash(): string {
  const { XDG_DATA_HOME } = process.env;
  // The trash package takes a relative one as it is, so that is where files would go.
  const data = XDG_DATA_HOME === undefined || XDG_DATA_HOME === "" ? undefined : resolve(XDG_DATA_HOME);
  return join(data ?? join(homedir(), ".local", "share"), "Trash");
}

/** The trash that a mount keeps for this person, by the rules of the trash package; undefined: the home trash. */
export function mountTrash(mount: string): string | undefined {
  const shared = join(mount, ".Trash");
  const own = `${shared}-${userId()}`;
  try {
    const stat = lstatSync(shared, { throwIfNoEntry: false });
    // A shared folder counts only when it is a real one, open to all, and nobody removes what is not theirs.
    return stat?.isDirectory() === true && stat.mode === 0o41777 ? join(shared, String(userId())) : own;
  } catch {
    return undefined;
  }
}

function userId(): number {
  return process.getuid?.() ?? 0;
}

/** All folders of trash in which a file from this place may lie now. */
export function possibleTrashes(path: string): readonly string[] {
  if (process.platform === "darwin") return macTrashes(path);
  if (process.platform !== "linux") return [];
  const top = topFolder(path);
  const ofMount =
    top === undefined ? [] : [join(top, ".Trash", String(userId())), join(top, `.Trash-${userId()}`)];
  return [homeTrash(), ...ofMount];
}

function macTrashes(path: string): readonly string[] {
  const volume = /^\/Volumes\/[^/]+/.exec(path)?.[0];
  const home = join(homedir(), ".Trash");
  return volume === undefined ? [home] : [join(volume, ".Trashes", String(userId())), home];
}

/** The highest folder above a file that lies on the same file system. */
function topFolder(path: string): string | undefined {
  try {
    let top = dirname(path);
    const device = statSync(top).dev;
    for (let above = dirname(top); above !== top; above = dirname(above)) {
      if (statSync(above).dev !== device) break;
      top = above;
    }
    return top;
  } catch {
    return undefined;
  }
}

/** What the trash package passes over when it looks for the mount of a file. */
const PASSED_OVER = /^\/(snap|var\/snap|run|sys|proc|dev)($|\/)/;

/** Mount points by device, as the trash package sees them. */
export function mountPoints(): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  let table: string;
  try {
    table = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return points;
  }
  for (const line of table.split("\n")) {
    const [, , numbers = "", , escaped = ""] = line.split(" ");
    const [major = Number.NaN, minor = Number.NaN] = numbers.split(":").map(Number);
    // So the package reckons. It cuts major numbers at 255, and then finds no mount, for example of an NVMe disk.
    const device = ((minor >> 8) << 20) | ((major & 0xff) << 8) | (minor & 0xff);
    const point = escaped.replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    if (point !== "" && !PASSED_OVER.test(point) && !points.has(device)) points.set(device, point);
  }
  return points;
}
