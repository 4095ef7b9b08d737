import { render } from "ink";
import type { SessionDigest } from "../model/digest.ts";
import { Picker, type PickerProps } from "./picker/picker.tsx";

export interface PickerOptions extends Omit<PickerProps, "onChoose" | "onLeave"> {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

export type PickerOutcome =
  | { readonly kind: "cancelled" }
  | { readonly kind: "chosen"; readonly session: SessionDigest; readonly cwd: string };

/** Draws the picker until somebody chooses or leaves; then the terminal is as it was before. */
export async function openPicker({ stdin, stdout, ...props }: PickerOptions): Promise<PickerOutcome> {
  let outcome: PickerOutcome = { kind: "cancelled" };
  const instance = render(
    <Picker
      {...props}
      onChoose={(session, cwd) => {
        outcome = { kind: "chosen", session, cwd };
        instance.unmount();
      }}
      onLeave={() => instance.unmount()}
    />,
    {
      stdin,
      stdout,
      patchConsole: false,
      exitOnCtrlC: false,
      maxFps: 60,
      incrementalRendering: true,
      alternateScreen: true,
      // Ink would stop drawing in a shell that sets CI; that this is a terminal was made sure of before.
      interactive: true,
    },
  );
  await instance.waitUntilExit();
  return outcome;
}
