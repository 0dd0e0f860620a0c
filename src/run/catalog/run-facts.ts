import type { RunHeader } from "../../trace/event.ts";

/** What a list of runs says of one file. `sums` are there once it has been read to its end. */
export interface RunFacts {
  readonly format: string;
  readonly formatTitle: string;
  /** Runs in the file. */
  readonly runs: number;
  /** Of its first run. */
  readonly header: RunHeader;
  /** What the user asked first; as the file has it, at most 2,000 characters. */
  readonly prompt?: string;
  readonly sums?: RunSums;
}

/** Added up over all runs of a file. A missing number is unknown, which is not 0. */
export interface RunSums {
  readonly steps: number;
  readonly errors: number;
  readonly tokens?: number;
  /** Some call did not tell its tokens: the sum is "at least". */
  readonly tokensAtLeast: boolean;
  /** USD. */
  readonly cost?: number;
  readonly costAtLeast: boolean;
  /** Names of the models, the first called first. */
  readonly models: readonly string[];
  readonly firstError?: { readonly step: string; readonly text: string };
  /** First words of the last model call's answer. */
  readonly lastAnswer?: string;
}
