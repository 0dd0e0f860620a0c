import { field, isArray, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Answer } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { other, spoken } from "../../parts.ts";
import { chatMessage } from "./message.ts";
import { chatUsage } from "./usage.ts";

/** The first choice is the answer; further ones are kept as JSON. */
export function chatAnswer(body: Json): Answer {
  const list = field(body, "choices");
  const choices = isArray(list) ? list : [];
  const choice = choices[0];
  const message = field(choice, "message");
  const parts = message === undefined || message === null ? [] : chatMessage(message).parts;
  const rest = choices.slice(1).map((each, i) => other(`choice ${i + 1}`, each));
  const stop = text(field(choice, "finish_reason"));
  const error = errorOf(body) ?? (choice === undefined ? undefined : errorOf(choice));
  return {
    ...spoken([...parts, ...rest]),
    usage: chatUsage(body),
    ...defined({ stop, model: text(field(body, "model")), error }),
  };
}
