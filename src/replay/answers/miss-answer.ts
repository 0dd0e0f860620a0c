import type { Json } from "../../json/json.ts";
import type { Miss } from "../report/miss.ts";
import { providerError } from "./provider-error.ts";

/** What an agent is told in place of an answer that was not recorded: an error as its provider would have put it. */

/** The only status that no client asks again after. */
export const MISS_STATUS = 400;

export function missMessage(
  miss: Miss,
  of: { readonly run: string /** The MCP server that would have been asked. */; readonly server?: string },
): string {
  const step = miss.nearest === undefined ? "" : ` The nearest recorded call is step ${miss.nearest.step}.`;
  const hint = miss.hint === undefined ? "" : ` Hint: ${miss.hint}.`;
  return `vcr: this is a replay of ${of.run} and this call (${miss.label}) has no recording: ${miss.words}.${step}${hint} ${notSent(of.server)}`;
}

function notSent(server: string | undefined): string {
  return server === undefined ? "Nothing was sent to the provider." : `The server ${server} was not started.`;
}

export function missBody(op: string | undefined, message: string): Json {
  return providerError(op, { status: MISS_STATUS, message, code: "vcr_no_recording" });
}

/** An error of JSON-RPC, for MCP servers; to a live model the result of the tool says it. */
export function rpcMiss(id: Json, how: { readonly message: string; readonly asResult: boolean }): Json {
  const { message, asResult } = how;
  if (!asResult) return { jsonrpc: "2.0", id, error: { code: -32000, message } };
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: message }], isError: true } };
}

/** What a live model is told instead of the result of a tool that was not recorded with these arguments. */
export function toolMissText(miss: Miss): string {
  return `This is a replay of a recorded run, and ${miss.label} has no recording: ${miss.words}. The tool was not run.`;
}
