import { Box } from "ink";
import { useRef } from "react";
import { continuePoint } from "../../model/continue-point.ts";
import type { Query } from "../../model/query/parse.ts";
import { cut, printable } from "../../model/text.ts";
import { drawGuarded } from "../parts/guarded.ts";
import { ScreenLines } from "../parts/screen-line.tsx";
import { viewportTop } from "../parts/viewport.ts";
import { theme } from "../theme.ts";
import { obstacleTo, type TreeContext } from "./context.ts";
import { ContinueMenu } from "./continue-menu.tsx";
import { drawBranch, emptyPage, entryWords, pageOf } from "./pages.ts";
import { drawPane, type PaneContent, type PaneLines, type TreeLayout } from "./pane.ts";
import { drawTreeRow } from "./row.ts";
import type { TreeOverlay, TreeState } from "./state.ts";
import type { LoadedTreeProps, TreeScroll } from "./tree.tsx";
import { leafMark, type TreeView } from "./view.ts";

export interface TreeBodyProps {
  readonly context: TreeContext;
  readonly props: LoadedTreeProps;
  readonly state: TreeState;
  readonly view: TreeView;
  readonly query: Query;
  readonly layout: TreeLayout;
  readonly content: PaneContent | undefined;
  readonly pane: PaneLines | undefined;
  /** First line shown of the pane. */
  readonly topOfPane: number;
  readonly scroll: TreeScroll;
  readonly columns: number;
}

/** What stands between the search line and the status: the tree with its pane, or what covers them. */
export function TreeBody(body: TreeBodyProps) {
  const { state, view, props, columns, context } = body;
  const { overlay } = state;
  if (overlay.kind === "menu") return <Menu {...body} overlay={overlay} />;
  if (overlay.kind === "branches") return <Branches {...body} overlay={overlay} />;
  const page = pageOf(overlay, view, props.snapshot, columns);
  if (page !== undefined) {
    const top = "top" in overlay ? overlay.top : 0;
    return <ScreenLines lines={page.slice(top, top + context.height)} />;
  }
  if (view.row === -1)
    return <ScreenLines lines={emptyPage(props.snapshot, state.found !== undefined, columns)} />;
  return <TreeAndPane {...body} />;
}

function TreeAndPane({ state, view, query, layout, content, pane, topOfPane, scroll, props }: TreeBodyProps) {
  const { rows } = view.outline;
  const visible = rows.subarray(scroll.top, scroll.top + layout.treeHeight);
  const style = {
    columns: layout.treeColumns,
    firstStep: scroll.firstStep,
    selected: view.selected,
    marked: state.marked,
    leaf: leafMark(view),
    isIdle: state.focus === "pane",
    showLabelTimes: state.showLabelTimes,
    now: props.now(),
  };
  const drawn = drawGuarded(query, (guarded) => ({
    tree: Array.from(visible, (entry) => drawTreeRow(view, entry, { ...style, query: guarded })),
    pane: drawPane(view, content, pane, topOfPane, guarded, layout, state.focus === "pane"),
  }));
  return (
    <Box flexDirection={layout.kind === "beside" ? "row" : "column"}>
      {layout.kind !== "full" && (
        <Box flexDirection="column" width={layout.treeColumns} height={layout.treeHeight}>
          <ScreenLines lines={drawn.tree} />
        </Box>
      )}
      {layout.kind !== "alone" && (
        <Box flexDirection="column">
          <ScreenLines lines={drawn.pane} />
        </Box>
      )}
    </Box>
  );
}

type Overlay<Kind extends TreeOverlay["kind"]> = { readonly overlay: Extract<TreeOverlay, { kind: Kind }> };

function Branches({ overlay, context, view, columns, props }: TreeBodyProps & Overlay<"branches">) {
  const top = useRef(0);
  const lines = context.branches();
  top.current = viewportTop(top.current, overlay.selected, context.height, lines.length);
  const visible = lines.slice(top.current, top.current + context.height);
  if (lines.length === 0)
    return <ScreenLines lines={[theme.dim(cut("This session has no branches yet.", columns))]} />;
  return (
    <ScreenLines
      lines={visible.map((branch, index) =>
        drawBranch(view, branch, top.current + index === overlay.selected, columns, props.now()),
      )}
    />
  );
}

function Menu({ overlay, context, view, columns, props }: TreeBodyProps & Overlay<"menu">) {
  const { snapshot, now, otherFolder, command } = props;
  const { entry, changed, selected } = overlay;
  const cwd = snapshot.header?.cwd ?? "";
  const point = continuePoint(view.entries, view.shape, entry);
  return (
    <ContinueMenu
      entry={entryWords(view, entry)}
      point={point}
      obstacle={obstacleTo(snapshot.header, point)}
      isOld={snapshot.version < 3}
      sinceChange={changed === undefined ? undefined : now() - changed}
      otherFolder={otherFolder(cwd)}
      command={printable(command(snapshot.path, view.entries[entry]?.id ?? ""))}
      columns={columns}
      height={context.height}
      selected={selected}
    />
  );
}
