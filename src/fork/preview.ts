import { PROVIDERS } from "../providers/provider-table.ts";
import type { Recording } from "../replay/recording.ts";
import { maskedPlaces, type Secrets } from "../replay/restore-secrets.ts";
import type { Run } from "../run/run.ts";
import { VcrError } from "../trace/errors.ts";
import type { ForkPlan } from "./plan.ts";
import { signedBlocks } from "./signed-blocks.ts";

/** What a user is told before a fork starts: what is served, what is live, what runs for real, what is missing. */

/** Vendors that steps from the limit on were asked of; all of the run where none comes after it. */
export function liveProviders(run: Run, limit: number): readonly string[] {
  const all = new Set<string>();
  const beyond = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const { kind, provider, seq } = run.row(i);
    if (kind !== "llm" || provider === undefined) continue;
    all.add(provider);
    if (seq >= limit) beyond.add(provider);
  }
  return [...(beyond.size > 0 ? beyond : all)].sort();
}

/** Variables of keys that live calls will need and that are not set: one for each vendor. */
export function missingKeys(
  providers: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return providers.flatMap((id) => {
    const keys = PROVIDERS.find((each) => each.id === id)?.keys ?? [];
    return keys.some((name) => (environment[name] ?? "") !== "") ? [] : keys.slice(0, 1);
  });
}

/** Tools of the run by what becomes of their calls: the agent runs those by itself that never passed through vcr. */
export function toolsOfFork(
  run: Run,
  { calls }: Recording,
): { readonly served: readonly string[]; readonly real: readonly string[] } {
  const served = new Set(calls.flatMap(({ kind, name }) => (kind === "tool" ? [name] : [])));
  const real = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const { kind, name = "tool", derived } = run.row(i);
    if (kind !== "tool" || served.has(name)) continue;
    const { result, resultStep } = derived ? run.tool(i) : {};
    // A result within the answer that asked for it is the vendor's own.
    if (!(derived && result !== undefined && resultStep === undefined)) real.add(name);
  }
  return { served: [...served].sort(), real: [...real].sort() };
}

/**
 * Placeholders in answers before the boundary for which there is no value: the agent gets them, and sends them on.
 * @throws VcrError where such an answer holds a signed block, which the provider would refuse
 */
export function missingInPrefix({ calls }: Recording, { limit }: ForkPlan, secrets: Secrets): readonly string[] {
  const missing = new Set<string>();
  for (const call of calls) {
    if (call.step >= limit) continue;
    const body = call.body();
    const { text, streamed, json } = body.response ?? {};
    if (text === undefined || !/<[A-Z0-9_]+>/.test(text)) continue;
    const found = secrets.edits(text, maskedPlaces(body), streamed === true).missing;
    if (found.length > 0 && json !== undefined && signedBlocks(json).length > 0)
      throw new VcrError(
        `the answer of step ${call.step} is signed and holds ${found.join(", ")}, which is not in this environment: it cannot go live`,
        { code: "secret", hint: `set ${found.map((name) => name.slice(1, -1)).join(", ")}` },
      );
    for (const name of found) missing.add(name);
  }
  return [...missing].sort();
}
