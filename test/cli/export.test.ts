import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../src/run/run.ts";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { agentEvents, openRun } from "../support/agent-run.ts";
import { CLI } from "../support/installed-cli.ts";
import { ownHome } from "../support/own-home.ts";
import { recordOnce, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** A call that is refused once, one whose tool is asked for, a stream, a list of models; and text that YAML could spoil. */
const AGENT = `
const say = (content) => ({ role: "user", content });
async function ask(messages, extra) {
  const send = () => fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", messages, ...extra }),
  });
  let answer = await send();
  if (answer.status === 429) { console.log(429, await answer.text()); answer = await send(); }
  const text = await answer.text();
  console.log(answer.status, answer.headers.get("content-type"), text);
  return text;
}
await ask([say("[[fail 429]]")]);
const odd = "yes: no\\n  - it's \\"odd\\" \\u2028 \\ud83d\\ude00\\ttab\\r\\n#end\\n\\n";
const { message } = JSON.parse(await ask([say(odd + "[[tool]]")])).choices[0];
await ask([say(odd + "[[tool]]"), message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: "-3 C" }], { stream: true });
console.log(await (await fetch(process.env.OPENAI_BASE_URL + "/models?limit=2")).text());
`;

async function recorded(): Promise<{ readonly here: Workplace; readonly agent: string; readonly said: string }> {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-0123456789abcdefghij" };
  const ran = await recordOnce(here, ["node", agent], { env });
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("run.vcr")]);
  return { here, agent, said: ran.stdout };
}

/** What must be the same in a cassette: requests, answers, and what the list says of each. */
function exchanges(run: Run) {
  return Array.from({ length: run.length }, (_, i) => i)
    .filter((i) => !run.row(i).derived)
    .map((i) => {
      const { kind, name, status } = run.row(i);
      const { request, response } = run.body(i);
      const { url, method, text } = request ?? {};
      return {
        ...{ kind, name, status, url, method, asked: text },
        answered: [response?.status, response?.text, response?.streamed === true],
      };
    });
}

describe.each([
  ["go-vcr", "cassette.yaml"],
  ["vcrpy", "cassette.yaml"],
  ["har", "run.har"],
  ["vcr", "copy.vcr"],
])("a recording exported as %s", (format, name) => {
  test("opens with the same exchanges, and answers the agent when nobody else would", async () => {
    const { here, agent, said } = await recorded();
    const calls = stub.exchanges.length;
    const ran = await here.vcr(["export", "run.vcr", "--format", format, "-o", name]);
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    const [original, copy] = await Promise.all([
      openRun(join(here.folder, "run.vcr")),
      openRun(join(here.folder, name)),
    ]);
    expect(copy.format).toBe(format);
    expect(exchanges(copy)).toEqual(exchanges(original));
    const replayed = await here.vcr(["replay", name, "--no-save", "--replay-errors", "--", "node", agent]);
    expect([replayed.code, replayed.stdout]).toEqual([0, said]);
    expect(stub.exchanges.length).toBe(calls);
  });
});

/** One model call that was answered, one that was not, and a step of a wrapped function. */
function mixed(here: Workplace): void {
  const [answered, lost] = agentEvents({ turns: [{ text: "Hello" }, { error: "socket closed" }] });
  if (!answered || !lost) throw new Error("two events");
  const step = { kind: "node", name: "plan", before: {}, after: { done: true } } as const;
  writeTrace(join(here.folder, "run.vcr"), { argv: ["agent"] }, [answered, step, lost]);
}

describe("vcr export", () => {
  test("leaves out what is no exchange, and says how many", async () => {
    const here = workplace();
    mixed(here);
    const yaml = await here.vcr(["export", "run.vcr", "--format", "vcrpy", "-o", "cassette.yaml"]);
    expect([yaml.code, yaml.stderr.trimEnd().split("\n")]).toEqual([
      0,
      [
        "vcr: wrote 1 exchange(s) to cassette.yaml",
        "vcr: left out: 1 event(s) with no HTTP exchange, 1 event(s) with no answer",
      ],
    ]);
    const har = await here.vcr(["export", "run.vcr", "--format", "har"]);
    const { entries } = JSON.parse(har.stdout).log;
    expect([entries.length, entries[1]._error]).toEqual([2, "socket closed"]);
    expect(har.stderr).toBe("vcr: left out: 1 event(s) with no HTTP exchange\n");
  });

  test("never writes over a file unless forced, nor over the run itself; files are the owner's", async () => {
    const here = workplace();
    mixed(here);
    writeFileSync(join(here.folder, "there.yaml"), "mine");
    const refused = await here.vcr(["export", "run.vcr", "--format", "go-vcr", "-o", "there.yaml"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("there.yaml: exists")]);
    expect(readFileSync(join(here.folder, "there.yaml"), "utf8")).toBe("mine");
    const forced = await here.vcr(["export", "run.vcr", "--format", "go-vcr", "-o", "there.yaml", "--force"]);
    expect(forced.code).toBe(0);
    expect(readFileSync(join(here.folder, "there.yaml"), "utf8")).toMatch(/^---\nversion: 2\n/);
    expect(statSync(join(here.folder, "there.yaml")).mode & 0o777).toBe(0o600);
    const itself = await here.vcr(["export", "run.vcr", "--format", "vcr", "-o", "run.vcr", "--force"]);
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining("run.vcr is the run itself")]);
  });

  test("refuses where a secret stands, naming the place and not the secret", async () => {
    const here = workplace();
    here.file("cassette.yaml", SECRET_CASSETTE);
    const refused = await here.vcr(["export", "cassette.yaml", "--format", "har", "-o", "out.har"]);
    expect([refused.code, refused.stderr.split("\n")[0]]).toEqual([
      1,
      "vcr: cassette.yaml#0  request header authorization  <AUTHORIZATION>",
    ]);
    expect([existsSync(join(here.folder, "out.har")), refused.stderr.includes("very-secret")]).toEqual([false, false]);
    const allowed = await here.vcr(["export", "cassette.yaml", "--format", "har", "--allow-secrets"]);
    expect([allowed.code, allowed.stdout.includes("Bearer very-secret-value")]).toEqual([0, true]);
  });

  test("of a transcript says that no requests were kept", async () => {
    const here = workplace();
    const session = join(import.meta.dirname, "../fixtures/claude-code/session.jsonl");
    const ran = await here.vcr(["export", session, "--format", "vcrpy"]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      2,
      "",
      expect.stringMatching(/keeps what was said, not the requests that were sent\n.*--format vcr/),
    ]);
  });

  test("expanded, every body stands in its line", async () => {
    const here = workplace();
    const picture = Buffer.alloc(100_000, "picture").toString("base64");
    const events = agentEvents({ turns: [{ text: "a" }, { text: "b" }], params: { picture } });
    writeTrace(join(here.folder, "run.vcr"), {}, events);
    const ran = await here.vcr(["export", "run.vcr", "--format", "vcr", "--expand"]);
    const lines = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => Object.keys(line)[0])).toEqual(["vcr", "seq", "seq"]);
    expect(lines[2].request.body.messages.length).toBe(3);
    expect(lines[2].request.body.picture).toBe(picture);
  });
});

test.each([["head -1"], ["cat"]])("what goes through a pipe to %s leaves nothing in the temporary folder", (reader) => {
  const here = workplace();
  const { HOME, TMPDIR } = ownHome();
  // More than a pipe takes at once, so that the writer is still at it when the reader leaves.
  const turns = Array.from({ length: 40 }, () => ({ text: "word ".repeat(2000) }));
  writeTrace(join(here.folder, "run.vcr"), {}, agentEvents({ turns }));
  const line = `'${process.execPath}' '${CLI}' export run.vcr --format vcr | ${reader}`;
  const options = { cwd: here.folder, encoding: "utf8", env: { PATH: process.env.PATH, HOME, TMPDIR } } as const;
  const { stdout, stderr } = spawnSync("bash", ["-c", line], options);
  expect([stderr, stdout.slice(0, 7)]).toEqual(["", '{"vcr":']);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

const SECRET_CASSETTE = `version: 2
interactions:
  - id: 0
    request:
      host: api.openai.com
      body: '{"model":"m","messages":[{"role":"user","content":"hello"}]}'
      headers:
        Authorization:
          - Bearer very-secret-value
      url: https://api.openai.com/v1/chat/completions
      method: POST
    response:
      body: '{"choices":[{"message":{"role":"assistant","content":"hi"}}]}'
      code: 200
      duration: 1ms
`;

describe("secrets of a file of another tool", () => {
  const cassette = join(import.meta.dirname, "../fixtures/go-vcr/secrets.yaml");
  const SECRETS = /ghp_|very-secret|zzzzsecret99|ninetynine/;

  test("are printed masked, and as they are when asked for", async () => {
    const here = workplace();
    for (const how of [[], ["-v"], ["--json", "-v"], ["--step", "0"], ["--step", "0", "--json"]]) {
      const shown = await here.vcr(["show", cassette, ...how]);
      expect(shown.stdout).toContain("<GITHUB_TOKEN>");
      expect(shown.stdout).not.toMatch(SECRETS);
    }
    expect((await here.vcr(["show", cassette, "--step", "0", "--reveal"])).stdout).toContain("use ghp_");
  });

  test("are exported as placeholders with --redact", async () => {
    const here = workplace();
    const ran = await here.vcr(["export", cassette, "--format", "vcrpy", "--redact"]);
    expect([ran.code, ran.stdout.includes('"Bearer <AUTHORIZATION>"')]).toEqual([0, true]);
    expect(ran.stdout).not.toMatch(SECRETS);
  });
});

test("answers that ended early are counted: a cassette cannot say so", async () => {
  const here = workplace();
  const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n';
  writeTrace(join(here.folder, "cut.vcr"), {}, [
    {
      ...{ kind: "llm", name: "m", at: 0, provider: "openai", op: "openai/chat", status: "truncated" },
      request: {
        method: "POST",
        url: "https://api.openai.com/v1/chat/completions",
        body: '{"model":"m","messages":[]}',
      },
      response: {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        streamed: true,
        cut: true,
        body: chunk,
      },
    },
  ]);
  for (const format of ["vcrpy", "har", "go-vcr"]) {
    const ran = await here.vcr(["export", "cut.vcr", "--format", format, "-o", `cut.${format}`]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("1 answer(s) ended early")]);
  }
});
