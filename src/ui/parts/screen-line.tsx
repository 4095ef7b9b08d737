import { Text } from "ink";
import { memo } from "react";

/** One line of the screen as a styled string; drawn anew only when it says something else. */
export const ScreenLine = memo(({ text }: { readonly text: string }) => (
  <Text wrap="truncate">{text === "" ? " " : text}</Text>
));

/** Lines of the screen from top to bottom. */
export function ScreenLines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place, whatever it shows
    <ScreenLine key={index} text={text} />
  ));
}
