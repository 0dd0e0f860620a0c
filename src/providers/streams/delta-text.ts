import { field, isArray, type Json, text } from "../../json/json.ts";

/** What one event of a stream adds to the text of the answer; "" where it adds none. Total. */
export function deltaText(op: string | undefined, event: Json | undefined): string {
  switch (op) {
    case "openai/chat":
      return all(field(event, "choices"), (choice) => text(field(field(choice, "delta"), "content")));
    case "openai/responses":
      return field(event, "type") === "response.output_text.delta" ? (text(field(event, "delta")) ?? "") : "";
    case "anthropic/messages":
      return text(field(field(event, "delta"), "text")) ?? "";
    case "gemini/generate":
      return all(field(event, "candidates"), (candidate) =>
        all(field(field(candidate, "content"), "parts"), (part) =>
          field(part, "thought") === true ? "" : text(field(part, "text")),
        ),
      );
    case "cohere/chat":
      return text(field(field(field(field(event, "delta"), "message"), "content"), "text")) ?? "";
    case "ollama/chat":
      return text(field(field(event, "message"), "content")) ?? "";
    case "ollama/generate":
      return text(field(event, "response")) ?? "";
    default:
      return "";
  }
}

function all(list: Json | undefined, said: (item: Json) => string | undefined): string {
  return isArray(list) ? list.map((item) => said(item) ?? "").join("") : "";
}
