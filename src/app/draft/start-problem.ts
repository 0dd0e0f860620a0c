import type { DraftState } from "./draft-state.ts";
import { limitOf } from "./parameters.ts";

/** Why it cannot start as it stands. */
export function startProblem(draft: DraftState): string | undefined {
  const { starting, progress, outlook, argv, ownKey, alone } = draft;
  if (starting) return "it is being started";
  if (!outlook || progress !== null) return "what it comes to is still being worked out";
  const { planned } = outlook;
  if (planned.type === "refused") return "see above";
  if (planned.type === "unservable") return planned.why;
  const { missingKeys } = planned.preview;
  // Without the agent there is nobody else who could bring one.
  if (missingKeys.length > 0 && (!ownKey || alone))
    return `${missingKeys.join(", ")} ${missingKeys.length === 1 ? "is" : "are"} not set`;
  return argv.length === 0 && !alone ? "which command? Enter on the line below sets it" : undefined;
}

/** Breakpoints that live calls can come to: what is served does not stand still. */
export function breaksOf(draft: DraftState): readonly string[] {
  return wantedBreaks(draft).filter((expression) => !isServed(draft, expression));
}

/** Those that lie before the first live call. */
export function servedBreaksOf(draft: DraftState): readonly string[] {
  return wantedBreaks(draft).filter((expression) => isServed(draft, expression));
}

/** What was typed for the fork, else the breakpoints of the run. */
export function wantedBreaks({ ownBreaks, breaks }: DraftState): readonly string[] {
  return ownBreaks ?? breaks;
}

function isServed(draft: DraftState, expression: string): boolean {
  const step = /^step:(\d+)[a-z]*$/.exec(expression)?.[1];
  return step !== undefined && Number(step) < (limitOf(draft) ?? 0);
}
