import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { openPieces, type PieceStream, type ReadPiece } from "./piece-stream.ts";
import type { AheadFile, AheadQuestion } from "./reading-ahead.ts";

/** Everything else gets its turn at least so often: ms. */
const SLICE_MS = 10;

/** Reads files for another thread, whenever this one has nothing better to do. */
export class AheadReader {
  readonly #port: MessagePort;
  readonly #isBusy: () => boolean;
  readonly #waiting = new Set<string>();
  #isWorking = false;
  #begin: () => void;

  /**
   * `isBusy`: whether this thread works on something else, and gives others their turn now and then. `onBegin` is called
   * before the first file is read.
   */
  constructor(port: MessagePort, isBusy: () => boolean, onBegin: () => void = () => undefined) {
    this.#port = port;
    this.#isBusy = isBusy;
    this.#begin = onBegin;
    port.on("message", ({ kind, path }: AheadQuestion) => {
      if (kind === "read") this.#waiting.add(path);
      else this.#waiting.delete(path);
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.size > 0) {
      const end = performance.now() + SLICE_MS;
      while (!this.#isBusy() && performance.now() < end) {
        const [path] = this.#waiting;
        if (path === undefined) break;
        this.#waiting.delete(path);
        this.#begin();
        this.#begin = () => undefined;
        const file: AheadFile = { path, pieces: piecesOf(path) };
        this.#port.postMessage(file);
      }
      await setImmediate();
    }
    this.#isWorking = false;
  }
}

/** All pieces of a file; undefined when it cannot be read, or changes while it is. */
function piecesOf(path: string): readonly ReadPiece[] | undefined {
  const pieces: ReadPiece[] = [];
  let stream: PieceStream | undefined;
  try {
    stream = openPieces(path);
    for (let piece = stream.next(); piece !== undefined; piece = stream.next()) {
      if (piece === "changed") return undefined;
      pieces.push(piece);
    }
    return pieces;
  } catch {
    // Whoever wants the file tries again, and hears what is wrong with it.
    return undefined;
  } finally {
    stream?.close();
  }
}
