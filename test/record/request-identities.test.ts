import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprint } from "../../src/identity/fingerprint.ts";
import { rulesOf } from "../../src/identity/rules.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { tempFolder } from "../support/temp-folder.ts";

const SECRET = "Zq7-wonderful-Kp31x";

function recorder(): RunRecorder {
  const masker = new Masker({ secrets: [{ name: "MY_KEY", value: SECRET }] });
  return new RunRecorder(join(tempFolder(), "run.vcr"), { id: "r" }, { masker });
}

function asked(path: string, body: object) {
  const target = { method: "POST", path, host: "api.openai.com", route: "openai" };
  return { ...target, url: `https://api.openai.com${path}`, headers: [], body: Buffer.from(JSON.stringify(body)) };
}

const chat = (content: string) => asked("/v1/chat/completions", { model: "m", messages: [{ role: "user", content }] });
const responses = (more: object) => asked("/v1/responses", { model: "m", input: "go on", ...more });

function answer(run: RunRecorder, request: ReturnType<typeof asked>, status: number, body: object): void {
  const exchange = run.begin(request);
  exchange.head(status, ["content-type", "application/json"]);
  exchange.data(Buffer.from(JSON.stringify(body)));
  exchange.end({ how: "complete" });
}

function seqLines({ path }: RunRecorder): { fp?: string; retryOf?: number }[] {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line)).filter((line) => "seq" in line);
}

test("an identity stands in the file where something was masked, as it was before", () => {
  const run = recorder();
  answer(run, chat("hi"), 200, {});
  answer(run, chat(`the key is ${SECRET}`), 200, {});
  run.close();
  const { method, path, body } = chat(`the key is ${SECRET}`);
  const json = JSON.parse(body.toString());
  const fp = fingerprint({ op: "openai/chat", method, path, body: { json } }, rulesOf());
  expect(seqLines(run).map((line) => line.fp)).toEqual([undefined, fp]);
});

test("a call that repeats one that has just failed is told from a new one, however soon it comes", () => {
  const run = recorder();
  answer(run, chat("hi"), 200, {});
  answer(run, chat("ho"), 500, {});
  answer(run, chat("hi"), 200, {});
  answer(run, chat("ho"), 200, {});
  answer(run, chat("ho"), 200, {});
  run.close();
  expect(seqLines(run).map(({ retryOf }) => retryOf)).toEqual([undefined, undefined, undefined, 1, undefined]);
});

test("what a call goes on from is what was there when it came, whenever its identity is asked for", () => {
  const [early, late] = [recorder(), recorder()].map((run, i) => {
    answer(run, responses({ conversation: "conv_1" }), 200, { id: "resp_1", output: [] });
    const known = run.know(responses({ conversation: "conv_1" }));
    const eager = i === 0 ? known.fp : undefined;
    answer(run, responses({ conversation: "conv_1", input: "something else" }), 200, { id: "resp_2", output: [] });
    run.know(chat("one more"));
    run.close();
    return eager ?? known.fp;
  });
  expect(late).toBe(early);
});

test("a call that goes on from an answer is another one than one that goes on from nothing", () => {
  const run = recorder();
  answer(run, responses({}), 200, { id: "resp_1", output: [] });
  const before = run.know(responses({ previous_response_id: "resp_1" })).fp;
  answer(run, responses({ input: "else" }), 200, { id: "resp_2", output: [] });
  expect(run.know(responses({ previous_response_id: "resp_2" })).fp).not.toBe(before);
  expect(run.know(responses({ previous_response_id: "resp_1" })).fp).toBe(before);
  run.close();
});
