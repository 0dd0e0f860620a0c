import { field, isObject, type Json, parse } from "../json/json.ts";

/** Messages of JSON-RPC 2.0 (jsonrpc.org/specification), one a line. Batches are refused: a line is a message. */

export const CODES = {
  notJson: -32700,
  noRequest: -32600,
  noMethod: -32601,
  wrongParams: -32602,
  /** The run could not do it: the message says why. */
  refused: -32000,
} as const;

export type RpcId = string | number | null;

/** Answered as it is. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly id: RpcId;

  constructor(code: number, message: string, id: RpcId = null) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

export interface RpcRequest {
  /** Undefined: a notification, which gets no answer. */
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: Json;
}

/** @throws RpcFailure */
export function readRequest(line: string): RpcRequest {
  const message = parse(line);
  if (message === undefined) throw new RpcFailure(CODES.notJson, "a line is not JSON");
  if (!isObject(message))
    throw new RpcFailure(CODES.noRequest, "a line is no request: an object with jsonrpc, id, method");
  const id = idOf(message);
  const method = field(message, "method");
  if (field(message, "jsonrpc") !== "2.0" || typeof method !== "string" || id === false)
    throw new RpcFailure(
      CODES.noRequest,
      'no request: {"jsonrpc":"2.0","id":1,"method":"hello"}',
      id === false ? null : (id ?? null),
    );
  const params = field(message, "params") ?? {};
  if (!isObject(params)) throw new RpcFailure(CODES.wrongParams, "params: expected an object", id ?? null);
  return { id, method, params };
}

/** False: it is none. */
function idOf(message: Json): RpcId | undefined | false {
  const id = field(message, "id");
  if (id === undefined || id === null || typeof id === "string" || typeof id === "number") return id;
  return false;
}

export function resultLine(id: RpcId, result: unknown): string {
  return line({ id, result });
}

export function failureLine({ id, code, message }: RpcFailure): string {
  return line({ id, error: { code, message } });
}

export function notificationLine(method: string, params: unknown): string {
  return line({ method, params });
}

export function requestLine(id: number, method: string, params: unknown): string {
  return line({ id, method, params });
}

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}
