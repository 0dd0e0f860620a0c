import { hasTerminal } from "../../terminal/tty.ts";
import { EXIT } from "../exit-codes.ts";
import { findLiveRun } from "../files/find-live-run.ts";
import type { WatchOptions } from "./watch.ts";

export interface AttachFlags extends WatchOptions {
  /** False for `--no-tui`. */
  readonly tui: boolean;
  readonly json?: boolean;
}

/** `vcr attach [RUN]`: watches a run in progress, full screen on a terminal, by the line elsewhere. */
export async function attach(word: string | undefined, flags: AttachFlags): Promise<void> {
  const { socket, who } = await findLiveRun(word);
  if (flags.json) {
    const { attachJson } = await import("./attach-json.ts");
    process.exitCode = (await attachJson(socket)) ? EXIT.ok : EXIT.trouble;
    return;
  }
  if (flags.tui && who.run.path !== undefined && (hasTerminal() || flags.screenReader)) {
    const { watchRun } = await import("./watch.ts");
    return watchRun(socket, flags);
  }
  const { watchLines } = await import("./watch-lines.ts");
  await watchLines(socket);
}
