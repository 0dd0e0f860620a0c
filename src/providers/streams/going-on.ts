import type { Json } from "../../json/json.ts";
import type { ToolSpec } from "../dialect.ts";
import type { Message } from "../message.ts";

/** How a conversation over one API goes on: what has to stand in the next request behind an answer. */

/** A call that the client of the API has to answer. */
export interface AskedTool {
  /** "" where the API gives none. */
  readonly id: string;
  readonly name: string;
  readonly args: Json;
  /** Type of the item that asks, where the API has several kinds of tools. */
  readonly type?: string;
}

export interface ToolAnswer {
  readonly call: AskedTool;
  /** A text, or the content in the form that the API has for results. */
  readonly content: Json;
  readonly isError?: boolean;
}

/** A conversation of which only the messages are known. */
export interface Composed {
  readonly model: string;
  readonly system: readonly string[];
  /** Every call has its result in the message behind it, and every result its call. */
  readonly messages: readonly Message[];
  /** Empty: their schemas are not known. */
  readonly tools: readonly ToolSpec[];
}

export interface GoingOn {
  /** The answer as elements of the conversation. Blocks stay what they were: thinking, signatures, ids. */
  said(answer: Json, request: Json): readonly Json[];
  /** In the order of the answer; tools that the vendor runs are not among them. */
  asked(answer: Json): readonly AskedTool[];
  /** The model has paused and goes on by itself when it gets its own answer back. */
  paused?(answer: Json): boolean;
  /** All results of one answer, in the order of its calls. */
  results(results: readonly ToolAnswer[]): readonly Json[];
  user(text: string): Json;
  /** A request, to be streamed, that was never recorded as one; missing: vendors of this API are asked over another one then. */
  compose?(conversation: Composed): Json;
}

/** A content that is no text and no list of parts, as a text. */
export function plainContent(content: Json): Json {
  return typeof content === "string" || Array.isArray(content) ? content : JSON.stringify(content);
}
