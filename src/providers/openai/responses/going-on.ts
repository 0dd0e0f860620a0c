import { field, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { elements } from "../../request.ts";
import { type AskedTool, type GoingOn, plainContent, type ToolAnswer } from "../../streams/going-on.ts";
import { composeResponses } from "./compose.ts";
import { responsesMessage } from "./message.ts";

/** Source: platform.openai.com/docs/guides/conversation-state, "Manually manage conversation state". */
export const responsesGoingOn: GoingOn = {
  said(answer, request) {
    const items = elements(field(answer, "output"));
    // Reasoning that the provider keeps cannot be sent back to one that was told to keep nothing.
    const unkept = field(request, "store") === false;
    return items.filter(
      (item) => !(unkept && field(item, "type") === "reasoning" && !field(item, "encrypted_content")),
    );
  },
  asked: (answer) => elements(field(answer, "output")).flatMap(asked),
  results: (results) => results.map(result),
  user: (said) => ({ role: "user", content: said }),
  compose: composeResponses,
};

/** Items with a `call_id` are for the client, the others have been run. */
function asked(item: Json): AskedTool[] {
  const type = text(field(item, "type"));
  if (!isObject(item) || type === undefined || !type.endsWith("_call") || text(field(item, "call_id")) === undefined)
    return [];
  return responsesMessage(item).parts.flatMap((part) =>
    part.type === "call" ? [{ id: part.id, name: part.name, args: part.args, type }] : [],
  );
}

function result({ call, content, isError }: ToolAnswer): JsonObject {
  const type = `${call.type ?? "function_call"}_output`;
  const status = type === "apply_patch_call_output" ? { status: isError ? "failed" : "completed" } : {};
  return { type, call_id: call.id, ...status, output: plainOutput(content, type) };
}

/** A screenshot is an object, everything else a text or a list of parts. */
function plainOutput(content: Json, type: string): Json {
  return type === "computer_call_output" && isObject(content) ? content : plainContent(content);
}
