import { join } from "node:path";
import { expect, test } from "vitest";
import { openTrace } from "../../src/open-trace.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FAILED = JSON.stringify({ error: "no such city" });

function asked(messages: readonly object[]) {
  const path = "/v1/chat/completions";
  const body = Buffer.from(JSON.stringify({ model: "m", messages }));
  return {
    method: "POST",
    path,
    host: "api.openai.com",
    route: "openai",
    url: `https://api.openai.com${path}`,
    headers: [],
    body,
  };
}

/** A call that asks for two tools, and the one that carries what these said. */
function recording() {
  const path = join(tempFolder(), "run.vcr");
  const run = new RunRecorder(path, { id: "r" }, { masker: new Masker({ secrets: [] }) });
  const user = { role: "user", content: "Where is it warm?" };
  const call = (id: string) => ({ id, type: "function", function: { name: id, arguments: "{}" } });
  const message = { role: "assistant", content: null, tool_calls: [call("a"), call("b")] };
  const first = run.begin(asked([user]));
  first.head(200, ["content-type", "application/json"]);
  first.data(Buffer.from(JSON.stringify({ choices: [{ message, finish_reason: "tool_calls" }] })));
  first.end({ how: "complete" });
  const said = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
  const second = asked([user, message, said("a", FAILED), said("b", "21 degrees")]);
  return { path, run, second };
}

async function statuses(path: string): Promise<readonly string[]> {
  const trace = await openTrace(path);
  const found: string[] = [];
  for await (const event of trace.events({ filter: "kind:tool" })) found.push(event.status);
  trace.close();
  return found;
}

test("tools fail by what their results say when they are recorded", async () => {
  const { path, run, second } = recording();
  run.begin(second);
  run.close();
  expect(await statuses(path)).toEqual(["error", "ok"]);
});

test("where a result is changed on its way, by what it says then", async () => {
  const { path, run, second } = recording();
  run.begin(second, { edits: ["tool-result"], sent: { set: { "/messages/2/content": "3 rooms" } } });
  run.close();
  expect(await statuses(path)).toEqual(["ok", "ok"]);
});

test("where a request that stands still is changed by hand, by what it says then", async () => {
  const { path, run, second } = recording();
  const exchange = run.begin(second);
  exchange.amend({ edits: ["request"], sent: { set: { "/messages/3/content": FAILED } } });
  exchange.amend({
    edits: ["request"],
    sent: { set: { "/messages/2/content": "3 rooms", "/messages/3/content": FAILED } },
  });
  run.close();
  expect(await statuses(path)).toEqual(["ok", "error"]);
});
