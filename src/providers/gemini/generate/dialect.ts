import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Dialect, RequestFacts, Target, ToolSpec } from "../../dialect.ts";
import { elements, modelOf, paramsOf } from "../../request.ts";
import { geminiAnswer } from "./answer.ts";
import { either } from "./either.ts";
import { foldGemini } from "./fold.ts";
import { geminiGoingOn } from "./going-on.ts";
import { geminiMessage } from "./message.ts";

/**
 * Gemini generateContent and streamGenerateContent, on the Gemini API and on Vertex. Source: ai.google.dev/api/generate-content.
 * Its calls and results have no ids as a rule: their `id` is "" here, callIds() numbers them over a conversation.
 */
export const geminiGenerate: Dialect = {
  id: "gemini/generate",
  conversation: "/contents",
  repeated: ["/contents", "/tools", "/systemInstruction", "/system_instruction"],
  facts,
  message: geminiMessage,
  answer: geminiAnswer,
  fold: foldGemini,
  goingOn: geminiGoingOn,
};

function facts(body: Json, target?: Target): RequestFacts {
  const system = either(body, "systemInstruction", "system_instruction");
  return {
    ...modelOf(body, target),
    stream: target !== undefined && /:streamGenerateContent/i.test(target.path),
    system: system === undefined || system === null ? [] : [{ role: "system", parts: geminiMessage(system).parts }],
    tools: elements(field(body, "tools")).flatMap(toolSpecs),
    params: paramsOf(body, ["model", "contents", "tools", "systemInstruction", "system_instruction"]),
  };
}

/** `{functionDeclarations: [...]}`, and tools Google runs, named by their key: `{googleSearch: {}}`. */
function toolSpecs(tool: Json): ToolSpec[] {
  if (!isObject(tool)) return [];
  return Object.entries(tool).flatMap(([key, value]) =>
    /^function_?declarations$/i.test(key) && isArray(value) ? value.map(declared) : [{ name: key }],
  );
}

function declared(declaration: Json): ToolSpec {
  const schema =
    field(declaration, "parameters") ?? either(declaration, "parametersJsonSchema", "parameters_json_schema");
  return {
    name: text(field(declaration, "name")) ?? "?",
    ...defined({ description: text(field(declaration, "description")), schema }),
  };
}
