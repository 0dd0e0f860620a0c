import type { ReactElement } from "react";
import type { Line } from "../src/cells/line.ts";
import { Cells } from "./cells.tsx";
import { Dialog } from "./dialog.tsx";
import type { Look } from "./look.ts";

export interface ScrollDialogProps {
  readonly look: Look;
  readonly title: string;
  readonly lines: readonly Line[];
  /** First line shown; held inside. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lines in a frame, as many as fit: help, messages. */
export function ScrollDialog({ look, title, lines, top, width, height }: ScrollDialogProps): ReactElement {
  const room = Math.max(1, height - 3);
  const from = Math.min(Math.max(0, top), Math.max(0, lines.length - room));
  const note = lines.length > room ? `${from + 1}-${Math.min(lines.length, from + room)} of ${lines.length}` : "";
  return (
    <Dialog look={look} title={title} note={note} width={width} height={height}>
      <Cells lines={lines.slice(from, from + room)} width={width - 2} height={room} />
    </Dialog>
  );
}
