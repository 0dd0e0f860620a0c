import type { Json } from "../../src/json/json.ts";
import { field, parse, text } from "../../src/json/json.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { messageText } from "../../src/providers/message.ts";
import { dialectById } from "../../src/providers/registry.ts";
import type { RecordingGateway } from "../support/recording-gateway.ts";

/** The APIs that the stub provider speaks, streamed and whole, with the places that tests look at. */
export interface Api {
  readonly title: string;
  readonly route: string;
  readonly path: string;
  readonly streamed: boolean;
  readonly op: string;
  body(prompt: readonly string[]): Json;
  /** Of the first prompt. */
  readonly promptAt: string;
  /** Of the text, in the answer as it is whole. */
  readonly textAt: string;
  /** Content type of a made answer. */
  readonly type: string;
  readonly waiting: string;
  said(answer: Json): string | undefined;
  errorType(body: Json | undefined): Json | undefined;
  readonly errors: Readonly<Record<"429" | "500", string>>;
}

const messages = (prompts: readonly string[]): Json => prompts.map((content) => ({ role: "user", content }));

function api(
  of: Omit<Api, "title" | "streamed" | "type" | "waiting" | "said" | "errorType">,
  streamed: boolean,
  errorAt: string,
): Api {
  return {
    ...of,
    title: `${of.op}, ${streamed ? "streamed" : "whole"}`,
    streamed,
    type: streamed ? "text/event-stream; charset=utf-8" : "application/json",
    waiting: streamed ? ": vcr\n\n" : " ",
    said: (answer) => {
      const { message } = dialectById(of.op)?.answer(answer) ?? {};
      return message && messageText(message);
    },
    errorType: (body) => (body === undefined ? undefined : getPointer(body, errorAt)),
  };
}

export const APIS: readonly Api[] = [false, true].flatMap((streamed) => {
  const stream = streamed ? { stream: true } : {};
  return [
    api(
      {
        ...{ route: "openai", path: "/v1/chat/completions", op: "openai/chat" },
        body: (prompts) => ({ model: "stub", ...stream, messages: messages(prompts) }),
        ...{ promptAt: "/messages/0/content", textAt: "/choices/0/message/content" },
        errors: { "429": "rate_limit_error", "500": "server_error" },
      },
      streamed,
      "/error/type",
    ),
    api(
      {
        ...{ route: "openai", path: "/v1/responses", op: "openai/responses" },
        body: (prompts) => ({ model: "stub", ...stream, input: messages(prompts) }),
        ...{ promptAt: "/input/0/content", textAt: "/output/0/content/0/text" },
        errors: { "429": "rate_limit_error", "500": "server_error" },
      },
      streamed,
      "/error/type",
    ),
    api(
      {
        ...{ route: "anthropic", path: "/v1/messages", op: "anthropic/messages" },
        body: (prompts) => ({ model: "stub", max_tokens: 9, ...stream, messages: messages(prompts) }),
        ...{ promptAt: "/messages/0/content", textAt: "/content/0/text" },
        errors: { "429": "rate_limit_error", "500": "api_error" },
      },
      streamed,
      "/error/type",
    ),
    api(
      {
        route: "gemini",
        path: `/v1beta/models/stub:${streamed ? "streamGenerateContent?alt=sse" : "generateContent"}`,
        op: "gemini/generate",
        body: (prompts) => ({ contents: prompts.map((said) => ({ role: "user", parts: [{ text: said }] })) }),
        ...{ promptAt: "/contents/0/parts/0/text", textAt: "/candidates/0/content/parts/0/text" },
        errors: { "429": "RESOURCE_EXHAUSTED", "500": "INTERNAL" },
      },
      streamed,
      "/error/status",
    ),
  ];
});

export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly bytes: Buffer;
  readonly json: Json | undefined;
  readonly said: string | undefined;
}

export async function ask(here: RecordingGateway, api: Api, ...prompts: readonly string[]): Promise<Answered> {
  return read(
    api,
    await fetch(`${here.route(api.route)}${api.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(api.body(prompts)),
    }),
  );
}

async function read(api: Api, response: Response): Promise<Answered> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type");
  const streamed = /event-stream/.test(type ?? "");
  const json = streamed ? dialectById(api.op)?.fold(bytes.toString()).body : parse(bytes.toString());
  const failed = text(field(field(json, "error"), "message"));
  return { status: response.status, type, bytes, json, said: json === undefined ? failed : api.said(json) };
}
