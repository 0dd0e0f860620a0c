import { Box, Text } from "ink";
import type { ReactElement, ReactNode } from "react";
import type { Look } from "./look.ts";

export interface DialogProps {
  readonly look: Look;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
  /** Stands at the right end of the title line: a count, a place. */
  readonly note?: string;
}

/** A framed box above the panes. */
export function Dialog({ look, title, width, height, children, note }: DialogProps): ReactElement {
  const ascii = look.glyphs.horizontal === "-";
  return (
    <Box flexDirection="column" borderStyle={ascii ? "classic" : "round"} width={width} height={height}>
      <Box justifyContent="space-between" height={1}>
        <Box flexShrink={1}>
          <Text bold wrap="truncate">
            {` ${title}`}
          </Text>
        </Box>
        {note === undefined ? null : (
          <Box flexShrink={0}>
            <Text dimColor>{` ${note} `}</Text>
          </Box>
        )}
      </Box>
      {children}
    </Box>
  );
}
