import { folderProblem, reasonOf } from "../folder-problem.ts";
import { DamagedIndexError, type DatabaseShape, IndexDatabase, IndexUnavailableError } from "./database.ts";
import { databasePath } from "./database-files.ts";

/** Why a database that is there cannot be used as it is: whoever opens it makes it anew. */
export type Unusable = "is damaged" | "was made by another version" | "is empty";

/**
 * Asks something of a database that is there, and leaves it as it is, whatever it is. Throws IndexUnavailableError.
 */
export function lookInto<Answer>(
  directory: string,
  shape: DatabaseShape,
  ask: (database: IndexDatabase) => Answer,
): Answer | Unusable {
  let database: IndexDatabase | undefined;
  try {
    database = new IndexDatabase(databasePath(directory, shape));
    const version = database.version();
    if (version === shape.version) return ask(database);
    return version === 0 ? "is empty" : "was made by another version";
  } catch (error) {
    if (error instanceof DamagedIndexError) return "is damaged";
    throw new IndexUnavailableError(directory, folderProblem(directory) ?? reasonOf(error));
  } finally {
    database?.close();
  }
}
