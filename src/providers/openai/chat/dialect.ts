import { field, type Json } from "../../../json/json.ts";
import type { Dialect, RequestFacts, Target } from "../../dialect.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { chatAnswer } from "./answer.ts";
import { foldChat } from "./fold.ts";
import { chatGoingOn } from "./going-on.ts";
import { chatMessage } from "./message.ts";

/** OpenAI Chat Completions, and the many servers that speak it. Source: platform.openai.com/docs/api-reference/chat. */
export const openaiChat: Dialect = {
  id: "openai/chat",
  conversation: "/messages",
  repeated: ["/messages", "/tools", "/functions"],
  facts,
  message: chatMessage,
  answer: chatAnswer,
  fold: foldChat,
  goingOn: chatGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const messages = elements(field(body, "messages"));
  const isSystem = (message: Json) => ["system", "developer"].some((role) => field(message, "role") === role);
  return {
    ...modelOf(body, target),
    stream: field(body, "stream") === true,
    system: messages.filter(isSystem).map(chatMessage),
    tools: [...elements(field(body, "tools")), ...elements(field(body, "functions"))].map(toolSpec),
    params: paramsOf(body, ["model", "stream", "messages", "tools", "functions"]),
  };
}
