import { Box, Text } from "ink";
import SelectInput from "ink-select-input";
import { cut, printable } from "../../model/text.ts";

export interface MissingFolderProps {
  readonly folder: string;
  readonly currentFolder: string;
  readonly columns: number;
  readonly onResume: () => void;
  readonly onBack: () => void;
}

/** Asks where to resume a session whose own folder is gone. */
export function MissingFolder({ folder, currentFolder, columns, onResume, onBack }: MissingFolderProps) {
  const items = [
    { label: cut(`Resume in ${printable(currentFolder)}`, columns - 4), value: "resume" as const },
    { label: "Go back", value: "back" as const },
  ];
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{cut(`The session's folder is gone: ${printable(folder)}`, columns)}</Text>
      <SelectInput items={items} onSelect={({ value }) => (value === "resume" ? onResume() : onBack())} />
    </Box>
  );
}
