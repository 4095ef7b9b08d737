import { useRef } from "react";

/** Longer than the second press of somebody who pressed Enter twice: ms. */
const HOLD_MS = 400;

/** Enter that does nothing for a moment, where something else has just come under it. */
export interface HeldEnter {
  readonly isHeld: () => boolean;
  readonly hold: () => void;
  /** Another key was pressed: the next Enter is meant as it stands. */
  readonly release: () => void;
}

export function useHeldEnter(): HeldEnter {
  const held = useRef<NodeJS.Timeout | undefined>(undefined);
  return {
    isHeld: () => held.current !== undefined,
    release: () => {
      clearTimeout(held.current);
      held.current = undefined;
    },
    hold: () => {
      clearTimeout(held.current);
      held.current = setTimeout(() => {
        held.current = undefined;
      }, HOLD_MS);
      // Nobody who leaves waits for it.
      held.current.unref();
    },
  };
}
