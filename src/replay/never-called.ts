import { LiveCallDuringReplay } from "./errors.ts";

/** A stand-in for what must not be reached in a test: called, it throws LiveCallDuringReplay with `label`. */
export function NeverCalled(label: string): (...args: readonly unknown[]) => never {
  return () => {
    throw new LiveCallDuringReplay(label);
  };
}
