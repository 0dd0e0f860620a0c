import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docFor } from "../../src/app/detail/doc-for.ts";
import { openFile } from "../../src/run/open-file.ts";
import { headerOfCopy, toRecords } from "../../src/run/records/to-records.ts";
import type { Run } from "../../src/run/run.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { app } from "../app/driver.ts";
import { tempFolder } from "../support/temp-folder.ts";

const SAID = { role: "user", content: "Weather in Oslo?" };
const CALL = { id: "c9", type: "function", function: { name: "get_weather", arguments: "{}" } };
const ASKED = { role: "assistant", content: null, tool_calls: [CALL] };
const answer = (message: unknown) => ({ status: 200, body: { choices: [{ message }] } });
const call = { kind: "llm", name: "gpt-5", provider: "openai", op: "openai/chat" };
const request = (messages: readonly unknown[]) => ({
  method: "POST",
  path: "/v1/chat/completions",
  body: { model: "gpt-5", messages, store: true },
});
const TOLD = [SAID, ASKED, { role: "tool", tool_call_id: "c9", content: "-3 C" }];
const SENT = { set: { "/messages/2/content": "12 C", "/model": "gpt-5-mini" }, drop: ["/store"] };

/** A fork in which the result of 0a was changed in steps 1 and 2; the agent holds "-3 C" all the time. */
const LINES = [
  { vcr: 1, id: "r_1", parent: { kind: "fork", id: "r_0", at: 1 } },
  { seq: 0, ...call, status: "ok", calls: [["c9", "get_weather"]], request: request([SAID]), response: answer(ASKED) },
  {
    ...{ seq: 1, ...call, status: "ok", origin: "live", edits: ["tool-result"], results: ["c9"] },
    ...{ request: request(TOLD), response: answer({ role: "assistant", content: "Mild." }), sent: SENT },
  },
  {
    ...{ seq: 2, ...call, status: "ok", origin: "live", edits: ["tool-result"] },
    request: request([...TOLD, { role: "assistant", content: "Mild." }, SAID]),
    ...{ response: answer({ role: "assistant", content: "Still mild." }), sent: SENT },
  },
];

async function fork(): Promise<Run> {
  const path = join(tempFolder(), "fork.vcr");
  writeFileSync(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const file = await openFile(path);
  while (!file.advance(performance.now() + 100));
  file.finish();
  const [run] = file.runs;
  if (!run) throw new Error("no run");
  while (!run.advance(performance.now() + 100));
  return run;
}

function said(run: Run, step: string): readonly unknown[] {
  return run.messages(run.indexOf(step)).map((ref) => ref.read().parts);
}

test("a run shows requests as they went out", async () => {
  const run = await fork();
  const { json } = run.body(run.indexOf("1")).request ?? {};
  expect(json).toEqual({
    model: "gpt-5-mini",
    messages: [SAID, ASKED, { role: "tool", tool_call_id: "c9", content: "12 C" }],
  });
  expect(said(run, "1")[2]).toEqual([{ type: "result", id: "c9", parts: [{ type: "text", text: "12 C" }] }]);
});

test("and, on the other side, as the agent asked them", async () => {
  const { asked } = await fork();
  expect(asked.body(asked.indexOf("1")).request?.json).toEqual({ model: "gpt-5", messages: TOLD, store: true });
  expect(said(asked, "1")[2]).toEqual([{ type: "result", id: "c9", parts: [{ type: "text", text: "-3 C" }] }]);
});

test("the result of a tool is what the model was told", async () => {
  const run = await fork();
  const result = (of: Run) => of.tool(of.indexOf("0a")).result?.parts;
  expect([result(run), result(run.asked)]).toEqual([
    [{ type: "text", text: "12 C" }],
    [{ type: "text", text: "-3 C" }],
  ]);
});

test("what was changed in one request and again in the next is nothing new there", async () => {
  const run = await fork();
  expect(run.sharedMessages(run.indexOf("2"))).toBe(3);
});

test("a copy keeps both: what was asked, and what was changed", async () => {
  const run = await fork();
  const [, one] = [...toRecords(run, [0, 1])];
  expect(JSON.stringify(one?.request)).toContain("-3 C");
  expect(one?.sent).toEqual(SENT);
  expect(headerOfCopy(run, "fork.vcr", "test").parent?.kind).toBe("copy");
});

test("@ shows an edited request as the agent asked it, and back", async () => {
  const lines = (driver: ReturnType<typeof app>): string => {
    const doc = docFor(driver.state);
    return Array.from({ length: doc.count }, (_, n) =>
      doc
        .row(n)
        .spans.map(({ text }) => text)
        .join(""),
    ).join("\n");
  };
  const driver = app(await fork()).press("j j");
  expect(driver.step).toBe("1");
  expect(lines(driver)).toMatch(/edited on its way at \/messages\/2\/content, \/model, \/store[\s\S]*12 C/);
  expect(lines(driver.press("@"))).toMatch(/as the agent asked it[\s\S]*-3 C/);
  expect(lines(driver.press("@"))).toContain("12 C");
  expect(driver.press("k k @").toast).toBe("this request went out as the agent asked it");
});

test("a call that is changed while it is looked at shows the change", async () => {
  const path = join(tempFolder(), "live.vcr");
  const writer = new TraceWriter(path, { id: "r" });
  writer.begin({
    ...call,
    kind: "llm",
    request: { path: "/v1/chat/completions", body: JSON.stringify(request([SAID]).body) },
  });
  const file = await openFile(path);
  const [run] = file.runs;
  const read = () => file.advance(performance.now() + 1000);
  await expect.poll(() => read() && run?.length).toBe(1);
  expect(said(run!, "0")).toEqual([[{ type: "text", text: "Weather in Oslo?" }]]);
  writer.amend(0, { edits: ["request"], sent: { set: { "/messages/0/content": "Weather in Rome?" } } });
  await expect.poll(() => read() && said(run!, "0")).toEqual([[{ type: "text", text: "Weather in Rome?" }]]);
  writer.close();
  file.close();
});
