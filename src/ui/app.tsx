import { render } from "ink";
import { useState } from "react";
import type { SessionDigest } from "../model/digest.ts";
import type { BookmarkReader } from "../store/bookmarks.ts";
import type { SessionDocument } from "../store/document.ts";
import { Bookmarks } from "./bookmarks/bookmarks.tsx";
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
  /** Id of the entry to select; undefined for the end of the conversation. */
  readonly startAt: string | undefined;
}

/** The list of labelled entries on the screen, or below a tree. */
interface OpenBookmarks {
  readonly scope: PickerProps["scope"];
  readonly reader: BookmarkReader;
}

export interface AppProps {
  /** Undefined where only a tree was asked for. */
  readonly picker:
    | Omit<PickerProps, "isActive" | "onChoose" | "onTree" | "onBookmarks" | "onLeave">
    | undefined;
  /** The tree to begin with. */
  readonly tree: OpenTree | undefined;
  readonly treeOptions: Omit<TreeProps, "document" | "startAt" | "onResume" | "onLeave">;
  readonly openDocument: (path: string) => SessionDocument;
  readonly openBookmarks: () => BookmarkReader;
  readonly onOutcome: (outcome: AppOutcome) => void;
}

/** The screens, one on top of the other: leaving one leads back to the one below as it was. */
export function App(props: AppProps) {
  const { picker, treeOptions, onOutcome } = props;
  const [bookmarks, setBookmarks] = useState<OpenBookmarks>();
  const [tree, setTree] = useState(props.tree);
  // Ending the workers takes as long as clearing the screen: both go on at once.
  const end = (outcome: AppOutcome) => {
    picker?.catalog.close();
    picker?.commands.close();
    picker?.texts.close();
    bookmarks?.reader.close();
    tree?.document.close();
    onOutcome(outcome);
  };
  const leave = () => end({ kind: "cancelled" });
  const closeTree = () => {
    if (picker === undefined) return leave();
    tree?.document.close();
    setTree(undefined);
  };
  const openTree = ({ path, agent }: SessionDigest, startAt?: string) =>
    setTree({ document: props.openDocument(path), agent, startAt });
  const closeBookmarks = () => {
    bookmarks?.reader.close();
    setBookmarks(undefined);
  };
  const choose = (session: ChosenSession) => end({ kind: "chosen", session });
  return (
    <>
      {picker !== undefined && (
        <Picker
          {...picker}
          isActive={bookmarks === undefined && tree === undefined}
          onChoose={({ path, id, agent }, cwd) => choose({ path, id, agent, cwd })}
          onTree={openTree}
          onBookmarks={(scope) => setBookmarks({ scope, reader: props.openBookmarks() })}
          onLeave={leave}
        />
      )}
      {picker !== undefined && bookmarks !== undefined && (
        <Bookmarks
          {...picker}
          scope={bookmarks.scope}
          readBookmarks={bookmarks.reader.read}
          isActive={tree === undefined}
          onOpen={openTree}
          onBack={closeBookmarks}
          onLeave={leave}
        />
      )}
      {tree !== undefined && (
        <Tree
          {...treeOptions}
          document={tree.document}
          startAt={tree.startAt}
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
    // Ink waits for so long after each change for another one, so it is the delay of every frame but the first: 4 ms.
    maxFps: 250,
    incrementalRendering: true,
    alternateScreen: true,
    // Ink would stop drawing in a shell that sets CI; that this is a terminal was made sure of before.
    interactive: true,
  });
  await instance.waitUntilExit();
  return outcome;
}
