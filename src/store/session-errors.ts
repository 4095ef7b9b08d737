/** A call that cannot be done on a session. `file` names it where there is one; nothing was changed. */
export class SessionError extends Error {
  override readonly name: string = "SessionError";
  constructor(
    message: string,
    readonly file: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The file has content but no valid header: it is no session, or a damaged one, and is left alone. */
export class NotASessionError extends SessionError {
  override readonly name = "NotASessionError";
  constructor(file: string) {
    super(`${JSON.stringify(file)} is no session: it has no valid header. It was left as it is.`, file);
  }
}

/** The file is not there or cannot be read. `cause` says why. */
export class UnreadableSessionError extends SessionError {
  override readonly name = "UnreadableSessionError";
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`${JSON.stringify(file)} cannot be read: ${why}`, file, options);
  }
}

/** No entry of the session has this id. */
export class UnknownEntryError extends SessionError {
  override readonly name = "UnknownEntryError";
  constructor(
    readonly entryId: string,
    file: string | undefined,
  ) {
    super(`No entry ${JSON.stringify(entryId)} in ${describe(file)}.`, file);
  }
}

/** A later entry of the session has the same id, so that a file can only name that one. */
export class ShadowedEntryError extends SessionError {
  override readonly name = "ShadowedEntryError";
  constructor(
    readonly entryId: string,
    file: string,
  ) {
    super(`Several entries of ${describe(file)} have the id ${JSON.stringify(entryId)}.`, file);
  }
}

/** A session id that cannot be part of a file name. */
export class InvalidSessionIdError extends SessionError {
  override readonly name = "InvalidSessionIdError";
  constructor(readonly sessionId: string) {
    super(
      `${JSON.stringify(sessionId)} cannot be a session id: use letters, digits, dots, dashes and underscores, and begin and end with a letter or digit.`,
      undefined,
    );
  }
}

/** A workflow marker that is not complete (specification: SessionHeader). */
export class InvalidWorkflowError extends SessionError {
  override readonly name = "InvalidWorkflowError";
  constructor(file: string | undefined) {
    super("An internal session needs a workflow with a run id, a stage id and a stage name.", file);
  }
}

/** What should be appended does not fit the schema of its type. */
export class InvalidEntryError extends SessionError {
  override readonly name = "InvalidEntryError";
  constructor(
    readonly entryType: string,
    file: string | undefined,
    options?: ErrorOptions,
  ) {
    super(`That is no valid ${entryType} entry. Nothing was added to ${describe(file)}.`, file, options);
  }
}

/** Somebody else changed the file while it was rewritten; the rewriting was given up and the file is theirs. */
export class SessionChangedError extends SessionError {
  override readonly name = "SessionChangedError";
  constructor(file: string) {
    super(
      `${JSON.stringify(file)} changed while it was being rewritten. Nothing was written; try again.`,
      file,
    );
  }
}

/** The file is not the one any more that was read: it was replaced, or rewritten from its start. */
export class SessionReplacedError extends SessionError {
  override readonly name = "SessionReplacedError";
  constructor(file: string) {
    super(`${JSON.stringify(file)} was replaced since it was read. Open it again.`, file);
  }
}

/** The file could not be written to. `cause` says why. */
export class AppendError extends SessionError {
  override readonly name = "AppendError";
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`Nothing was added to ${JSON.stringify(file)}: ${why}`, file, options);
  }
}

function describe(file: string | undefined): string {
  return file === undefined ? "the session" : JSON.stringify(file);
}
