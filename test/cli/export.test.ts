import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../src/run/run.ts";
import { writeTrace } from "../../src/trace/writer.ts";
import { agentEvents, openRun } from "../support/agent-run.ts";
import { type Workplace, workplace } from "../support/record-cli.ts";
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
await ask([say("" + process.argv[2] + " [[fail 429]]")]);
const odd = "yes: no\\n  - it's \\"odd\\" \\u2028 \\ud83d\\ude00\\ttab\\r\\n#end\\n\\n";
const { message } = JSON.parse(await ask([say(odd + "[[tool]]")])).choices[0];
await ask([say(odd + "[[tool]]"), message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: "-3 C" }], { stream: true });
console.log(await (await fetch(process.env.OPENAI_BASE_URL + "/models?limit=2")).text());
`;

async function recorded(
  format: string,
): Promise<{ readonly here: Workplace; readonly agent: string; readonly said: string }> {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-0123456789abcdefghij" };
  const ran = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent, format], env);
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
  ["vcr", "copy.vcr"],
])("a recording exported as %s", (format, name) => {
  test("opens with the same exchanges, and answers the agent when nobody else would", async () => {
    const { here, agent, said } = await recorded(format);
    const calls = stub.exchanges.length;
    const ran = await here.vcr(["export", "run.vcr", "--format", format, "-o", name]);
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    const [original, copy] = await Promise.all([
      openRun(join(here.folder, "run.vcr")),
      openRun(join(here.folder, name)),
    ]);
    expect(copy.format).toBe(format);
    expect(exchanges(copy)).toEqual(exchanges(original));
    const replayed = await here.vcr(["replay", name, "--no-save", "--replay-errors", "--", "node", agent, format]);
    expect([replayed.code, replayed.stdout]).toEqual([0, said]);
    expect(stub.exchanges.length).toBe(calls);
  });
});
