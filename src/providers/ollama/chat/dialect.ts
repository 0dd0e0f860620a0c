import { field, type Json, text } from "../../../json/json.ts";
import { count } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Dialect, RequestFacts, Target } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { spoken } from "../../parts.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { foldOllama, isLines } from "./fold.ts";
import { ollamaGoingOn } from "./going-on.ts";
import { ollamaMessage } from "./message.ts";

/** Ollama's own chat. Source: docs.ollama.com, API reference, "Generate a chat message". */
export const ollamaChat: Dialect = {
  id: "ollama/chat",
  conversation: "/messages",
  repeated: ["/messages", "/tools"],
  facts,
  message: ollamaMessage,
  answer,
  fold: foldOllama,
  isStream: isLines,
  goingOn: ollamaGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const messages = elements(field(body, "messages"));
  return {
    ...modelOf(body, target),
    // It streams unless it is told not to.
    stream: field(body, "stream") !== false,
    system: messages.filter((message) => field(message, "role") === "system").map(ollamaMessage),
    tools: elements(field(body, "tools")).map(toolSpec),
    params: paramsOf(body, ["model", "stream", "messages", "tools"]),
  };
}

function answer(body: Json): Answer {
  const message = field(body, "message");
  const parts = message === undefined || message === null ? [] : ollamaMessage(message).parts;
  return {
    ...spoken(parts),
    usage: defined({ in: count(field(body, "prompt_eval_count")), out: count(field(body, "eval_count")) }),
    ...defined({
      stop: text(field(body, "done_reason")),
      model: text(field(body, "model")),
      error: errorOf(body),
    }),
  };
}
