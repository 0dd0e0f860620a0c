import { field, type Json } from "../../../json/json.ts";
import type { Dialect, RequestFacts, Target } from "../../dialect.ts";
import { elements, modelOf, paramsOf, toolSpec } from "../../request.ts";
import { anthropicAnswer } from "./answer.ts";
import { blockParts } from "./block.ts";
import { foldAnthropic } from "./fold.ts";
import { anthropicGoingOn } from "./going-on.ts";
import { anthropicMessage } from "./message.ts";

/** Anthropic Messages, on its own host, on Vertex (`:rawPredict`) and elsewhere. Source: docs.claude.com/en/api/messages. */
export const anthropicMessages: Dialect = {
  id: "anthropic/messages",
  conversation: "/messages",
  repeated: ["/messages", "/tools", "/system"],
  facts,
  message: anthropicMessage,
  answer: anthropicAnswer,
  fold: foldAnthropic,
  goingOn: anthropicGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const system = blockParts(field(body, "system"));
  return {
    ...modelOf(body, target),
    stream: field(body, "stream") === true || target?.path.includes(":streamRawPredict") === true,
    system: system.length === 0 ? [] : [{ role: "system", parts: system }],
    tools: elements(field(body, "tools")).map(toolSpec),
    params: paramsOf(body, ["model", "stream", "messages", "tools", "system"]),
  };
}
