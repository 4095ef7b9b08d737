import { SessionError } from "./session-errors.ts";

/** A file was not deleted; it lies at its place as it was, unless `reason` says otherwise. */
export class DeletionError extends SessionError {
  override readonly name: string = "DeletionError";
  constructor(
    override readonly file: string,
    /** A clause without a full stop. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${JSON.stringify(file)} was not deleted: ${reason}`, file, options);
  }
}

/** No trash takes the file. It is at its place as it was. */
export class NoTrashError extends DeletionError {
  override readonly name = "NoTrashError";
}

/** The file is not the one any more that somebody was asked about. It is at its place. */
export class FileChangedError extends DeletionError {
  override readonly name = "FileChangedError";
  constructor(file: string) {
    super(file, "it changed since you were asked");
  }
}

/** There is no such file any more. */
export class FileGoneError extends DeletionError {
  override readonly name = "FileGoneError";
  constructor(file: string) {
    super(file, "it is gone already");
  }
}

/** A file did not come back from the trash; nothing was overwritten, and where it lay it still lies. */
export class RestoreError extends SessionError {
  override readonly name = "RestoreError";
  constructor(
    override readonly file: string,
    readonly kind: "occupied" | "missing" | "failed",
    /** A clause without a full stop. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${JSON.stringify(file)} was not restored: ${reason}`, file, options);
  }
}
