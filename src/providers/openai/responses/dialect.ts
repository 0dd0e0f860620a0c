import { field, isArray, type Json } from "../../../json/json.ts";
import type { Dialect, RequestFacts, Target } from "../../dialect.ts";
import type { Message } from "../../message.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { responsesAnswer } from "./answer.ts";
import { contentParts } from "./content.ts";
import { foldResponses } from "./fold.ts";
import { responsesGoingOn } from "./going-on.ts";
import { responsesMessage } from "./message.ts";

/** OpenAI Responses. Source: platform.openai.com/docs/api-reference/responses. */
export const openaiResponses: Dialect = {
  id: "openai/responses",
  conversation: "/input",
  repeated: ["/input", "/tools", "/instructions"],
  facts,
  message: responsesMessage,
  answer: responsesAnswer,
  fold: foldResponses,
  goingOn: responsesGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const input = elements(field(body, "input"));
  const isSystem = (item: Json) => ["system", "developer"].some((role) => field(item, "role") === role);
  return {
    ...modelOf(body, target),
    stream: field(body, "stream") === true,
    system: [...instructions(field(body, "instructions")), ...input.filter(isSystem).map(responsesMessage)],
    tools: elements(field(body, "tools")).map(toolSpec),
    params: paramsOf(body, ["model", "stream", "input", "tools", "instructions"]),
  };
}

/** A text, or a list of items as in "/input". */
function instructions(value: Json | undefined): Message[] {
  if (isArray(value)) return value.map(responsesMessage);
  const parts = contentParts(value);
  return parts.length === 0 ? [] : [{ role: "system", parts }];
}
