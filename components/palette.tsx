import { Box, Text } from "ink";
import TextInput from "ink-text-input";
import type { ReactElement } from "react";
import { Dialog } from "./dialog.tsx";
import type { Look } from "./look.ts";
import { OptionList, type OptionListProps } from "./option-list.tsx";

export interface PaletteProps {
  readonly look: Look;
  readonly query: string;
  readonly options: OptionListProps["options"];
  readonly selected: number;
  readonly width: number;
  readonly height: number;
  onQuery(query: string): void;
}

/** Commands by name: a text field, and what it finds. */
export function Palette({ look, query, options, selected, width, height, onQuery }: PaletteProps): ReactElement {
  return (
    <Dialog look={look} title="Commands" note={`${options.length}`} width={width} height={height}>
      <Box height={1}>
        <Text bold>{" > "}</Text>
        <TextInput value={query} onChange={onQuery} placeholder="type to find a command" />
      </Box>
      <OptionList
        look={look}
        options={options}
        selected={selected}
        width={width - 2}
        height={height - 4}
        labelWidth={Math.min(44, Math.floor(width * 0.6))}
      />
    </Dialog>
  );
}
