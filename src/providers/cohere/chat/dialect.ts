import { field, type Json } from "../../../json/json.ts";
import type { Dialect, RequestFacts, Target } from "../../dialect.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { cohereAnswer } from "./answer.ts";
import { foldCohere } from "./fold.ts";
import { cohereGoingOn } from "./going-on.ts";
import { cohereMessage } from "./message.ts";

/** Cohere's chat, version 2. Source: docs.cohere.com, API reference, "Chat". */
export const cohereChat: Dialect = {
  id: "cohere/chat",
  conversation: "/messages",
  repeated: ["/messages", "/tools", "/documents"],
  facts,
  message: cohereMessage,
  answer: cohereAnswer,
  fold: foldCohere,
  goingOn: cohereGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const messages = elements(field(body, "messages"));
  return {
    ...modelOf(body, target),
    stream: field(body, "stream") === true,
    system: messages.filter((message) => field(message, "role") === "system").map(cohereMessage),
    tools: elements(field(body, "tools")).map(toolSpec),
    params: paramsOf(body, ["model", "stream", "messages", "tools", "documents"]),
  };
}
