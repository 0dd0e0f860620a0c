import type { Message, MessageRef, Run } from "../run-types.ts";

/** Earlier calls looked at for one with the same beginning when the lane of a call is not known (yet). */
const REACH = 32;

/**
 * Numbers of the messages of call i that no earlier call of its conversation was sent with. A message that stays
 * when the history before it is rewritten is not new; one that is said a second time is.
 */
export function newMessages(run: Run, i: number): readonly number[] {
  const own = run.messages(i);
  const lane = run.previousCall(i);
  const previous = lane >= 0 ? lane : sameBeginning(run, i, own);
  if (previous < 0) return own.map((_, k) => k);
  const before = run.messages(previous);
  const shared = lane >= 0 ? run.sharedMessages(i) : commonPrefix(own, before);
  const left = new Map<string, number>();
  for (const { key } of before.slice(shared)) left.set(key, (left.get(key) ?? 0) + 1);
  const fresh: number[] = [];
  for (let k = shared; k < own.length; k++) {
    const key = own[k]!.key;
    const count = left.get(key) ?? 0;
    if (count === 0) fresh.push(k);
    else left.set(key, count - 1);
  }
  return fresh;
}

function sameBeginning(run: Run, i: number, own: readonly MessageRef[]): number {
  let best = -1;
  let longest = 0;
  for (let at = firstAttempt(run, i) - 1, calls = 0; at >= 0 && calls < REACH; at--) {
    if (run.row(at).kind !== "llm") continue;
    calls++;
    const shared = commonPrefix(own, run.messages(at));
    if (shared > longest) [best, longest] = [at, shared];
  }
  return best;
}

/** A further attempt asks nothing that the first did not: it is new against what was before that. */
function firstAttempt(run: Run, i: number): number {
  let first = i;
  for (let earlier = run.row(i).repeats; earlier !== undefined; earlier = run.row(first).repeats)
    first = run.indexOfRow(earlier);
  return first;
}

function commonPrefix(a: readonly MessageRef[], b: readonly MessageRef[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count]!.key === b[count]!.key) count++;
  return count;
}

/**
 * Whether a new message of call i only repeats what the run shows elsewhere: the answer of the call before, or the
 * result of a tool event. The hit then belongs there.
 */
export function isEcho(run: Run, i: number, message: Message): boolean {
  const previous = run.previousCall(i);
  if (previous < 0) return false;
  if (message.role === "assistant") {
    const answer = run.exchange(previous).answer?.message;
    return answer !== undefined && saying(answer) === saying(message);
  }
  const results = message.parts.flatMap((part) => (part.type === "result" ? [part.id] : []));
  return (
    results.length > 0 && results.length === message.parts.length && results.every((id) => isShown(run, previous, id))
  );
}

function isShown(run: Run, call: number, id: string): boolean {
  const { row } = run.row(call);
  for (let at = call + 1; at < run.length && run.row(at).parent === row; at++) {
    if (run.row(at).kind === "tool" && run.tool(at).callId === id) return true;
  }
  return false;
}

function saying(message: Message): string {
  return message.parts
    .map((part) => (part.type === "text" ? part.text : part.type === "call" ? `${part.id} ${part.name}` : part.type))
    .join("\n");
}
