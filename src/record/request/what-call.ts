import { field, type Json, text } from "../../json/json.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { generatingOp } from "../../providers/generating.ts";
import { placeOf } from "../../providers/place.ts";
import { isEmbeddings, providerOf, recognise } from "../../providers/registry.ts";
import { modelOfPath } from "../../providers/request.ts";
import type { Kind } from "../../trace/event.ts";
import { rpcEvent } from "../told/rpc-event.ts";

/** What an exchange is: a call of a model, of a tool, or something around them. */
export interface Call {
  readonly kind: Kind;
  readonly name: string;
  readonly provider?: string;
  readonly op?: string;
  readonly dialect?: Dialect;
  /** Method of a JSON-RPC message. */
  readonly rpc?: string;
}

export interface CallTarget {
  readonly method: string;
  /** With port where there is one. */
  readonly host: string;
  /** With query. */
  readonly path: string;
  /** Name of the gateway's route. */
  readonly route: string;
}

export function whatCall(target: CallTarget, body: Json | undefined): Call {
  const { method, route } = target;
  const path = target.path.replace(/\?.*$/s, "");
  const rpc = rpcCall(target, body);
  if (rpc !== undefined) return rpc;
  const recognised = recognise(target, body);
  if (recognised !== undefined) {
    const { dialect } = recognised;
    const name = recognised.model ?? modelIn(body) ?? modelOfPath(path) ?? "unknown model";
    const stranger = recognised.provider.endsWith("-compatible") && route !== "local";
    return { kind: "llm", name, provider: stranger ? route : recognised.provider, op: dialect.id, dialect };
  }
  const provider = providerOf(placeOf(target))?.id ?? (route === "local" ? undefined : route);
  const known = provider === undefined ? {} : { provider };
  const model = modelIn(body) ?? modelOfPath(path);
  if (method === "POST" && isEmbeddings(target)) return { kind: "memory", name: model ?? "embeddings", ...known };
  const generating = generatingOp(target);
  if (generating === undefined) return { kind: "http", name: `${method} ${path}`, ...known };
  return { kind: "llm", name: model ?? "unknown model", ...known, op: generating };
}

/** Under the name that all APIs have for it. */
function modelIn(body: Json | undefined): string | undefined {
  return text(field(body, "model"));
}

/** The Model Context Protocol over HTTP. Source: modelcontextprotocol.io, "Transports". */
function rpcCall({ route }: CallTarget, body: Json | undefined): Call | undefined {
  const rpc = field(body, "jsonrpc") === "2.0" ? text(field(body, "method")) : undefined;
  if (rpc === undefined) return undefined;
  const { kind, name } = rpcEvent(rpc, field(body, "params"));
  return { kind, name, provider: route, op: "mcp", rpc };
}
