import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Workplace, workplace } from "../support/record-cli.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import { CHAT, plain, weatherCalls, writeRun } from "../support/spoken-apis.ts";
import { TalkingProcess } from "../support/talking-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

const provider = new ScriptedProvider();
let base = "";
beforeAll(async () => {
  base = await provider.listen();
});
afterAll(() => provider.close());

let here: Workplace;
let env: NodeJS.ProcessEnv = {};
beforeEach(() => {
  here = workplace();
  writeRun(join(here.folder, "run.vcr"), CHAT, { calls: weatherCalls(CHAT), base });
  provider.play(plain(CHAT.call("call_live", "Rome")), plain(CHAT.said("Thank you.")));
  env = { XDG_RUNTIME_DIR: tempFolder(), OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-live-1234567890" };
});

/** In the background: the model asks for Rome, which was never recorded. Watched from the call that is held for it on. */
async function held(file: string): Promise<TalkingProcess> {
  const started = await here.vcr(["continue", "run.vcr", "--at", "0", "-o", file, "--background"], env);
  expect([started.code, started.stdout]).toEqual([0, expect.stringMatching(/^run [0-9a-f]{8} in the background/)]);
  const watching = new TalkingProcess(["attach", file], { cwd: here.folder, env });
  await watching.says("answer TEXT, recorded, x");
  return watching;
}

test("in the background a call without a result is held until a watcher says what came of it", async () => {
  const watching = await held("new.vcr");
  expect(watching.stdout).toContain('held 1001: step 0a tool get_weather {"city":"Rome"}');
  expect(watching.stdout).toContain("nearest: step 0a, differs at /city");
  watching.line("answer 18 C");
  const { code, stdout } = await watching.ended;
  expect(code).toBe(0);
  expect(stdout).toContain("released 1001: answer");
  expect(stdout).toContain("Thank you.");
  expect(stdout).toContain("the model is done (stop)");
  expect(provider.requests[1]?.body).toMatchObject({ messages: [{}, {}, { role: "tool", content: "18 C" }] });
});

test("a watcher takes the recorded result", async () => {
  const watching = await held("new.vcr");
  watching.line("recorded");
  expect((await watching.ended).stdout).toContain("1 chosen by you");
  expect(provider.requests[1]?.body).toMatchObject({ messages: [{}, {}, { content: "-3 C" }] });
});

test("a watcher ends it: by the call, or the whole run", async () => {
  const words = { x: "stopped as you wanted", kill: "interrupted" };
  for (const [line, end] of Object.entries(words)) {
    provider.play(plain(CHAT.call("call_live", "Rome")));
    const watching = await held(`${line}.vcr`);
    watching.line(line);
    expect((await watching.ended).stdout).toContain(end);
    expect(provider.requests).toHaveLength(1);
  }
});

test("the last watcher leaves: it ends without a result, and says why", async () => {
  const report = join(here.folder, "report.txt");
  await here.vcr(["continue", "run.vcr", "--at", "0", "-o", "left.vcr", "--background", "--report", report], env);
  const watching = new TalkingProcess(["attach", "left.vcr"], { cwd: here.folder, env });
  await watching.says("answer TEXT, recorded, x");
  watching.line("q");
  await watching.ended;
  await expect
    .poll(() => existsSync(report) && readFileSync(report, "utf8"))
    .toContain("stopped - a tool call has no recorded result");
  expect(readFileSync(report, "utf8")).toContain("the last one who watched has gone");
});
