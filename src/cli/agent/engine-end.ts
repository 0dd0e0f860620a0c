/** A run in the background, seen from inside: the process that was started for it, and what it tells the one that waits. */

/** Set for that process alone: agents do not get it. */
export const ENGINE = "VCR_ENGINE";

/** What the process that waits for the start is told. */
export interface Started {
  readonly id: string;
  readonly path?: string;
  readonly socket: string;
  readonly pid: number;
}

let known: boolean | undefined;

/** Whether this process is one. */
export function isInBackground(): boolean {
  if (known === undefined) {
    known = process.env[ENGINE] !== undefined && process.send !== undefined;
    delete process.env[ENGINE];
  }
  return known;
}

/** The run is in progress. From here on nobody reads what is printed. */
export function tellParent(started: Started): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (!process.connected) return;
  process.send?.(started, undefined, {}, () => {
    if (process.connected) process.disconnect();
  });
}
