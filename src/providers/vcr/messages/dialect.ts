import { field, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Answer, Dialect, RequestFacts, Target } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { plainFold } from "../../streams/plain-fold.ts";
import { plainMessage } from "./message.ts";

/**
 * No API: how a conversation is written down where the file it comes from keeps messages rather than requests.
 * Request `{model, system, messages, tools}` and response `{message, stop, error}`, messages in the form of message.ts.
 */
export const vcrMessages: Dialect = {
  id: "vcr/messages",
  conversation: "/messages",
  repeated: ["/messages", "/tools", "/system"],
  facts,
  message: plainMessage,
  answer,
  fold: plainFold,
};

function facts(body: Json, target?: Target): RequestFacts {
  return {
    ...modelOf(body, target),
    stream: false,
    system: elements(field(body, "system")).map(plainMessage),
    tools: elements(field(body, "tools")).map(toolSpec),
    params: paramsOf(body, ["model", "messages", "tools", "system"]),
  };
}

function answer(body: Json): Answer {
  const stored = field(body, "message");
  const message = stored === undefined ? undefined : plainMessage(stored);
  const calls = (message?.parts ?? []).flatMap((part) =>
    part.type === "call" ? [{ id: part.id, name: part.name, args: part.args }] : [],
  );
  return { calls, usage: {}, ...defined({ message, error: errorOf(body), stop: text(field(body, "stop")) }) };
}
