import { field, type Json } from "../../json/json.ts";
import type { AskedCall } from "../matching/matcher.ts";

/** What a tool is called with. Over HTTP an MCP server is sent a whole message, in which they stand. */
export function toolArguments({ op, request }: Pick<AskedCall, "op" | "request">): Json | undefined {
  if (op !== "mcp" || field(request, "jsonrpc") === undefined) return request;
  const params = field(request, "params");
  return field(params, "arguments") ?? params;
}
