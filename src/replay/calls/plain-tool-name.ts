/** "read" of "mcp__files__read", as agents name tools of MCP servers before a model. */
export function plainToolName(name: string): string {
  const at = name.lastIndexOf("__");
  return at < 0 ? name : name.slice(at + 2);
}
