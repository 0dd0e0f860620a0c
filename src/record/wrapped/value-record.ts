import { callFingerprint } from "../../identity/event-fingerprint.ts";
import { RULES_VERSION, type Rules } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";
import { ordered, tagged } from "../../json/tagged-value.ts";
import type { ErrorInfo, Kind } from "../../trace/event.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import { callStatus } from "../answer/call-status.ts";
import type { ToldEvent, WrappedCall } from "../session.ts";
import { warnOnce } from "../warnings.ts";

/** JavaScript values of calls as what a file holds of them. */

/** What was given: a single object stands for itself, anything else is a list of arguments. */
function givenJson(kind: Kind, name: string, args: readonly unknown[]): Json {
  return jsonOf(standsForItself(args) ? args[0] : args, { kind, name });
}

/** The only argument is an object, and kept as such. */
export function standsForItself(args: readonly unknown[]): boolean {
  const [only] = args;
  return args.length === 1 && typeof only === "object" && only !== null && !Array.isArray(only);
}

export function jsonOf(value: unknown, of: { readonly kind: Kind; readonly name: string }): Json {
  const { json, lost } = tagged(value);
  if (lost.length > 0) {
    const more = lost.length > 1 ? ` and ${lost.length - 1} more` : "";
    warnOnce(
      "LossySerializationWarning",
      `${of.kind} ${of.name}: not kept: ${lost[0]}${more}`,
      `${of.kind} ${of.name}`,
    );
  }
  return json;
}

/** The beginning of a wrapped call. */
export function callRecord(call: WrappedCall, rules: Rules): EventRecord {
  const { kind, name, args } = call;
  if (kind === "node") return { kind, name, at: Date.now(), before: jsonOf(args[0], call) };
  const json = givenJson(kind, name, args);
  return {
    kind,
    name,
    at: Date.now(),
    fp: callFingerprint(kind, name, ordered(json), rules),
    fpv: RULES_VERSION,
    request: { body: JSON.stringify(json) },
  };
}

export function resultFields(call: Pick<WrappedCall, "kind" | "name">, value: unknown): EventFields {
  const json = jsonOf(value, call);
  if (call.kind === "node") return { status: "ok", after: json };
  const answer = JSON.stringify(json);
  return { status: callStatus(call.kind, { answer }), response: { body: answer } };
}

export function errorInfo(error: unknown): ErrorInfo {
  const { json } = tagged(error);
  if (!(error instanceof Error)) return { message: String(error), detail: json };
  return { type: error.name, message: error.message, detail: json };
}

export function toldRecord(event: ToldEvent, rules: Rules): EventRecord {
  const { kind, name, args, result, error, before, after, callId, durationMs, tokens } = event;
  const asked: Pick<EventRecord, "fp" | "fpv" | "request"> =
    args === undefined ? {} : requestOf(jsonOf(args, event), event, rules);
  const answer = result === undefined ? undefined : JSON.stringify(jsonOf(result, event));
  return {
    kind,
    name,
    at: Date.now() - (durationMs ?? 0),
    status: callStatus(kind, { error, answer }),
    ...(callId === undefined ? {} : { callId }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(tokens === undefined ? {} : { tokens }),
    ...asked,
    ...(answer === undefined ? {} : { response: { body: answer } }),
    ...(error === undefined ? {} : { error: errorInfo(error) }),
    ...(before === undefined ? {} : { before: jsonOf(before, event) }),
    ...(after === undefined ? {} : { after: jsonOf(after, event) }),
  };
}

function requestOf(json: Json, { kind, name }: ToldEvent, rules: Rules): Pick<EventRecord, "fp" | "fpv" | "request"> {
  return {
    fp: callFingerprint(kind, name, ordered(json), rules),
    fpv: RULES_VERSION,
    request: { body: JSON.stringify(json) },
  };
}
