import { existsSync } from "node:fs";
import { parseStep } from "../../run/step/step-name.ts";

export interface Address {
  readonly path: string;
  /** Number of a run of the file, from 1. */
  readonly run?: number;
  readonly step?: string;
}

/** `FILE[#RUN[/]]`, where only whole runs are meant. */
export function parseRunAddress(text: string): Pick<Address, "path" | "run"> {
  const { path, run, step } = parseAddress(text);
  if (run !== undefined || step === undefined) return { path, ...(run !== undefined && { run }) };
  return /^\d+$/.test(step) ? { path, run: Number(step) } : { path: text };
}

/** `FILE[#[RUN/]STEP]`: a file, one of its runs, a place in it. A file whose own name ends that way wins. */
export function parseAddress(text: string): Address {
  const match = /^(.+)#(?:(\d{1,6})\/)?([^#/]*)$/s.exec(text);
  if (!match || existsSync(text)) return { path: text };
  const [, path = text, run, step = ""] = match;
  const number = run === undefined ? {} : { run: Number(run) };
  if (step === "" && run !== undefined) return { path, ...number };
  return parseStep(step) ? { path, ...number, step } : { path: text };
}
