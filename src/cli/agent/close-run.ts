import type { RunRecorder } from "../../record/run-recorder.ts";
import { shortPath } from "../files/run-path.ts";
import { type AgentEnd, exitOf } from "./run-agent.ts";

/** Writes down how the agent ended and closes what it came to; the path of what was saved, where anything was. */
export async function closeRun(
  run: { readonly recorder: RunRecorder | undefined; close(): Promise<void> },
  { end, path }: { readonly end: AgentEnd; readonly path: string | undefined },
): Promise<string | undefined> {
  if (end.ended) run.recorder?.exit(exitOf(end));
  await run.close();
  return path !== undefined && run.recorder !== undefined && run.recorder.tally.events > 0
    ? shortPath(path)
    : undefined;
}
