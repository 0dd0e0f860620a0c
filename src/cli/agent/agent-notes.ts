import { type AgentEnd, exitCodeOf } from "./run-agent.ts";

/** What should be known of an agent besides its calls, a line each; `what` it went past: "the replay". */
export function agentNotes(
  end: AgentEnd,
  { bypassed, what }: { readonly bypassed: ReadonlyMap<string, number>; readonly what: string },
): readonly string[] {
  const past = [...bypassed].map(
    ([host, count]) => `${count} connection(s) to ${host} went past ${what} (a client that vcr cannot redirect)`,
  );
  const code = exitCodeOf(end);
  return code === 0 ? past : [...past, `the agent ended with exit code ${code}`];
}
