import { field, type Json, type JsonObject, text } from "../../../json/json.ts";
import { elements } from "../../request.ts";
import { type AskedTool, type GoingOn, plainContent, type ToolAnswer } from "../../streams/going-on.ts";
import { composeAnthropic } from "./compose.ts";

/** Source: docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use. */
export const anthropicGoingOn: GoingOn = {
  said(answer) {
    const content = elements(field(answer, "content"));
    return content.length === 0 ? [] : [{ role: "assistant", content }];
  },
  // Tools of other types are run by Anthropic.
  asked: (answer) => elements(field(answer, "content")).flatMap(asked),
  paused: (answer) => field(answer, "stop_reason") === "pause_turn",
  results: (results) => (results.length === 0 ? [] : [{ role: "user", content: results.map(result) }]),
  user: (said) => ({ role: "user", content: said }),
  compose: composeAnthropic,
};

function asked(block: Json): AskedTool[] {
  const name = text(field(block, "name"));
  if (field(block, "type") !== "tool_use" || name === undefined) return [];
  return [{ id: text(field(block, "id")) ?? "", name, args: field(block, "input") ?? {} }];
}

function result({ call, content, isError }: ToolAnswer): JsonObject {
  const said = plainContent(content);
  return { type: "tool_result", tool_use_id: call.id, content: said, ...(isError === true && { is_error: true }) };
}
