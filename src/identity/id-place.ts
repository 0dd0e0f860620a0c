/**
 * Where ids of calls and items stand in requests, so that they can be read as ordinals. Arguments of tools, results
 * and schemas are the agent's own data: what is called "id" there is content.
 */
const ALWAYS = new Set(["tool_call_id", "tool_use_id", "call_id", "item_id"]);
const OPAQUE = new Set([
  "arguments",
  "args",
  "parameters",
  "input_schema",
  "schema",
  "json_schema",
  "parametersJsonSchema",
]);

/** What an object says of itself. */
export interface Self {
  readonly type?: unknown;
  readonly role?: unknown;
}

/** The member `key` of `holder`, which itself is the member `parentKey` (of an array: the array's key) of its parent. */
export function isIdPlace(holder: Self, key: string, parentKey: string): boolean {
  if (ALWAYS.has(key)) return true;
  if (key !== "id") return false;
  if (parentKey === "functionCall" || parentKey === "functionResponse" || parentKey === "tool_calls") return true;
  return typeof holder.type === "string";
}

/** Content of the agent's own making lies below: no ids, no noise of ours. */
export function isOpaque(key: string, isObject: boolean, parentKey: string): boolean {
  if (OPAQUE.has(key)) return true;
  if (key === "input") return isObject;
  return key === "response" && (parentKey === "functionResponse" || parentKey === "function_response");
}

/** The member that holds what a tool answered, where `holder` is a tool result of any API. */
export function resultKey(holder: Self, parentKey: string): string | undefined {
  if (holder.role === "tool" || holder.role === "function") return "content";
  if (typeof holder.type === "string") {
    if (holder.type === "tool_result") return "content";
    if (holder.type.endsWith("_output")) return "output";
  }
  return parentKey === "functionResponse" || parentKey === "function_response" ? "response" : undefined;
}
