import { render } from "ink";
import { useState } from "react";
import type { SessionDocument } from "../store/document.ts";
import { Picker, type PickerProps } from "./picker/picker.tsx";
import { Tree, type TreeProps } from "./tree/tree.tsx";

/** The session to resume, and the folder to do that in. */
export interface ChosenSession {
  readonly path: string;
  readonly id: string;
  readonly cwd: string;
  /** The agent whose store holds it; undefined when nothing tells. */
  readonly agent: string | undefined;
}

export type AppOutcome =
  | { readonly kind: "cancelled" }
  | { readonly kind: "chosen"; readonly session: ChosenSession };

/** A session whose tree is on the screen. */
export interface OpenTree {
  readonly document: SessionDocument;
  readonly agent: string | undefined;
}

export interface AppProps {
  /** Undefined where only a tree was asked for. */
  readonly picker: Omit<PickerProps, "isActive" | "onChoose" | "onTree" | "onLeave"> | undefined;
  /** The tree to begin with. */
  readonly tree: OpenTree | undefined;
  readonly treeOptions: Omit<TreeProps, "document" | "onResume" | "onLeave">;
  readonly openDocument: (path: string) => SessionDocument;
  readonly onOutcome: (outcome: AppOutcome) => void;
}

/** The screens, one on top of the other: leaving the tree leads back to the picker as it was. */
export function App({ picker, tree: firstTree, treeOptions, openDocument, onOutcome }: AppProps) {
  const [tree, setTree] = useState(firstTree);
  // Ending the workers takes as long as clearing the screen: both go on at once.
  const end = (outcome: AppOutcome) => {
    picker?.catalog.close();
    tree?.document.close();
    onOutcome(outcome);
  };
  const leave = () => end({ kind: "cancelled" });
  const closeTree = () => {
    if (picker === undefined) return leave();
    tree?.document.close();
    setTree(undefined);
  };
  const choose = (session: ChosenSession) => end({ kind: "chosen", session });
  return (
    <>
      {picker !== undefined && (
        <Picker
          {...picker}
          isActive={tree === undefined}
          onChoose={({ path, id, agent }, cwd) => choose({ path, id, agent, cwd })}
          onTree={({ path, agent }) => setTree({ document: openDocument(path), agent })}
          onLeave={leave}
        />
      )}
      {tree !== undefined && (
        <Tree
          {...treeOptions}
          document={tree.document}
          onResume={({ path, id }, cwd) => choose({ path, id, cwd, agent: tree.agent })}
          onLeave={closeTree}
        />
      )}
    </>
  );
}

export interface AppOptions extends Omit<AppProps, "onOutcome"> {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Draws the program until somebody chooses or leaves; then the terminal is as it was before. */
export async function openApp({ stdin, stdout, ...props }: AppOptions): Promise<AppOutcome> {
  let outcome: AppOutcome = { kind: "cancelled" };
  const finish = (last: AppOutcome) => {
    outcome = last;
    instance.unmount();
  };
  // Ink does the same, but after the first frame: until then CTRL+C would kill the program in its alternate screen.
  stdin.setRawMode(true);
  const instance = render(<App {...props} onOutcome={finish} />, {
    stdin,
    stdout,
    patchConsole: false,
    exitOnCtrlC: false,
    maxFps: 60,
    incrementalRendering: true,
    alternateScreen: true,
    // Ink would stop drawing in a shell that sets CI; that this is a terminal was made sure of before.
    interactive: true,
  });
  await instance.waitUntilExit();
  return outcome;
}
