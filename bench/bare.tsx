/** The least that an Ink list can do: fixed rows of one line, a highlight that moves. */
import { Box, render, Text, useInput, useWindowSize } from "ink";
import { useState } from "react";

const rows = Array.from(
  { length: Number(process.argv[2] ?? 1000) },
  (_, index) => `row ${index} of a fixed list of one-line rows`,
);

function Bare() {
  const { rows: lines } = useWindowSize();
  const [selected, select] = useState(0);
  useInput((input, key) => {
    if (key.downArrow) select((index) => Math.min(rows.length - 1, index + 1));
    if (key.upArrow) select((index) => Math.max(0, index - 1));
    if (input === "q") process.exit(0);
  });
  const height = lines - 1;
  const top = Math.max(0, selected - height + 1);
  return (
    <Box flexDirection="column">
      {rows.slice(top, top + height).map((row, index) => (
        <Text key={row} wrap="truncate" inverse={top + index === selected}>
          {`${top + index === selected ? "❯" : " "} ${row}`}
        </Text>
      ))}
    </Box>
  );
}

render(<Bare />, {
  patchConsole: false,
  exitOnCtrlC: false,
  maxFps: 60,
  incrementalRendering: true,
  interactive: true,
  alternateScreen: true,
});
