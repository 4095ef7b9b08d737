import { randomUUID } from "node:crypto";
import type { WorkflowLink } from "../model/digest.ts";
import type { SessionHeader } from "../model/entry.ts";
import { workflowOf } from "../model/fact.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import { InvalidSessionIdError, InvalidWorkflowError } from "./session-errors.ts";

/** How a new session begins (specification: newSession, SessionHeader). */
export interface NewSessionOptions {
  /** A UUID is made where none is given. */
  readonly id?: string;
  /** Path of the session that this one was forked from. */
  readonly parentSession?: string;
  /** Belongs to a workflow; only together with `workflow`. */
  readonly internal?: boolean;
  readonly workflow?: WorkflowLink;
}

const SESSION_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** The header of a new session. Throws InvalidSessionIdError and InvalidWorkflowError. */
export function newHeader(
  cwd: string,
  options: NewSessionOptions = {},
): SessionHeader & { timestamp: string } {
  const id = options.id ?? randomUUID();
  if (!SESSION_ID.test(id)) throw new InvalidSessionIdError(id);
  const { parentSession } = options;
  return {
    type: "session",
    version: CURRENT_VERSION,
    id,
    timestamp: new Date().toISOString(),
    cwd,
    ...(parentSession === undefined ? {} : { parentSession }),
    ...askedMarker(options),
  };
}

function askedMarker({ internal, workflow }: NewSessionOptions) {
  if (internal !== true && workflow === undefined) return {};
  return {
    internal: true as const,
    workflow: completeWorkflow(internal === true ? workflow : undefined, undefined),
  };
}

/** The workflow, if run id, stage id and stage name are all there. Throws InvalidWorkflowError. */
export function completeWorkflow(workflow: WorkflowLink | undefined, file: string | undefined): WorkflowLink {
  const complete = workflowOf({ type: "session", id: "", internal: true, workflow });
  if (complete === undefined) throw new InvalidWorkflowError(file);
  return complete;
}

/** A valid workflow marker, for a session that inherits it. */
export function markerOf(header: SessionHeader): { internal: boolean; workflow: WorkflowLink } | undefined {
  const workflow = workflowOf(header);
  return workflow === undefined ? undefined : { internal: true, workflow };
}
