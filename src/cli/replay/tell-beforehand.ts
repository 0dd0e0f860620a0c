import { isAskedHere } from "../../gateway/asked-here.ts";
import type { Reach } from "../../gateway/reach/reach.ts";
import type { Recording } from "../../replay/recording.ts";
import { toolsOfRun } from "../../replay/report/tools-of-run.ts";
import { missingSecrets, Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import { Trouble } from "../trouble.ts";
import type { ReplayFlags } from "./replay-flags.ts";

/** What has to be known of a replay before it starts. */

/** @throws Trouble when tools would run that must not. */
export function tellTools(run: Run, recordings: readonly Recording[], flags: ReplayFlags): void {
  const tools = toolsOfRun(run, recordings);
  const live = flags.live === "tools";
  const served = live ? [] : tools.served;
  const real = live ? [...tools.served, ...tools.real].sort() : tools.real;
  if (flags.live === "llm" && real.length > 0 && !flags.allowRealTools)
    throw new Trouble(
      `with a live model the agent would run these tools for real: ${names(real)}`,
      "--allow-real-tools lets it; tools that are wrapped are answered from the recording",
    );
  if (real.length > 0 && !flags.realTools)
    throw new Trouble(`the agent would run these tools for real: ${names(real)}`, "without --no-real-tools they run");
  const parts = [
    ...(served.length > 0 ? [`answered from the recording: ${names(served)}`] : []),
    ...(real.length > 0 ? [`run for real by the agent: ${names(real)}`] : []),
  ];
  if (parts.length > 0) process.stderr.write(`vcr: tools ${parts.join("; ")}\n`);
}

/** One call of each provider tells where all of its calls go. */
export function tellLive(run: Run, reach: Reach): void {
  const here = new Map<string | undefined, boolean>();
  for (let i = 0; i < run.length; i++) {
    const { kind, provider } = run.row(i);
    if (kind === "llm" && !here.has(provider))
      here.set(provider, isAskedHere({ provider, url: run.body(i).request?.url }, reach));
  }
  const all = here.size > 0 && [...here.values()].every(Boolean);
  process.stderr.write(`vcr: the model is called for real, ${all ? "on this machine" : "and that costs money"}\n`);
}

/** Secrets that answers hold and this machine does not. */
export function tellMissing(recording: Recording): void {
  const missing = missingSecrets(recording, new Secrets(process.env));
  if (missing.length === 0) return;
  process.stderr.write(
    `vcr: answers hold ${names(missing)}, masked when they were recorded and not in this environment: the agent gets the placeholder\n`,
  );
}

function names(list: readonly string[]): string {
  const more = list.length > 20 ? `, and ${list.length - 20} more` : "";
  return sanitise(`${list.slice(0, 20).join(", ")}${more}`);
}
