import type { SessionDigest } from "../digest.ts";
import { fold } from "./fold.ts";
import type { MatchContext } from "./match-session.ts";
import type { SessionQuery } from "./session-query.ts";

/** STAND-IN. */
export function nearSessions(
  query: SessionQuery,
  sessions: readonly SessionDigest[],
  _context: MatchContext,
): ReadonlyMap<SessionDigest, number> {
  const words = query.terms.flatMap((term) => (term.kind === "words" && !term.isExcluded ? term.words : []));
  if (words.length === 0) return new Map();
  const near = sessions.filter(({ name, firstMessage }) => {
    const all = fold(`${name ?? ""} ${firstMessage}`).split(/\W+/);
    return words.every((word) => all.some((other) => word.length > 3 && isNear(word, other)));
  });
  return new Map(near.map((session) => [session, 1]));
}

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let same = 0;
  while (a[same] === b[same] && same < a.length) same++;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(a, same + 1) === rest(b, same + 1) ||
    rest(a, same + 1) === rest(b, same) ||
    rest(a, same) === rest(b, same + 1) ||
    (a[same] === b[same + 1] && a[same + 1] === b[same] && rest(a, same + 2) === rest(b, same + 2))
  );
}
