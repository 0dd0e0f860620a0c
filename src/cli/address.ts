import { existsSync } from "node:fs";
import { parseStep } from "../run/step-name.ts";

/** `FILE[#STEP]`: a file and a place in it. A file whose own name ends that way wins. */
export function parseAddress(text: string): { readonly path: string; readonly step?: string } {
  const at = text.lastIndexOf("#");
  if (at <= 0 || existsSync(text)) return { path: text };
  const step = text.slice(at + 1);
  return parseStep(step) ? { path: text.slice(0, at), step } : { path: text };
}
