import type { Json } from "../json/json.ts";
import type { Message } from "./message.ts";
import type { GoingOn } from "./streams/going-on.ts";

/** Where a request went. Hosts may be missing (a gateway's route, a cassette that stripped them). */
export interface Target {
  readonly method?: string;
  readonly host?: string;
  /** Path with query, as sent. */
  readonly path: string;
}

export interface Recognition {
  readonly dialect: Dialect;
  /** Vendor as the host tells ("groq" speaks the dialect "openai/chat"). */
  readonly provider: string;
  /** Model named in the path (Gemini, Azure deployments); else it is in the body. */
  readonly model?: string;
}

export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  readonly schema?: Json;
}

/** What a request asks for, its conversation aside. */
export interface RequestFacts {
  readonly model?: string;
  readonly stream: boolean;
  readonly system: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Everything else at the top of the body: temperature, max_tokens, ... */
  readonly params: Readonly<Record<string, Json>>;
}

export interface Usage {
  readonly in?: number;
  readonly out?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export interface Answer {
  /** Undefined where the response holds none (an error, an empty stream). */
  readonly message?: Message;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: Json }[];
  /** `in` counts all input tokens, cached ones included, whatever the vendor's own field means. */
  readonly usage: Usage;
  readonly stop?: string;
  readonly model?: string;
  readonly error?: { readonly type?: string; readonly message: string };
}

export interface Folded {
  /** The body a plain (not streamed) response would have had, as far as the stream goes. */
  readonly body: Json;
  /** The stream reached its own end mark. */
  readonly complete: boolean;
  /** Count of events in the stream. */
  readonly events: number;
}

/** One LLM API: how its requests and answers are read. Pure and total: any JSON in, never an exception out. */
export interface Dialect {
  /** "openai/chat", "openai/responses", "anthropic/messages", "gemini/generate", "cohere/chat", "ollama/chat", "vcr/messages". */
  readonly id: string;
  /** JSON pointer of the array that holds the conversation: "/messages", "/input", "/contents". */
  readonly conversation: string;
  /** Pointers of all arrays (or values) that repeat from call to call, conversation first. */
  readonly repeated: readonly string[];
  facts(body: Json, target?: Target): RequestFacts;
  /** One element of the conversation array. A string where the API allows one ("/input") counts as one element. */
  message(element: Json): Message;
  answer(body: Json): Answer;
  /** Folds a raw stream (server-sent events, or the API's own framing). */
  fold(stream: string): Folded;
  /** Whether a body is a stream in a framing of the API's own. */
  isStream?(contentType: string | undefined, text: string): boolean;
  /** How a request goes on behind an answer; missing for what is no API. */
  readonly goingOn?: GoingOn;
}
