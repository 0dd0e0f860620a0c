import type { HeldAction, HeldActionName, HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";

/** Where a call stands still, in words. */
export function heldWords({ phase, reason }: Pick<HeldCall, "phase" | "reason">): string {
  if (phase === "result") return "waits for a tool's result";
  if (phase === "response") return "held before the agent sees its answer";
  return isDrift({ reason }) ? "held: it is not what was recorded" : "held before it goes out";
}

/** How its end would look to the agent once bytes have gone out; "" while everything is open. */
export function failureWords({ failsAs }: Pick<HeldCall, "failsAs">): string {
  if (failsAs === undefined) return "";
  const how = failsAs === "stream-error" ? "an error in the stream" : "a closed connection";
  return `200 has been sent: a failure would be ${how}`;
}

/** It is not what was recorded, and waits to be told whether that counts. */
export function isDrift({ reason }: Pick<HeldCall, "reason">): boolean {
  return reason.type === "drift";
}

/** What it is nearest to, where the reason of the hold does not say so already. */
export function driftWords({ drift, reason }: Pick<HeldCall, "drift" | "reason">): string {
  return drift === undefined || drift.words === reason.words ? "" : sanitise(drift.words);
}

const ACTION_WORDS: Readonly<Record<HeldActionName, string>> = {
  continue: "goes on",
  step: "goes on; the next call is held",
  "edit-request": "goes out changed",
  "edit-response": "is answered, changed",
  answer: "is answered by hand",
  error: "fails",
  recorded: "is answered from the recording",
  live: "goes to its provider",
  abort: "is cut off",
};

/** What becomes of a held call: behind its name. What has drifted is never sent by going on. */
export function actionWords(call: HeldCall | undefined, action: HeldAction): string {
  const words = ACTION_WORDS[action.do];
  const fails = action.do === "continue" || action.do === "step" || action.do === "abort";
  if (call && isDrift(call) && fails) return "fails: nothing is sent";
  return action.do === "error" ? `${words}: ${action.error}` : words;
}
