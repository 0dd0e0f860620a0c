import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const ASK = `
for (const time of process.argv.slice(2)) {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "It is " + time }] }),
  });
  console.log(await answer.text());
}`;

describe("vcr run", () => {
  test("records the first time, replays from then on", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "k" };
    const first = await here.vcr(["run", "run.vcr", "--", "node", agent, "10:00"], env);
    const calls = stub.exchanges.length;
    const second = await here.vcr(["run", "run.vcr", "--no-save", "--", "node", agent, "10:00"]);
    expect([first.code, second.code, second.stdout]).toEqual([0, 0, first.stdout]);
    expect(stub.exchanges.length).toBe(calls);
    const third = await here.vcr(["run", "run.vcr", "--no-save", "--scrub", "time", "--", "node", agent, "11:30"]);
    expect([third.code, third.stdout]).toEqual([1, first.stdout]);
  });

  test("last and ids name runs as elsewhere; where they name none, nothing is recorded", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "k" };
    for (const [word, words] of [
      ["last", "there is no run in"],
      ["0badc0de", "no run's id begins so"],
    ] as const) {
      const none = await here.vcr(["run", word, "--", "node", agent, "10:00"], env);
      expect(none.code).toBe(2);
      expect(none.stderr).toContain(words);
      expect(existsSync(join(here.folder, word))).toBe(false);
    }
    const recorded = await here.vcr(["record", "--name", "first", "--", "node", agent, "10:00"], env);
    const calls = stub.exchanges.length;
    const replayed = await here.vcr(["run", "last", "--no-save", "--", "node", agent, "10:00"]);
    expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
    expect(stub.exchanges.length).toBe(calls);
  });
});

describe("options of vcr run", () => {
  const env = (): NodeJS.ProcessEnv => ({ OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "k" });

  test("that a replay refuses are refused before anything is recorded", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    const calls = stub.exchanges.length;
    for (const flags of [
      ["--threshold", "0.5"],
      ["--seed", "x"],
      ["--speed", "0"],
    ]) {
      const ran = await here.vcr(["run", "run.vcr", ...flags, "--", "node", agent, "10:00"], env());
      expect([flags, ran.code, ran.stderr]).toEqual([flags, 2, expect.not.stringContaining("recording")]);
    }
    expect([stub.exchanges.length, existsSync(join(here.folder, "run.vcr"))]).toEqual([calls, false]);
  });

  test("that limit live calls hold for the recording, and are no hindrance to the replay", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    const words = ["run", "run.vcr", "--max-calls", "1", "--no-save", "--", "node", agent, "10:00", "11:00"];
    const first = await here.vcr(words, env());
    const second = await here.vcr(words);
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining("--max-calls: 1 of 1")]);
    // The call that was kept back is served as the agent saw it.
    expect([second.code, second.stdout]).toEqual([0, first.stdout]);
    expect(second.stderr).toContain("2 call(s) answered from the recording, 0 live, 0 loose");
  });
});

describe("vcr replay of what makes no call", () => {
  test("an agent without a call: it diverges, and the report says that nothing was saved", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent, "10:00"], { OPENAI_BASE_URL: `${base}/v1` });
    const ran = await here.vcr(["replay", "run.vcr", "-o", "again.vcr", "--", "node", "-e", ""]);
    expect([ran.code, existsSync(join(here.folder, "again.vcr"))]).toEqual([1, false]);
    expect(ran.stderr.split("\n")).toContain("nothing was saved: the agent made no call");
  });

  test("an empty run is called what it is", async () => {
    const here = workplace();
    here.file("run.vcr", '{"vcr":1,"id":"r_1","by":"test"}\n');
    const ran = await here.vcr(["replay", "run.vcr", "--", "node", "-e", ""]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      "vcr: run.vcr holds no call that could be answered\n     nothing was recorded in it\n",
    ]);
  });

  test("a recording in progress is called what it is", async () => {
    const here = workplace();
    const agent = `
      const { spawnSync } = require("node:child_process");
      const { status, stderr } = spawnSync(process.execPath, ["${CLI}", "replay", "run.vcr", "--", "true"], { encoding: "utf8" });
      console.log(status, stderr);
    `;
    const ran = await here.vcr(["record", "-o", "run.vcr", "--", "node", "-e", agent]);
    expect(ran.stdout).toContain("2 vcr: run.vcr holds no call that could be answered yet\n     it is being recorded");
  });
});

describe("vcr why", () => {
  test("names the nearest recorded call, the place and the flag", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent, "10:00"], { OPENAI_BASE_URL: `${base}/v1` });
    await here.vcr(["replay", "run.vcr", "-o", "again.vcr", "--", "node", agent, "11:30"]);
    const ran = await here.vcr(["why", "again.vcr"]);
    expect([ran.code, ran.stdout.trimEnd().split("\n")]).toEqual([
      0,
      [
        expect.stringMatching(/^replay [0-9a-f]{8}, .+ \(again\.vcr\)$/),
        "step 0 of the replay (recorded step 0) llm openai/chat stub: no recording, it differs at /messages/0/content",
        "hint: only a time differs; --scrub time would have served it",
        expect.stringMatching(/^nearest: step 0 llm openai\/chat stub \(similarity 0\.\d\d\)$/),
        "  differs at /messages/0/content",
        "  --- recorded",
        "  +++ replayed",
        "  @@ -1,1 +1,1 @@",
        "  -It is 10:00",
        "  +It is 11:30",
      ],
    ]);
    const { misses, ...which } = JSON.parse((await here.vcr(["why", "again.vcr", "--json"])).stdout);
    expect(which).toEqual({
      ...{ replay: expect.any(String), of: expect.any(String), path: "again.vcr" },
      ...{ loose: [], neverMade: [] },
    });
    expect(misses).toEqual([
      {
        ...{ step: "0", call: "llm openai/chat stub", why: "it differs at /messages/0/content", recordedStep: 0 },
        hint: "only a time differs; --scrub time would have served it",
        nearest: [
          {
            ...{ step: 0, call: "llm openai/chat stub", similarity: expect.any(Number), served: false },
            ...{ pointer: "/messages/0/content", recorded: "It is 10:00", asked: "It is 11:30" },
          },
        ],
      },
    ]);
    await here.vcr([
      "replay",
      "run.vcr",
      "--match",
      "fuzzy",
      "--threshold",
      "1",
      "-o",
      "fuzzy.vcr",
      "--",
      "node",
      agent,
      "x",
    ]);
    const fuzzy = (await here.vcr(["why", "fuzzy.vcr"])).stdout;
    expect(fuzzy).not.toContain("--match fuzzy would have");
    expect((await here.vcr(["why", "run.vcr"])).stderr).toContain("run.vcr is no replay");
    for (const step of ["99", "x"]) {
      const none = await here.vcr(["why", "again.vcr", step]);
      expect([none.code, none.stdout]).toEqual([2, ""]);
      expect(none.stderr).toContain(`again.vcr: there is no step ${step}\n`);
    }
  });
});

test("vcr why names loose matches and calls never made; a step alone is one of the newest replay", async () => {
  const here = workplace();
  const agent = here.file("agent.mjs", ASK);
  const env = { OPENAI_BASE_URL: `${base}/v1` };
  await here.vcr(["record", "--name", "two calls", "--", "node", agent, "10:00", "late"], env);
  const replayed = await here.vcr(["replay", "two calls", "--scrub", "time", "--", "node", agent, "11:30"]);
  expect(replayed.code).toBe(1);
  const loose = "loose: step 0 of the replay (recorded step 0) llm openai/chat stub, --scrub time";
  const unmade = "never made: step 1 llm openai/chat stub";
  const whole = await here.vcr(["why"]);
  expect(whole.stdout.trimEnd().split("\n").slice(1)).toEqual(["every call had a recording", loose, unmade]);
  expect((await here.vcr(["why", "0"])).stdout.trimEnd().split("\n").slice(1)).toEqual([loose]);
  expect((await here.vcr(["why", "1"])).stdout.trimEnd().split("\n").slice(1)).toEqual([unmade]);
  expect(JSON.parse((await here.vcr(["why", "--json"])).stdout)).toMatchObject({
    misses: [],
    loose: [{ step: "0", call: "llm openai/chat stub", why: "--scrub time", recordedStep: 0 }],
    neverMade: [{ step: 1, call: "llm openai/chat stub" }],
  });
});

describe("a foreign cassette", () => {
  const CASSETTE = `version: 2
interactions:
  - id: 0
    request:
      host: api.openai.com
      body: '{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}'
      url: https://api.openai.com/v1/chat/completions
      method: POST
    response:
      body: "data: {\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"hello\\"}}]}\\n\\ndata: [DONE]\\n\\n"
      code: 200
      duration: 1ms
`;
  const VCRPY = `interactions:
- request:
    body: '{"model": "m", "messages": [{"role": "user", "content": "hi"}], "stream": true}'
    headers: {}
    method: POST
    uri: https://api.openai.com/v1/chat/completions
  response:
    body:
      string: "data: {\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"hello\\"}}]}\\n\\ndata: [DONE]\\n\\n"
    headers:
      Content-Type: [text/event-stream]
      Transfer-Encoding: [chunked]
    status: {code: 200, message: OK}
version: 1
`;
  const AGENT = `
const answer = await fetch("https://api.openai.com/v1/chat/completions", {
  method: "POST", headers: { authorization: "Bearer " + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ messages: [{ role: "user", content: "hi" }], model: "m", stream: true }),
});
console.log(answer.headers.get("content-type"), JSON.stringify(await answer.text()), process.env.OPENAI_API_KEY.slice(0, 3));`;

  test.each([
    ["go-vcr", CASSETTE],
    ["vcrpy", VCRPY],
  ])("of %s answers too, found by what is asked", async (_, text) => {
    const here = workplace();
    here.file("cassette.yaml", text);
    const agent = here.file("agent.mjs", AGENT);
    const ran = await here.vcr(["replay", "cassette.yaml", "--no-save", "--", "node", agent]);
    const stream = 'data: {"choices":[{"index":0,"delta":{"content":"hello"}}]}\n\ndata: [DONE]\n\n';
    expect([ran.code, ran.stdout]).toEqual([0, `text/event-stream ${JSON.stringify(stream)} sk-\n`]);
  });
});

test("what a replay says of a run that was recorded unmasked holds no secret, and no difference that is none", async () => {
  const here = workplace();
  const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
  const agent = here.file("agent.mjs", ASK);
  const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: secret };
  await here.vcr(["record", "--no-redact", "-o", "run.vcr", "--", "node", agent, `at 10\n${secret}`], env);
  const args = ["replay", "run.vcr", "-o", "again.vcr", "--", "node", agent, `at 11\n${secret}`];
  const ran = await here.vcr(args, { OPENAI_API_KEY: secret });
  const why = await here.vcr(["why", "again.vcr", "0"], { OPENAI_API_KEY: secret });
  for (const said of [ran.stderr, why.stdout]) {
    expect(said).not.toContain("sk-proj");
    expect(said.split("\n").filter((line) => /^ +[-+ ](?:It is|<)/.test(line))).toEqual([
      "  -It is at 10",
      "  +It is at 11",
      "   <OPENAI_API_KEY>",
    ]);
  }
});
