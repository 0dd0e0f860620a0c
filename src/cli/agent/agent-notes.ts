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
  if (code === 0) return past;
  const signal = end.ended ? end.signal : undefined;
  return [...past, signal ? `the agent was ended by ${signal}` : `the agent ended with exit code ${code}`];
}

/** What was not to be: calls that were kept back, and what could not be written. */
export function lossNotes(refused: readonly string[], problems: readonly unknown[]): readonly string[] {
  return [
    ...refused.map((why) => `kept back: ${why}`),
    ...problems.slice(0, 1).map((error) => `not all of it could be saved: ${String(error)}`),
  ];
}
