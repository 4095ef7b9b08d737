import { useEffect, useState } from "react";

/** Ages and live marks are at most so old: ms. */
const TICK_MS = 10_000;

/** The time, in ms since 1970, looked at anew with each frame; there is a frame now and then even when nothing else happens. */
export function useNow(now: () => number, isActive: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isActive]);
  return now();
}
