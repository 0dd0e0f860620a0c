import type { ForkPreview } from "./preview.ts";

/** What is told before a fork starts, in words. */

/** "steps 0-6 served from the recording". */
export function servedWords(limit: number): string {
  if (limit === 0) return "nothing is served";
  return limit === 1 ? "step 0 served from the recording" : `steps 0-${limit - 1} served from the recording`;
}

/** What is said of whom: of the tools, or of a server. */
export interface ToolWords {
  readonly who: "tools" | "server";
  readonly text: string;
}

export function toolWords({ limit, passing, real, servers }: ForkPreview): readonly ToolWords[] {
  const tools = (text: string): ToolWords => ({ who: "tools", text });
  const served = limit === 0 ? "called for real" : `served before step ${limit}, called for real from there`;
  const before = limit === 0 ? "" : `, before step ${limit} too`;
  return [
    ...(passing.length > 0 ? [tools(`${served}: ${names(passing)}`)] : []),
    ...servers.map((server): ToolWords => {
      const text = `${server} is started at its first live call: it does not know of the calls that were served`;
      return { who: "server", text };
    }),
    ...(real.length > 0 ? [tools(`run for real by the agent${before}: ${names(real)}`)] : []),
  ];
}

export function secretWords({ missingSecrets }: ForkPreview): readonly string[] {
  if (missingSecrets.length === 0) return [];
  return [
    `served answers hold ${names(missingSecrets)}, masked when they were recorded and not in this environment: the agent gets the placeholder`,
  ];
}

export function keyWords({ missingKeys }: ForkPreview): readonly string[] {
  return missingKeys.map((name) => `${name} is not set: live calls fail unless the agent brings a key of its own`);
}

/** All of it, a line each; `name` is what the run is called. */
export function previewLines(name: string, preview: ForkPreview): readonly string[] {
  const { limit, providers, notes, changes } = preview;
  const to = providers.length === 0 ? "" : ` (${providers.join(", ")})`;
  return [
    `fork of ${name}: ${servedWords(limit)}, live from step ${limit}${to}`,
    ...notes,
    ...changes.map(({ text }) => text),
    ...toolWords(preview).map(({ who, text }) => (who === "tools" ? `tools ${text}` : text)),
    ...secretWords(preview),
    ...keyWords(preview),
  ];
}

function names(list: readonly string[]): string {
  const more = list.length > 20 ? `, and ${list.length - 20} more` : "";
  return `${list.slice(0, 20).join(", ")}${more}`;
}
