import { report } from "./trouble.ts";

/**
 * A reader that has gone (`vcr --help | head -1`) is no failure: what would be written is dropped, and an agent that is
 * being run goes on. Commands that print results end then by themselves (Output).
 */
export function survivesGoneReaders(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Output says what else went wrong, where a command has one.
    if (error.code !== "EPIPE" && process.stdout.listenerCount("error") === 1) report(error);
  });
  // Where messages cannot be written there is nowhere to say so.
  process.stderr.on("error", () => {});
}
