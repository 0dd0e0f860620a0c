import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { field, isArray, type Json, parse } from "../../src/json/json.ts";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import { ANTHROPIC, CHAT, GEMINI, plain, RESPONSES, weatherCalls, writeRun } from "../support/spoken-apis.ts";

/** Runs that keep messages rather than requests. */

const provider = new ScriptedProvider();
let base = "";
beforeAll(async () => {
  base = await provider.listen();
});
afterAll(() => provider.close());

let here: Workplace;
beforeEach(() => {
  here = workplace();
  provider.play();
});

function goOn(args: readonly string[]): Promise<Ran> {
  return here.vcr(["continue", ...args, "-o", "new.vcr"], {
    OPENAI_BASE_URL: `${base}/v1`,
    ANTHROPIC_BASE_URL: base,
    GOOGLE_GEMINI_BASE_URL: base,
    OPENAI_API_KEY: "sk-live-1234567890",
    ANTHROPIC_API_KEY: "sk-ant-live-1234567890",
    GEMINI_API_KEY: "AIzaLive1234567890",
  });
}

const sent = (): Json | undefined => provider.requests[0]?.body;
const fixture = (name: string): string => join(import.meta.dirname, "../fixtures", name);

function origins(): readonly unknown[] {
  const lines = readFileSync(join(here.folder, "new.vcr"), "utf8").trimEnd().split("\n");
  return lines.map((line) => parse(line)).flatMap((line) => field(line, "origin") ?? []);
}

/** A Claude Code session: a question, a tool and its result, an answer. */
const SESSION = [
  { type: "user", uuid: "u1", parentUuid: null, message: { role: "user", content: "How many orders are late?" } },
  {
    ...{ type: "assistant", uuid: "a1", parentUuid: "u1" },
    message: {
      ...{ id: "msg_1", role: "assistant", model: "claude-sonnet-4-5", stop_reason: "tool_use" },
      content: [
        { type: "thinking", thinking: "I count them.", signature: "sig==" },
        { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "grep -c late orders.csv" } },
      ],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  },
  {
    ...{ type: "user", uuid: "u2", parentUuid: "a1" },
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "12" }] },
  },
  {
    ...{ type: "assistant", uuid: "a2", parentUuid: "u2" },
    message: {
      ...{ id: "msg_2", role: "assistant", model: "claude-sonnet-4-5", stop_reason: "end_turn" },
      content: [{ type: "text", text: "12 orders are late." }],
      usage: { input_tokens: 20, output_tokens: 5 },
    },
  },
].map((record, i) => ({ sessionId: "s1", version: "2.0.0", timestamp: `2026-01-05T09:00:0${i}.000Z`, ...record }));

describe("a Claude Code session", () => {
  beforeEach(() => {
    here.file("session.jsonl", SESSION.map((record) => JSON.stringify(record)).join("\n"));
  });

  test("goes on with a message of the user; what it does not keep is said before", async () => {
    provider.play(ANTHROPIC.saidStream(["The courier ", "was ill."]));
    const ran = await goOn(["session.jsonl", "--say", "Why?"]);
    expect([ran.code, ran.stdout]).toEqual([0, "The courier was ill.\n"]);
    expect(sent()).toEqual({
      model: "claude-sonnet-4-5",
      max_tokens: 8192,
      messages: [
        { role: "user", content: [{ type: "text", text: "How many orders are late?" }] },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "grep -c late orders.csv" } }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "12" }] }],
        },
        { role: "assistant", content: [{ type: "text", text: "12 orders are late." }] },
        { role: "user", content: "Why?" },
      ],
      // It refuses a conversation with tools that names none.
      tools: [{ name: "Bash", input_schema: { type: "object" } }],
      tool_choice: { type: "none" },
      stream: true,
    });
    expect(provider.requests[0]?.headers["anthropic-version"]).toBe("2023-06-01");
    for (const words of [
      "1 thought(s) of the model are left out",
      "its system prompt is not recorded",
      "its tools' schemas are not recorded: the model has no tools",
      "its parameters are not recorded",
      "its past not replayed",
    ])
      expect(ran.stderr).toContain(words);
  });

  test("is asked again from a step on, with another result of a tool", async () => {
    provider.play(ANTHROPIC.saidStream(["None is late."]));
    const ran = await goOn(["session.jsonl", "--edit", "1a:/result=0"]);
    expect(ran.code).toBe(0);
    const messages = field(sent(), "messages");
    expect(isArray(messages) ? messages.at(-1) : undefined).toMatchObject({
      content: [{ type: "tool_result", content: [{ text: "0" }] }],
    });
    const all = origins();
    expect([all.at(-1), new Set(all.slice(0, -1))]).toEqual(["live", new Set(["replayed"])]);
    const shown = await here.vcr(["show", "new.vcr"]);
    expect(shown.stdout).toContain("None is late.");
    expect(shown.stdout).toContain("How many orders are late?");
  });

  test("only results can be edited, and only where a tool was called", async () => {
    const refused = async (edit: string): Promise<string> => (await goOn(["session.jsonl", "--edit", edit])).stderr;
    expect(await refused("1:/response/content/0/text=x")).toContain("only whole results of tools can be edited");
    expect(await refused("3a:/result=x")).toContain("there is no such tool call");
  });

  test("ends with an answer: something has to be said", async () => {
    const ran = await goOn(["session.jsonl"]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("--say TEXT")]);
  });

  test("goes to another vendor by name", async () => {
    provider.play(CHAT.saidStream(["Illness."]));
    await goOn(["session.jsonl", "--say", "Why?", "--provider", "openai", "--model", "gpt-x"]);
    expect(provider.requests[0]?.path).toBe("/v1/chat/completions");
    expect(sent()).toMatchObject({
      model: "gpt-x",
      messages: [
        { role: "user", content: "How many orders are late?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "toolu_1",
              type: "function",
              function: { name: "Bash", arguments: '{"command":"grep -c late orders.csv"}' },
            },
          ],
        },
        { role: "tool", tool_call_id: "toolu_1", content: "12" },
        { role: "assistant", content: "12 orders are late." },
        { role: "user", content: "Why?" },
      ],
    });
  });
});

test("a Codex rollout goes on over Responses, with its instructions", async () => {
  provider.play(RESPONSES.saidStream(["Done."]));
  const ran = await goOn([fixture("codex/rollout-2026-01-05T09-00-00-0000aaaa.jsonl"), "--say", "And now?"]);
  expect([ran.code, ran.stdout]).toEqual([0, "Done.\n"]);
  expect(provider.requests[0]?.path).toBe("/v1/responses");
  expect(sent()).toMatchObject({ store: false, stream: true, instructions: expect.any(String) });
  const input = field(sent(), "input");
  expect(isArray(input) ? input.at(-1) : undefined).toEqual({ role: "user", content: "And now?" });
  const ids = (type: string): readonly unknown[] =>
    (isArray(input) ? input : []).flatMap((item) => (field(item, "type") === type ? [field(item, "call_id")] : []));
  expect(ids("function_call_output")).toEqual(ids("function_call"));
});

test("a log of chat messages goes on with its system prompt", async () => {
  provider.play(CHAT.saidStream(["Colder."]));
  const ran = await goOn([fixture("chat/completion-log.json"), "--say", "And tomorrow?", "--model", "gpt-x"]);
  expect(ran.code).toBe(0);
  expect(field(sent(), "messages")).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather?" },
    { role: "assistant", content: "Cold." },
    { role: "user", content: "And tomorrow?" },
  ]);
});

test("whose model it is has to be said where nothing tells", async () => {
  const ran = await goOn([fixture("chat/gemini.json"), "--say", "x", "--model", "my-own"]);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("--provider NAME says it")]);
});

test("a recorded run goes to another vendor with its tools, which are answered from it", async () => {
  writeRun(join(here.folder, "run.vcr"), CHAT, { calls: weatherCalls(CHAT), base });
  provider.play(GEMINI.callStream("", "Oslo"), GEMINI.saidStream(["Minus three."]));
  const ran = await goOn(["run.vcr", "--at", "0", "--provider", "gemini", "--model", "gemini-x"]);
  expect([ran.code, ran.stdout]).toEqual([0, "Minus three.\n"]);
  expect(sent()).toEqual({
    contents: [{ role: "user", parts: [{ text: "Weather in Oslo?" }] }],
    tools: [
      {
        functionDeclarations: [
          { name: "get_weather", parametersJsonSchema: { type: "object", properties: { city: { type: "string" } } } },
        ],
      },
    ],
  });
  expect(provider.requests[1]?.body).toMatchObject({
    contents: [{}, {}, { parts: [{ functionResponse: { name: "get_weather", response: { result: "-3 C" } } }] }],
  });
});

describe("guards", () => {
  beforeEach(() => writeRun(join(here.folder, "run.vcr"), CHAT, { calls: weatherCalls(CHAT), base }));

  test("--max-calls keeps the next call back, and says so", async () => {
    provider.play(plain(CHAT.call("call_live", "Oslo")), plain(CHAT.said("Cold.")));
    const ran = await goOn(["run.vcr", "--at", "0", "--max-calls", "1"]);
    expect([ran.code, provider.requests.length]).toEqual([1, 1]);
    expect(ran.stderr).toContain("kept back: --max-calls: 1 of 1 live calls made");
  });

  test("--budget wants a price, and stops when it is spent", async () => {
    const unpriced = await goOn(["run.vcr", "--at", "0", "--budget", "1"]);
    expect([unpriced.code, unpriced.stderr]).toEqual([2, expect.stringContaining("no price is known for x")]);
    provider.play(plain(CHAT.call("call_live", "Oslo")), plain(CHAT.said("Cold.")));
    const price = ["--price", "gpt-x=1000000/1000000", "--price", "x=1000000/1000000"];
    const ran = await goOn(["run.vcr", "--at", "0", "--budget", "1", ...price]);
    expect([ran.code, provider.requests.length]).toEqual([1, 1]);
    expect(ran.stderr).toContain("kept back: --budget: $29.00 of $1.00 spent");
  });
});
