import { EventEmitter } from "node:events";
import { useInput, usePaste, useStdin } from "ink";
import { useEffect, useRef } from "react";
import { type KeyPress, keyPresses } from "./keymap.ts";
import { oneLine } from "./parts/line.ts";

export interface KeyTargets {
  readonly onPress: (press: KeyPress) => void;
  /** Text that was pasted, as one line. */
  readonly onPaste: (text: string) => void;
  readonly isActive?: boolean;
}

/** Leads what is pressed and pasted to those who want it. */
export function useKeyPresses({ onPress, onPaste, isActive = true }: KeyTargets): void {
  const sequence = useSequence();
  useInput(
    (input, key) => {
      for (const press of keyPresses(input, key, sequence.current)) onPress(press);
    },
    { isActive },
  );
  usePaste((text) => onPaste(oneLine(text)), { isActive });
}

/** What the terminal sent last. Ink knows the function keys apart, but its report of a key leaves that out. */
function useSequence(): { readonly current: string } {
  const stdin = useStdin();
  const sequence = useRef("");
  const emitter =
    "internal_eventEmitter" in stdin && stdin.internal_eventEmitter instanceof EventEmitter
      ? stdin.internal_eventEmitter
      : undefined;
  useEffect(() => {
    const note = (received: unknown) => {
      sequence.current = typeof received === "string" ? received : "";
    };
    // Before those who are told of the key.
    emitter?.prependListener("input", note);
    return () => void emitter?.removeListener("input", note);
  }, [emitter]);
  return sequence;
}
