import type { ReactElement } from "react";
import { Cells } from "./cells.tsx";
import { type PromptContent, promptLines } from "./prompt-lines.ts";

export function PromptBar(props: PromptContent): ReactElement {
  return <Cells lines={promptLines(props)} width={props.width} height={2} />;
}
