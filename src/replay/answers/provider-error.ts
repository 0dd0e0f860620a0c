import { field, type Json, text } from "../../json/json.ts";

/** Errors as providers put them, by HTTP status. Sources: the vendors' pages on errors. */

interface Kind {
  readonly openai: string;
  readonly anthropic: string;
  readonly google: string;
}

const KINDS: Readonly<Record<number, Kind>> = {
  400: { openai: "invalid_request_error", anthropic: "invalid_request_error", google: "INVALID_ARGUMENT" },
  401: { openai: "invalid_request_error", anthropic: "authentication_error", google: "UNAUTHENTICATED" },
  429: { openai: "rate_limit_error", anthropic: "rate_limit_error", google: "RESOURCE_EXHAUSTED" },
  500: { openai: "server_error", anthropic: "api_error", google: "INTERNAL" },
};
const OTHER: Kind = { openai: "server_error", anthropic: "api_error", google: "UNKNOWN" };

export interface ProviderError {
  readonly status: number;
  readonly message: string;
  /** OpenAI's `code`. */
  readonly code?: string;
}

export function providerError(op: string | undefined, { status, message, code }: ProviderError): Json {
  const kind = KINDS[status] ?? OTHER;
  switch (op) {
    case "anthropic/messages":
      return { type: "error", error: { type: kind.anthropic, message } };
    case "gemini/generate":
      return { error: { code: status, message, status: kind.google } };
    case "ollama/chat":
    case "ollama/generate":
      return { error: message };
    case "cohere/chat":
    case "cohere/chat-v1":
      return { message };
    default:
      return { error: { message, type: kind.openai, param: null, code: code ?? null } };
  }
}

/** An error in a stream that has begun: `body` is what would have been the answer. */
export function errorFrame(op: string | undefined, body: Json): string {
  const error = field(body, "error");
  switch (op) {
    case "anthropic/messages":
      return `event: error\ndata: ${JSON.stringify({ type: "error", error: error ?? body })}\n\n`;
    case "openai/responses": {
      const [message, code] = [text(field(error, "message")) ?? "error", field(error, "code") ?? null];
      const event = { type: "error", sequence_number: 0, code, message, param: null, error: error ?? body };
      return `event: error\ndata: ${JSON.stringify(event)}\n\n`;
    }
    case "ollama/chat":
    case "ollama/generate":
      return `${JSON.stringify(error === undefined ? { error: body } : body)}\n`;
    default:
      return `data: ${JSON.stringify(error === undefined ? { error: body } : body)}\n\n`;
  }
}
