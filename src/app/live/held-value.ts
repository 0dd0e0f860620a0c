import type { HeldCall } from "../../control/protocol.ts";
import type { Json } from "../../json/json.ts";
import type { Run } from "../../run/run.ts";
import type { EditedPart } from "./live-state.ts";

/** The half of a held call that can still be changed; undefined: what is served, or has drifted, is as it is. */
export function editablePart({ phase, actions }: HeldCall): EditedPart | undefined {
  if (phase === "result") return "result";
  return actions.includes(phase === "request" ? "edit-request" : "edit-response") ? phase : undefined;
}

/** The part of a held call that an editor is opened on; undefined: the run has not been read so far. */
export function heldValue(run: Run, call: HeldCall, what: EditedPart): Json | undefined {
  if (what === "answer" || what === "result") return call.template ?? "";
  const i = run.indexOf(String(call.step));
  const body = i < 0 ? undefined : run.body(i);
  if (what === "request") return body?.request?.json;
  return body?.response?.json ?? call.template;
}

/** As it stands in the editor. */
export function valueText(value: Json, what: EditedPart): string {
  return what === "result" && typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
