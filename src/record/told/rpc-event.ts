import { field, type Json, text } from "../../json/json.ts";
import type { Kind } from "../../trace/event.ts";
import type { EventFields } from "../../trace/write/record.ts";
import { callStatus } from "../answer/call-status.ts";

/** A call of an MCP server as an event. */
export interface RpcEvent {
  readonly kind: Kind;
  /** Of a tool its own, of a resource its address, else the method. */
  readonly name: string;
  /** What it is asked with: the arguments of a tool, else the params. */
  readonly given: Json;
}

/** Source: modelcontextprotocol.io, "Tools" and "Resources". */
export function rpcEvent(method: string, params: Json | undefined): RpcEvent {
  const given = params ?? {};
  if (method === "tools/call")
    return { kind: "tool", name: text(field(params, "name")) ?? method, given: field(params, "arguments") ?? {} };
  if (method === "tools/list") return { kind: "tool", name: method, given };
  if (method === "resources/read") return { kind: "memory", name: text(field(params, "uri")) ?? method, given };
  return { kind: "http", name: method, given };
}

/** How a call has ended, by the answer to it. */
export function rpcOutcome(kind: Kind, message: Json): EventFields {
  const error = field(message, "error");
  const result = field(message, "result");
  const answer = result === undefined ? undefined : JSON.stringify(result);
  return {
    status: callStatus(kind, { error, answer }),
    ...(answer === undefined ? {} : { response: { body: answer } }),
    ...(error === undefined
      ? {}
      : { error: { type: "rpc", message: text(field(error, "message")) ?? "error", detail: error } }),
  };
}
