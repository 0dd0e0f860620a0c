import type { Gateway } from "../../gateway/gateway.ts";
import { Trouble } from "../trouble.ts";
import { isInBackground } from "./engine-end.ts";
import type { AgentEnd, AgentWatch } from "./run-agent.ts";

/** A gateway without a command: it waits for calls until it is interrupted, or a watcher ends it; `ready` says so from when on. */
export async function untilInterrupted(watch: AgentWatch, ready: () => void): Promise<AgentEnd> {
  const interrupted = await new Promise<boolean>((resolve) => {
    process.once("SIGINT", () => resolve(true));
    process.once("SIGTERM", () => resolve(false));
    ready();
    watch.started({ kill: () => resolve(false) });
  });
  const end: AgentEnd = { ended: true, code: 0, signal: undefined, interrupted };
  watch.ended(end);
  return end;
}

/** @throws Trouble for `--print-env` alone: a command that is started has its variables */
export function checkPrintEnv(flags: { readonly printEnv?: boolean; readonly listen?: string | true }): void {
  if (flags.printEnv && flags.listen === undefined) throw new Trouble("--print-env belongs to --listen");
}

/** What has to be set for a program so that its calls come here: for the eye on stderr, for `eval` on stdout. */
export function tellVariables(
  { gateway, variables }: { readonly gateway: Gateway; readonly variables: Readonly<Record<string, string>> },
  how: { readonly forEval: boolean; readonly doing: string },
): void {
  const out = how.forEval ? process.stdout : process.stderr;
  for (const [name, value] of Object.entries(variables))
    out.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
  const until = isInBackground() ? "a watcher ends it (kill)" : "Ctrl-C";
  process.stderr.write(`vcr: ${how.doing} at ${gateway.url}, until ${until}\n`);
}
