import { isObject, type Json, type JsonObject } from "../../../json/json.ts";
import type { Message, Part } from "../../message.ts";
import type { Composed } from "../../streams/going-on.ts";
import { argumentsObject, resultText } from "../../written-part.ts";

/**
 * Models that want each call back with its signature take this word for calls whose signature is not known.
 * Source: ai.google.dev/gemini-api/docs/thought-signatures.
 */
const UNSIGNED = "skip_thought_signature_validator";

/** A generateContent request out of messages; the model and the stream are named in its path. */
export function composeGemini({ model, system, messages, tools }: Composed): Json {
  const signature = /gemini-[3-9]/.test(model) ? { thoughtSignature: UNSIGNED } : {};
  return {
    contents: messages.flatMap((message) => written(message, signature)),
    ...(system.length > 0 && { systemInstruction: { parts: system.map((text) => ({ text })) } }),
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, schema }) => ({
            name,
            ...(description !== undefined && { description }),
            ...(schema !== undefined && { parametersJsonSchema: schema }),
          })),
        },
      ],
    }),
  };
}

function written({ role, parts }: Message, signature: JsonObject): JsonObject[] {
  const list = parts.flatMap((part) => geminiPart(part, signature));
  return list.length === 0 ? [] : [{ role: role === "assistant" ? "model" : "user", parts: list }];
}

function geminiPart(part: Part, signature: JsonObject): JsonObject[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text === "" ? [] : [{ text: part.text }];
    case "call":
      return [{ functionCall: { name: part.name, args: argumentsObject(part.args) }, ...signature }];
    case "result":
      return [{ functionResponse: { name: part.name ?? "tool", response: responseOf(part) } }];
    case "media": {
      const { base64, url, mimeType } = part;
      if (mimeType === undefined) return [];
      if (base64 !== undefined) return [{ inlineData: { mimeType, data: base64 } }];
      return url === undefined ? [] : [{ fileData: { mimeType, fileUri: url } }];
    }
    default:
      return [];
  }
}

function responseOf(part: Extract<Part, { type: "result" }>): JsonObject {
  const [only, ...more] = part.parts;
  if (more.length === 0 && only?.type === "other") return isObject(only.json) ? only.json : { result: only.json };
  return { [part.isError === true ? "error" : "result"]: resultText(part) };
}
