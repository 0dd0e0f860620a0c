/** A run in the background, seen from inside: the process that was started for it, and what it tells the one that waits. */

/** Set for that process alone: agents do not get it. `watched`: a screen will watch the run from its beginning. */
export const ENGINE = "VCR_ENGINE";
export type EngineStart = "apart" | "watched";

/** What the process that waits for the start is told. */
export interface Started {
  readonly id: string;
  readonly path?: string;
  readonly socket: string;
  readonly pid: number;
}

let known: { readonly start: string | undefined } | undefined;

/** Whether this process is one. */
export function isInBackground(): boolean {
  return startOfEngine() !== undefined;
}

/** Whether somebody is on the way to watch it. */
export function isWatchedFromStart(): boolean {
  return startOfEngine() === ("watched" satisfies EngineStart);
}

function startOfEngine(): string | undefined {
  if (known === undefined) {
    known = { start: process.send === undefined ? undefined : process.env[ENGINE] };
    delete process.env[ENGINE];
  }
  return known.start;
}

/** The run is in progress. From here on nobody reads what is printed. */
export function tellParent(started: Started): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (!process.connected) return;
  process.send?.(started, undefined, {}, () => {
    if (process.connected) process.disconnect();
  });
}
