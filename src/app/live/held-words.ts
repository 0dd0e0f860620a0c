import type { HeldCall } from "../../control/protocol.ts";

/** Where a call stands still, in words. */
export function heldWords({ phase, reason }: Pick<HeldCall, "phase" | "reason">): string {
  if (phase === "result") return "waits for a tool's result";
  if (phase === "response") return "held before the agent sees its answer";
  return reason.type === "drift" ? "held: it is not what was recorded" : "held before it goes out";
}

/** How its end would look to the agent once bytes have gone out; "" while everything is open. */
export function failureWords({ failsAs }: Pick<HeldCall, "failsAs">): string {
  if (failsAs === undefined) return "";
  const how = failsAs === "stream-error" ? "an error in the stream" : "a closed connection";
  return `200 has been sent: a failure would be ${how}`;
}
