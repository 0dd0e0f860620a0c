import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRun } from "../support/agent-run.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { TalkingProcess } from "../support/talking-process.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const AGENT = `
await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "[[say kept]]" }] }),
});
`;

test.each([
  ["phase:request", "pending", undefined],
  ["phase:response", "ok", "kept"],
])("killed while a call is held by %s: what had happened is in the file", async (expression, status, said) => {
  const here = workplace();
  const recording = new TalkingProcess(
    ["record", "--break", expression, "-o", "run.vcr", "--", "node", here.file("agent.mjs", AGENT)],
    { cwd: here.folder, env: { OPENAI_BASE_URL: `${base}/v1`, XDG_RUNTIME_DIR: here.folder } },
  );
  await recording.says("held");
  recording.child.kill("SIGKILL");
  await recording.ended;
  const run = await openRun(join(here.folder, "run.vcr"));
  expect([run.length, run.row(0).status, run.damages]).toEqual([1, status, []]);
  expect(run.exchange(0).answer?.message?.parts[0]).toEqual(
    said === undefined ? undefined : { type: "text", text: said },
  );
});
