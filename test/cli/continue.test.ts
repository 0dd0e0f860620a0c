import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { field, isArray, isObject, type Json, type JsonObject, parse } from "../../src/json/json.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import {
  APIS,
  behind,
  CHAT,
  type GivenCall,
  plain,
  RESPONSES,
  type SpokenApi,
  weatherCalls,
  writeRun,
} from "../support/spoken-apis.ts";

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

const KEYS = {
  OPENAI_API_KEY: "sk-live-1234567890",
  ANTHROPIC_API_KEY: "sk-ant-live-1234567890",
  GEMINI_API_KEY: "AIzaLive1234567890",
  OLLAMA_API_KEY: "ollama-live-1234567890",
  CO_API_KEY: "co-live-1234567890",
};

function vcr(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const urls = {
    ...{ OPENAI_BASE_URL: `${base}/v1`, ANTHROPIC_BASE_URL: base, GOOGLE_GEMINI_BASE_URL: base },
    ...{ OLLAMA_HOST: base, CO_API_URL: base },
  };
  return here.vcr(args, { ...urls, ...KEYS, ...env });
}

/** `vcr continue run.vcr ... -o new.vcr` */
function goOn(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return vcr(["continue", "run.vcr", ...args, "-o", "new.vcr"], env);
}

/** 0 asks for Oslo, 1 carries "-3 C" and is answered with words. */
function weather(api: SpokenApi, stream = false): void {
  writeRun(join(here.folder, "run.vcr"), api, { calls: weatherCalls(api, stream), base, stream });
}

function recorded(api: SpokenApi, calls: readonly GivenCall[]): void {
  writeRun(join(here.folder, "run.vcr"), api, { calls, base });
}

const sent = (n: number): Json | undefined => provider.requests[n]?.body;

function lines(file: string): readonly JsonObject[] {
  const text = readFileSync(join(here.folder, file), "utf8").trimEnd();
  return text.split("\n").map((line) => {
    const value = parse(line);
    return isObject(value) ? value : {};
  });
}

const events = (file: string) => lines(file).filter((line) => line.seq !== undefined);

describe.each(APIS)("vcr continue over $op", (api) => {
  test.each([false, true])(
    "the call is asked again, its tool answered, until the model is done (streamed: %s)",
    async (stream) => {
      weather(api, stream);
      if (stream) provider.play(api.callStream("call_live", "Oslo"), api.saidStream(["Minus ", "three."]));
      else provider.play(plain(api.call("call_live", "Oslo")), plain(api.said("Minus three.")));
      const ran = await goOn(["--at", "0"]);
      expect([ran.code, ran.stdout]).toEqual([0, "Minus three.\n"]);
      const first = api.op === RESPONSES.op ? behind(api, api.request(stream), []) : api.request(stream);
      expect(sent(0)).toEqual(first);
      expect(sent(1)).toEqual(behind(api, api.request(stream), api.answered("call_live", "Oslo", "-3 C")));
      expect(provider.requests.map(({ path }) => path)).toEqual([api.path(stream), api.path(stream)]);
      const [header, key] = api.keyHeader;
      expect(provider.requests[0]?.headers[header]).toBe(key);
      expect(events("new.vcr").map(({ origin }) => origin)).toEqual(["live", "live"]);
      expect(ran.stderr).toMatch(/get_weather \{"city":"Oslo"\} → .*-3 C.* \(recorded 0a\)/);
    },
  );

  test("behind the last answer it goes on with a message of the user", async () => {
    weather(api);
    provider.play(plain(api.said("Put on a coat.")));
    const ran = await goOn(["--at", "end", "--say", "What shall I wear?"]);
    expect([ran.code, ran.stdout]).toEqual([0, "Put on a coat.\n"]);
    const list = getPointer(sent(0) ?? null, dialectById(api.op)?.conversation ?? "");
    const said = isArray(list) ? list.slice(-2) : [];
    expect(JSON.stringify(said)).toContain("It is cold.");
    expect(JSON.stringify(said[1])).toContain("What shall I wear?");
    expect(events("new.vcr").map(({ origin }) => origin)).toEqual(["replayed", "replayed", "live"]);
  });
});

const ROME = '0:/response/choices/0/message/tool_calls/0/function/arguments={"city":"Rome"}';

describe("what is edited", () => {
  test("a tool result, in the request as it goes out; the event keeps both", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.said("Warm.")));
    const ran = await goOn(["--edit", "0a:/result=21 C"]);
    expect(ran.code).toBe(0);
    expect(sent(0)).toEqual(behind(CHAT, CHAT.request(false), CHAT.answered("call_rec1", "Oslo", "21 C")));
    expect(events("new.vcr")[1]).toMatchObject({
      edits: ["tool-result"],
      sent: { set: { "/messages/2/content": "21 C" } },
    });
    expect(lines("new.vcr")[0]).toMatchObject({
      parent: { kind: "continuation", id: "0123456789abcdef", file: "run.vcr", at: 1 },
      edits: [{ step: "0a", after: "21 C" }],
    });
  });

  test("an edited result answers the same call when it is made again", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.call("call_again", "Oslo")), plain(CHAT.said("Warm.")));
    const ran = await goOn(["--edit", "0a:/result=21 C", "--tools", "by-name"]);
    const list = field(sent(1), "messages");
    expect(isArray(list) ? list.at(-1) : undefined).toEqual({
      role: "tool",
      tool_call_id: "call_again",
      content: "21 C",
    });
    expect(ran.code).toBe(1);
  });

  test("an answer, where it stands in the conversation and in the past of the new run", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.said("It is cold.")));
    const edit = "0:/response/choices/0/message/content=I look at <KEY>.";
    expect((await goOn(["--edit", edit])).code).toBe(0);
    expect(getPointer(sent(0) ?? null, "/messages/1/content")).toBe("I look at <KEY>.");
    const [first] = events("new.vcr");
    expect(first).toMatchObject({ origin: "replayed", edits: ["answer"] });
    expect(getPointer(first ?? null, "/response/body/choices/0/message/content")).toBe("I look at <KEY>.");
  });

  test("an answer whose call is another then: what the recorded one came to is no answer to it", async () => {
    weather(CHAT);
    const ran = await goOn(["--edit", ROME]);
    expect([ran.code, provider.requests.length]).toEqual([1, 0]);
    expect(ran.stderr).toContain('get_weather {"city":"Rome"}');
  });

  test.each([
    ["its edited result", ["--edit", "0a:/result=21 C"], "21 C", 0],
    ["the recorded one by its name, loose", ["--tools", "by-name"], "-3 C", 1],
  ])("such a call gets %s", async (_, more, result, code) => {
    weather(CHAT);
    provider.play(plain(CHAT.said("Rome it is.")));
    expect((await goOn(["--edit", ROME, ...more])).code).toBe(code);
    expect(getPointer(sent(0) ?? null, "/messages/1/tool_calls/0/function/arguments")).toBe('{"city":"Rome"}');
    expect(getPointer(sent(0) ?? null, "/messages/2/content")).toBe(result);
  });

  test("the last answer, behind which it goes on", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.said("Good.")));
    const edit = "1:/response/choices/0/message/content=It is warm.";
    expect((await goOn(["--edit", edit, "--say", "Sure?"])).code).toBe(0);
    expect(getPointer(sent(0) ?? null, "/messages/3")).toEqual({ role: "assistant", content: "It is warm." });
  });

  test("model, parameter and prompt", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.said("Fine.")));
    const edit = "1:/request/messages/0/content=Weather in Rome?";
    await goOn(["--at", "1", "--model", "gpt-y", "--param", "/temperature=0", "--edit", edit]);
    expect(sent(0)).toMatchObject({
      model: "gpt-y",
      temperature: 0,
      messages: [{ content: "Weather in Rome?" }, {}, {}],
    });
  });

  test("--at beyond an edit, and beyond the end: the number is named and nothing is sent", async () => {
    weather(CHAT);
    expect((await goOn(["--at", "end", "--edit", "0a:/result=x"])).stderr).toContain(
      "step 1 already saw the old result of 0a",
    );
    expect((await goOn(["--at", "3"])).stderr).toContain("--at 3 lies beyond the end: the run has 2 steps");
    expect(provider.requests).toHaveLength(0);
  });
});

describe("tools", () => {
  test("another call has no result: it ends there, says so, and keeps what was said", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.call("call_live", "Rome")));
    const ran = await goOn(["--at", "0"]);
    expect([ran.code, provider.requests.length]).toEqual([1, 1]);
    expect(ran.stderr).toContain('without a result: get_weather {"city":"Rome"}');
    expect(ran.stderr).toContain("nearest: step 0a, differs at /city");
    const shown = await vcr(["show", "new.vcr", "--json"]);
    expect(shown.stdout).toContain('"status":"pending"');
  });

  test("--tools by-name takes the next of that name, loose", async () => {
    weather(CHAT);
    provider.play(plain(CHAT.call("call_live", "Rome")), plain(CHAT.said("Cold.")));
    const ran = await goOn(["--at", "0", "--tools", "by-name", "--json"]);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      end: "done",
      live: 2,
      loose: 1,
      results: [{ name: "get_weather", arguments: { city: "Rome" }, from: "by-name", step: "0a" }],
    });
    expect(sent(1)).toMatchObject({ messages: [{}, {}, { content: "-3 C" }] });
    expect(events("new.vcr").map(({ loose }) => loose)).toEqual([undefined, "get_weather got the result of 0a"]);
  });

  test("equal calls get the recorded results in their order", async () => {
    const first = CHAT.request(false);
    const second = behind(CHAT, first, CHAT.answered("call_a", "Oslo", "-3 C"));
    const third = behind(CHAT, second, CHAT.answered("call_b", "Oslo", "-4 C"));
    recorded(CHAT, [
      { request: first, answer: CHAT.call("call_a", "Oslo") },
      { request: second, answer: CHAT.call("call_b", "Oslo") },
      { request: third, answer: CHAT.said("Colder.") },
    ]);
    provider.play(plain(CHAT.call("l1", "Oslo")), plain(CHAT.call("l2", "Oslo")), plain(CHAT.call("l3", "Oslo")));
    const ran = await goOn(["--at", "0"]);
    expect(sent(2)).toMatchObject({ messages: [{}, {}, { content: "-3 C" }, {}, { content: "-4 C" }] });
    expect([ran.code, provider.requests.length]).toEqual([1, 3]);
    expect(ran.stderr).toContain("the same as step");
  });
});

describe("what goes wrong", () => {
  test("a key that is not set is named before anything starts", async () => {
    weather(CHAT);
    const ran = await goOn(["--at", "0"], { OPENAI_API_KEY: "" });
    expect([ran.code, ran.stdout, provider.requests.length]).toEqual([2, "", 0]);
    expect(ran.stderr).toContain("OPENAI_API_KEY is not set: step 0 is asked of OpenAI with it");
    expect(() => readFileSync(join(here.folder, "new.vcr"))).toThrow();
  });

  test("a recording that names a server of its own gets neither key nor words there", async () => {
    weather(CHAT);
    const ran = await goOn(["--at", "0"], { OPENAI_BASE_URL: undefined });
    expect([ran.code, provider.requests.length]).toEqual([2, 0]);
    expect(ran.stderr).toContain("nothing here says that it may be sent there");
    expect(ran.stderr).toContain("OPENAI_BASE_URL");
  });

  test("the provider fails: its words, exit code 2, and the call is kept", async () => {
    weather(CHAT);
    provider.play({ status: 400, body: '{"error":{"message":"context too long","type":"invalid_request_error"}}' });
    const ran = await goOn(["--at", "1"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("failed - HTTP 400: context too long");
    expect(events("new.vcr").map(({ origin }) => origin)).toEqual(["replayed", "live"]);
    expect(lines("new.vcr").at(-1)).toMatchObject({ exit: { code: 2 } });
  });

  test("too many requests are asked again", async () => {
    weather(CHAT);
    const busy = { status: 429, headers: { "retry-after-ms": "1" }, body: '{"error":{"message":"slow down"}}' };
    provider.play(busy, busy, plain(CHAT.said("At last.")));
    const ran = await goOn(["--at", "1"]);
    expect([ran.code, ran.stdout]).toEqual([0, "At last.\n"]);
    expect(events("new.vcr").map(({ retryOf }) => retryOf)).toEqual([undefined, undefined, 1, 2]);
  });

  test("a run that ends with words has nothing to go on with", async () => {
    weather(CHAT);
    const ran = await goOn([]);
    expect([ran.code, provider.requests.length]).toEqual([2, 0]);
    expect(ran.stderr).toContain("ends with an answer that asks for nothing (step 1)");
    expect(ran.stderr).toContain("--say TEXT");
  });
});

test("what a model says drives no terminal", async () => {
  weather(CHAT);
  provider.play(plain(CHAT.said("a\u001b[2Jb\nc")));
  expect((await goOn(["--at", "1"])).stdout).toBe("a␛[2Jb\nc\n");
});

test("the new run replays by itself, with an agent that still holds what was edited", async () => {
  const agent = here.file(
    "agent.mjs",
    `const messages = [{ role: "user", content: "Weather in Oslo?" }];
const ask = async () => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "gpt-x", messages }),
  });
  const { message } = (await answer.json()).choices[0];
  messages.push(message);
  return message;
};
for (const { id } of (await ask()).tool_calls) messages.push({ role: "tool", tool_call_id: id, content: "-3 C" });
console.log((await ask()).content);`,
  );
  provider.play(plain(CHAT.call("call_rec1", "Oslo")), plain(CHAT.said("It is cold.")));
  expect((await vcr(["record", "-o", "run.vcr", "--", "node", agent])).code).toBe(0);
  provider.play(plain(CHAT.said("It is warm.")));
  expect((await goOn(["--edit", "0a:/result=21 C"])).code).toBe(0);
  provider.play();
  const ran = await vcr(["replay", "new.vcr", "--no-save", "--", "node", agent], { OPENAI_API_KEY: "" });
  expect([ran.code, ran.stdout, provider.requests.length]).toEqual([0, "It is warm.\n", 0]);
});

test("the new run is compared with the one it goes on from", async () => {
  weather(CHAT);
  provider.play(plain(CHAT.said("It is freezing.")));
  await goOn(["--at", "1"]);
  const compared = await vcr(["diff", "new.vcr"]);
  expect(compared.stdout).toContain("first divergence: step 1 (A) / 1 (B)");
  expect(compared.stdout).toContain("the model answered the same request differently");
});

test("previous_response_id: the conversation is put together again, edits reach it", async () => {
  const first = RESPONSES.request(false);
  const call = RESPONSES.call("call_rec1", "Oslo");
  const output = { type: "function_call_output", call_id: "call_rec1", output: "-3 C" };
  const second = { ...(first as JsonObject), previous_response_id: "resp_1", input: [output] };
  recorded(RESPONSES, [
    { request: first, answer: call },
    { request: second, answer: { ...(RESPONSES.said("Cold.") as JsonObject), id: "resp_2" } },
  ]);
  provider.play(plain(RESPONSES.said("Warm.")));
  expect((await goOn(["--edit", "0a:/result=21 C"])).code).toBe(0);
  expect(sent(0)).toEqual(behind(RESPONSES, first, RESPONSES.answered("call_rec1", "Oslo", "21 C")));
});

describe("secrets", () => {
  const TOKEN = "tok_9f8e7d6c5b4a39281706";
  const TOLD = [{ content: `My token is ${TOKEN}` }, { content: "and not <SHOP_TOKEN>" }];
  /** The user tells a token; the file has its name in its place. */
  async function withToken(): Promise<void> {
    const agent = here.file(
      "agent.mjs",
      `await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: "gpt-x", messages: [
    { role: "user", content: "My token is " + process.env.SHOP_TOKEN },
    { role: "user", content: "and not <SHOP_TOKEN>" },
  ] }),
}).then((answer) => answer.text());`,
    );
    provider.play(plain(CHAT.said("I keep it.")));
    const ran = await vcr(["record", "-o", "run.vcr", "--", "node", agent], { SHOP_TOKEN: TOKEN });
    expect(ran.code).toBe(0);
    expect(readFileSync(join(here.folder, "run.vcr"), "utf8")).not.toContain(TOKEN);
    provider.play(plain(CHAT.said("Yes.")));
  }

  test("what was masked goes out as it was, and is masked again in the new run", async () => {
    await withToken();
    const ran = await goOn(["--at", "0"], { SHOP_TOKEN: TOKEN });
    expect(ran.code).toBe(0);
    expect(sent(0)).toMatchObject({ messages: TOLD });
    const file = readFileSync(join(here.folder, "new.vcr"), "utf8");
    expect(file).not.toContain(TOKEN);
    expect(file).not.toContain(KEYS.OPENAI_API_KEY);
  });

  test("the past of the new run names what was masked, so that a continuation of it gets it back too", async () => {
    await withToken();
    provider.play(plain(CHAT.said("Yes.")), plain(CHAT.said("Still.")));
    await goOn(["--at", "end", "--say", "Sure?"], { SHOP_TOKEN: TOKEN });
    const again = await vcr(["continue", "new.vcr", "--at", "0"], { SHOP_TOKEN: TOKEN });
    expect(again.code).toBe(0);
    expect(sent(1)).toMatchObject({ messages: TOLD });
  });

  test("a value that is not there is named before anything starts", async () => {
    await withToken();
    const ran = await goOn(["--at", "0"]);
    expect(ran.stderr).toContain(
      "the conversation holds <SHOP_TOKEN>, masked when it was recorded and not in this environment",
    );
  });
});

test("a provider of the user's own, with its key", async () => {
  here.file(
    "vcr.config.js",
    `export default { providers: [{ id: "acme", upstream: "${base}", hosts: ["models.acme.example"], key: "ACME_KEY" }] };`,
  );
  recorded({ ...CHAT, provider: "acme" }, [{ request: CHAT.request(false), answer: CHAT.said("Cold.") }]);
  provider.play(plain(CHAT.said("Warm.")));
  const missing = await goOn(["--at", "0"], { OPENAI_BASE_URL: undefined });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("ACME_KEY is not set")]);
  const ran = await goOn(["--at", "0"], { ACME_KEY: "acme-secret-123456", OPENAI_BASE_URL: undefined });
  expect([ran.code, provider.requests[0]?.headers.authorization]).toEqual([0, "Bearer acme-secret-123456"]);
});

test("Ctrl-C ends the call in flight and keeps what is there", async () => {
  weather(CHAT, true);
  const stream = CHAT.saidStream(["Half of ", "it"]);
  provider.play({ ...stream, body: stream.body.slice(0, 2), hang: true });
  const ran = await here.vcr(
    ["continue", "run.vcr", "--at", "1", "-o", "new.vcr"],
    { OPENAI_BASE_URL: `${base}/v1`, ...KEYS },
    { signalAt: "it", signal: "SIGINT" },
  );
  expect([ran.code, ran.stdout]).toEqual([130, "Half of it\n"]);
  expect(ran.stderr).toContain("at step 1: interrupted");
  expect(lines("new.vcr").some((line) => line.end === 1 && line.status === "truncated")).toBe(true);
});
