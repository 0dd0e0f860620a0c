import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runsInProgress } from "../../src/control/runs-in-progress.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { TalkingProcess } from "../support/talking-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

const stub = new StubProvider();
beforeAll(() => stub.listen());
afterAll(() => stub.close());

const AGENT = `
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
  body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "[[say no fare]]" }] }),
});
console.log("got", (await answer.json()).choices[0].message.content);
`;

test("a run is watched in lines: what is held is said, and answered by a line", async () => {
  const here = workplace();
  here.file("agent.mjs", AGENT);
  const env = { OPENAI_BASE_URL: `${stub.url}/v1`, XDG_RUNTIME_DIR: tempFolder(), XDG_STATE_HOME: tempFolder() };
  onTestFinished(async () => {
    for (const { who } of await runsInProgress(env)) if (who.cwd === here.folder) process.kill(who.pid, "SIGKILL");
  });
  const flags = ["--name", "held", "--background", "--break", "kind:llm"];
  await here.vcr(["record", ...flags, "--", process.execPath, "agent.mjs"], env);
  const spoken = new TalkingProcess(["attach", ".vcr/held.vcr", "--screen-reader"], { cwd: here.folder, env });
  await spoken.says("step 0 llm openai/chat stub, held before it goes out: breakpoint kind:llm");
  await spoken.says("a go on, e edit, . step, , more, X abort the run");
  spoken.child.stdin.write("answer UA 12 for $310\n");
  await spoken.says("agent: got UA 12 for $310");
  await spoken.says("the run is over: the agent ended well");
  spoken.child.stdin.write("q\n");
  const { code, stdout } = await spoken.ended;
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/[\x1b╭│─]/);
});
