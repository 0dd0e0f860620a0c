import type { Kind } from "../../trace/event.ts";

/** Kind with endpoint or tool name: what may stand for each other where order or likeness decides. */
export function placeOfCall(call: {
  readonly kind: Kind;
  readonly name: string;
  readonly op: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** Of an MCP server over stdio. */
  readonly server?: string | undefined;
}): string {
  const { kind, name, op, method, path, server } = call;
  if (server !== undefined) return `${kind} ${server} ${name}`;
  if (kind === "tool") return `tool ${name}`;
  if (op !== undefined) return op === "mcp" ? `${kind} mcp ${name}` : `${kind} ${op}`;
  return path === undefined ? `${kind} ${name}` : `${kind} ${method ?? ""} ${path.replace(/\?.*$/s, "")}`;
}
