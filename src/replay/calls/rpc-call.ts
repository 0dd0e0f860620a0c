import { callFingerprint } from "../../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import { field, isObject, type Json, text } from "../../json/json.ts";
import { ordered } from "../../json/tagged-value.ts";
import { rpcEvent } from "../../record/told/rpc-event.ts";
import type { Masker } from "../../redact/masker.ts";
import { storedField } from "../../run/records/stored-fields.ts";
import type { EventBody, Kind } from "../../trace/event.ts";
import { requestSketch } from "../matching/call-similarity.ts";
import { placeOfCall } from "../matching/place-of-call.ts";
import type { ReplayRules } from "../replay-rules.ts";
import type { ReplayCall } from "../replay-session.ts";

/** Calls of MCP servers that speak over stdin and stdout: they are no HTTP, but pass through vcr all the same. */

/** What a client asks a server now. */
export interface RpcCall extends ReplayCall {
  readonly op: "mcp";
  readonly server: string;
  readonly method: string;
  /** What it is asked with, secrets and all. */
  readonly given: Json;
}

/** Undefined for what is no request: notifications, answers. */
export function askedRpc(
  message: Json,
  how: { readonly server: string; readonly rules: ReplayRules; readonly masker: Masker },
): RpcCall | undefined {
  const { server, rules, masker } = how;
  const method = text(field(message, "method"));
  if (method === undefined || field(message, "id") === undefined) return undefined;
  const { kind, name, given } = rpcEvent(method, field(message, "params"));
  const masked = { name: masker.text(name), request: masker.value(given) };
  const identify = (by: Rules): string => rpcIdentity({ kind, server, ...masked }, by);
  const both = (by: Rules): readonly string[] => [
    ...new Set([identify(by), rpcIdentity({ kind, server, name, request: given }, by)]),
  ];
  const place = placeOfCall({ kind, name, op: "mcp", server });
  return {
    ...{ kind, name, op: "mcp", place, lane: place, otherForm: [], server, method, given },
    request: masked.request,
    exact: both(rules.plain),
    wide: rules.wide === undefined ? [] : both(rules.wide),
    get sketch() {
      return requestSketch(masked.request, { dialect: undefined, rules: rulesOf() });
    },
    identity: identify,
  };
}

/** By server, method and what it is asked with. What is said about progress does not count, nor which client asks. */
export function rpcIdentity(
  call: { readonly kind: Kind; readonly name: string; readonly server: string; readonly request: Json | undefined },
  rules: Rules,
): string {
  const { kind, name, server, request } = call;
  const dropped = name === "initialize" ? ["_meta", "clientInfo"] : ["_meta"];
  const counted =
    (kind !== "tool" || name === "tools/list") && isObject(request)
      ? Object.fromEntries(Object.entries(request).filter(([key]) => !dropped.includes(key)))
      : request;
  return callFingerprint(kind, `${server} ${name}`, counted === undefined ? undefined : ordered(counted), rules);
}

/** It was the server that asked: for a model, for the roots of the client, for the user. */
export function isAskedByServer(body: EventBody): boolean {
  return storedField(body, "from") === "server";
}
