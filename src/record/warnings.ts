import { emitWarning } from "node:process";

export type WarningName =
  | "BreakpointWarning"
  | "CaptureGapWarning"
  | "FuzzyMatchWarning"
  | "LossySerializationWarning"
  | "NoSessionWarning"
  | "RecordingWarning"
  | "ReplayDriftWarning"
  | "UnconsumedEventsWarning";

const given = new Set<string>();

/** A warning of the process, once for each cause. */
export function warnOnce(name: WarningName, message: string, cause: string = message): void {
  const key = `${name} ${cause}`;
  if (given.has(key)) return;
  given.add(key);
  emitWarning(message, name);
}
