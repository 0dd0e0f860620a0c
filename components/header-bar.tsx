import type { ReactElement } from "react";
import { Cells } from "./cells.tsx";
import { type HeaderContent, headerLine } from "./header-line.ts";
import type { Look } from "./look.ts";

export interface HeaderBarProps {
  readonly look: Look;
  readonly header: HeaderContent;
  readonly width: number;
}

export function HeaderBar({ look, header, width }: HeaderBarProps): ReactElement {
  return <Cells lines={[headerLine(look, header, width)]} width={width} height={1} />;
}
