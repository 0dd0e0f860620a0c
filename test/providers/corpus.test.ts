import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { field, isArray, type Json, parse, text } from "../../src/json/json.ts";
import { answerWithCallIds, withCallIds } from "../../src/providers/call-ids.ts";
import { messageText } from "../../src/providers/message.ts";
import { recognise } from "../../src/providers/registry.ts";
import { readBody } from "../../src/providers/streams/stream.ts";
import { newResults } from "../../src/providers/tool-results.ts";
import { corpusFile } from "../support/corpus.ts";

/** What one exchange says, found by a script of a few lines that shares nothing with the code under test. */
interface Facts {
  readonly dialect: string;
  readonly model: string;
  readonly messages: number;
  readonly events: number;
  readonly usage: object;
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly text: string;
}

const PARIS = "The current weather in Paris is partly cloudy with a temperature of 19°C (66°F).";
const CALL = "call_351V2Pfsj3rNfBSt3BUXAJHn";
const TOOL = "toolu_012gmfqnoTX8c5aV3vMWUnas";
const chat = (messages: number, events: number, usage: object) => ({
  ...{ dialect: "openai/chat", model: "gpt-3.5-turbo", messages, events, calls: [], results: [], text: PARIS },
  usage: { cacheRead: 0, reasoning: 0, ...usage },
});
const claude = { dialect: "anthropic/messages", model: "claude-sonnet-4-0", calls: [], results: [], text: "" };
const gemini = { dialect: "gemini/generate", model: "gemini-2.5-flash", events: 1, calls: [], results: [], text: "" };

const EXPECTED: Readonly<Record<string, readonly Facts[]>> = {
  "cagent--cassettes__TestRuntime_MultiAgent_SessionReload.yaml": [
    { ...chat(3, 30, { in: 308, out: 35 }), calls: [CALL], text: "" },
    chat(3, 23, { in: 82, out: 19 }),
    { ...chat(5, 23, { in: 370, out: 20 }), results: [CALL] },
    { ...chat(7, 23, { in: 404, out: 20 }), results: [CALL] },
  ],
  "cagent--e2e__testdata__cassettes__TestA2AServer_AgentCard.yaml": [],
  "cagent--e2e__testdata__cassettes__TestA2AServer_MultiAgent.yaml": [
    {
      ...{ dialect: "openai/responses", model: "gpt-5-mini", messages: 3, events: 19, calls: [], results: [] },
      usage: { in: 292, out: 166, cacheRead: 0, reasoning: 128 },
      text: "Hello! How can I help you today?",
    },
  ],
  // 3 + 1276 + 0 and 6 + 72 + 1276 tokens of input.
  "cagent--e2e__testdata__cassettes__TestExec_Anthropic_ToolCall.yaml": [
    { ...claude, messages: 1, events: 9, usage: { in: 1279, out: 58, cacheRead: 0, cacheWrite: 1276 }, calls: [TOOL] },
    {
      ...claude,
      messages: 3,
      events: 7,
      usage: { in: 1354, out: 4, cacheRead: 1276, cacheWrite: 72 },
      results: [TOOL],
      text: "1",
    },
  ],
  "cagent--e2e__testdata__cassettes__TestExec_Gemini_ToolCall.yaml": [
    { ...gemini, messages: 3, usage: { in: 868, out: 20 }, calls: ["list_directory#0"] },
    { ...gemini, messages: 5, usage: { in: 940, out: 1 }, results: ["list_directory#0"], text: "1" },
  ],
};

function factsOf(interaction: Json): Facts {
  const request = field(interaction, "request");
  const body = parse(text(field(request, "body")) ?? "") ?? null;
  const target = { method: "POST", path: text(field(request, "url")) ?? "" };
  const { dialect } = recognise(target, body) ?? {};
  if (dialect === undefined) throw new Error(`not recognised: ${target.path}`);
  const list = field(body, dialect.conversation.slice(1));
  const conversation = withCallIds((isArray(list) ? list : []).map(dialect.message));
  const response = text(field(field(interaction, "response"), "body")) ?? "";
  const read = readBody(dialect, undefined, response);
  expect([read.streamed, read.cut]).toEqual([true, false]);
  const answer = answerWithCallIds(conversation, dialect.answer(read.json ?? null));
  return {
    dialect: dialect.id,
    model: dialect.facts(body, target).model ?? "?",
    messages: conversation.length,
    events: dialect.fold(response).events,
    usage: answer.usage,
    calls: answer.calls.map(({ id }) => id),
    results: newResults(conversation, new Set()).map(({ id }) => id),
    text: answer.message === undefined ? "" : messageText(answer.message),
  };
}

describe("cassettes of a Go recorder", () => {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const file = corpusFile(`cagent-go-vcr/${name}`);
    test.skipIf(file === undefined)(name, () => {
      const { interactions } = parseYaml(readFileSync(file ?? "", "utf8"));
      expect(interactions.map(factsOf)).toEqual(expected);
    });
  }
});
