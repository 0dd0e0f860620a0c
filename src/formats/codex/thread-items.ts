import { field, isArray, type Json, type JsonObject, text } from "../../json/json.ts";

/** Turns what Codex tells its front ends into items of the Responses API, so that one reader serves both. */

function said(role: "user" | "assistant", words: string): JsonObject {
  const type = role === "user" ? "input_text" : "output_text";
  return { type: "message", role, content: [{ type, text: words }] };
}

function thought(texts: readonly string[]): JsonObject {
  return { type: "reasoning", summary: texts.map((words) => ({ type: "summary_text", text: words })) };
}

function texts(list: Json | undefined): string[] {
  return isArray(list) ? list.flatMap((each) => text(each) ?? text(field(each, "text")) ?? []) : [];
}

/** Items that an `event_msg` repeats; undefined for events that say nothing to or by the model. */
export function threadItems(event: JsonObject): readonly JsonObject[] | undefined {
  const words = text(field(event, "message")) ?? text(field(event, "text"));
  const item = field(event, "item");
  switch (text(field(event, "type"))) {
    case "user_message":
      return words === undefined ? undefined : [said("user", words)];
    case "agent_message":
      return words === undefined ? undefined : [said("assistant", words)];
    case "agent_reasoning":
    case "agent_reasoning_raw_content":
      return words === undefined ? undefined : [thought([words])];
    case "item_completed":
      return completedItem(item);
    default:
      return undefined;
  }
}

function completedItem(item: Json | undefined): readonly JsonObject[] | undefined {
  switch (text(field(item, "type"))) {
    case "UserMessage":
      return [said("user", texts(field(item, "content")).join("\n"))];
    case "AgentMessage":
      return [said("assistant", texts(field(item, "content")).join("\n"))];
    case "Reasoning":
      return [thought(texts(field(item, "summary_text")))];
    default:
      return undefined;
  }
}

/**
 * Items that an item of `codex exec --json` stands for: a tool is a call and, once `completed`, its output too.
 * Undefined for lists of things to do and errors.
 */
export function execItems(item: JsonObject, completed: boolean): readonly JsonObject[] | undefined {
  const type = text(field(item, "type")) ?? text(field(item, "item_type"));
  const words = text(field(item, "text")) ?? "";
  if (type === "agent_message" || type === "assistant_message") return completed ? [said("assistant", words)] : [];
  if (type === "reasoning") return completed ? [thought([words])] : [];
  const tool = type === undefined ? undefined : toolOf(type, item);
  const id = text(field(item, "id"));
  if (tool === undefined || id === undefined) return undefined;
  const call: JsonObject = {
    type: "function_call",
    call_id: id,
    name: tool.name,
    arguments: JSON.stringify(tool.args),
  };
  if (!completed) return [call];
  const code = field(item, "exit_code");
  const failed = field(item, "status") === "failed" || (typeof code === "number" && code !== 0);
  const output: JsonObject = {
    type: "function_call_output",
    call_id: id,
    output: tool.output,
    ...(failed && { status: "failed" }),
  };
  return [call, output];
}

interface Tool {
  readonly name: string;
  readonly args: Json;
  readonly output: Json;
}

function toolOf(type: string, item: JsonObject): Tool | undefined {
  switch (type) {
    case "command_execution":
      return {
        name: type,
        args: { command: field(item, "command") ?? null },
        output: field(item, "aggregated_output") ?? "",
      };
    case "file_change":
      return { name: type, args: { changes: field(item, "changes") ?? null }, output: field(item, "status") ?? "" };
    case "web_search":
      return { name: type, args: { query: field(item, "query") ?? null }, output: field(item, "results") ?? "" };
    case "mcp_tool_call":
    case "collab_tool_call": {
      const server = text(field(item, "server"));
      const tool = text(field(item, "tool")) ?? type;
      return {
        name: server === undefined ? tool : `${server}.${tool}`,
        args: field(item, "arguments") ?? field(item, "prompt") ?? null,
        output: field(item, "result") ?? field(item, "error") ?? field(item, "agents_states") ?? "",
      };
    }
    default:
      return undefined;
  }
}
