import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const ASK = `
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: process.argv[2] }] }),
});
await answer.text();`;

describe("vcr scan", () => {
  const TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const AWS = "AKIAIOSFODNN7EXAMPLE";
  const HF = "hf_abcdefghijklmnopqrstuvwxyz";

  test("finds what stands unmasked in a cassette, and prints none of it", async () => {
    const here = workplace();
    here.file(
      "cassette.yaml",
      `version: 2
interactions:
  - id: 0
    request:
      host: api.openai.com
      body: '{"model":"m","messages":[{"role":"user","content":"use ${TOKEN}"}]}'
      headers:
        Authorization:
          - Bearer very-secret-value
      url: https://api.openai.com/v1/chat/completions
      method: POST
    response:
      body: '{"choices":[{"message":{"role":"assistant","content":"I used ${TOKEN}"}}]}'
      code: 200
      duration: 1ms
`,
    );
    const ran = await here.vcr(["scan", "cassette.yaml"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout.trimEnd().split("\n")).toEqual([
      "cassette.yaml#0  request header authorization  <AUTHORIZATION>",
      "cassette.yaml#0  request /messages/0/content  <GITHUB_TOKEN>  (2 times)",
    ]);
    expect(ran.stdout + ran.stderr).not.toMatch(/ghp_|very-secret/);
  });

  test("finds a password that is a word of the command on its own, and export puts a placeholder there", async () => {
    const here = workplace();
    const argv = ["agent", "--password", "hunter2", "--port", "80"];
    writeTrace(join(here.folder, "run.vcr"), { id: "ab".repeat(16), created: 0, argv }, [
      { kind: "tool", name: "search" },
    ]);
    expect((await here.vcr(["scan", "run.vcr"])).stdout).toBe("run.vcr  header /argv/2  <PASSWORD>\n");
    const ran = await here.vcr(["export", "run.vcr", "--format", "vcr", "--redact", "-o", "clean.vcr"]);
    expect([ran.code, ran.stderr]).toEqual([0, "vcr: wrote 1 step(s) to clean.vcr\n"]);
    expect(readFileSync(join(here.folder, "clean.vcr"), "utf8")).toContain(
      '"argv":["agent","--password","<PASSWORD>","--port","80"]',
    );
    expect((await here.vcr(["scan", "clean.vcr"])).code).toBe(0);
  });

  test("a file that is missing is named, the others are looked at", async () => {
    const here = workplace();
    here.file("notes", `use ${TOKEN}\n`);
    const ran = await here.vcr(["scan", "nope", "notes"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toMatch(/^notes .*<GITHUB_TOKEN>\n$/);
    expect(ran.stderr).toBe("vcr: nope: no such file\nvcr: 1 secret(s) found; 1 file(s) not looked at\n");
  });

  test("finds what was said in a transcript, once", async () => {
    const here = workplace();
    const line = (uuid: string, parentUuid: string | null, message: object) =>
      JSON.stringify({ type: "user", uuid, parentUuid, sessionId: "s", timestamp: "2026-01-01T00:00:00Z", message });
    here.file(
      "session.jsonl",
      `${line("1", null, { role: "user", content: `use ${TOKEN}` })}\n${JSON.stringify({
        type: "assistant",
        uuid: "2",
        parentUuid: "1",
        sessionId: "s",
        timestamp: "2026-01-01T00:00:01Z",
        message: { id: "m", role: "assistant", model: "c", content: [{ type: "text", text: "done" }] },
      })}\n`,
    );
    const ran = await here.vcr(["scan", "session.jsonl"]);
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringMatching(/^session\.jsonl#0 {2}message.* {2}<GITHUB_TOKEN>/),
    ]);
    expect(ran.stdout).not.toContain("ghp_");
  });

  test("a recording has none", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", ASK);
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent, TOKEN], { OPENAI_BASE_URL: `${base}/v1` });
    expect(readFileSync(join(here.folder, "run.vcr"), "utf8")).not.toContain(TOKEN);
    const clean = await here.vcr(["scan", "run.vcr"]);
    expect([clean.code, clean.stdout, clean.stderr]).toEqual([0, "", "vcr: no secrets found\n"]);
  });

  test("of a text file the line is named", async () => {
    const here = workplace();
    here.file("notes.txt", `first\nkey ${TOKEN}\n`);
    const ran = await here.vcr(["scan", "notes.txt"]);
    expect([ran.code, ran.stdout]).toEqual([1, "notes.txt  line 2  <GITHUB_TOKEN>\n"]);
  });

  test("names every secret of a text, and counts those that are equal once", async () => {
    const here = workplace();
    const said = (content: string) => ({ role: "user", content });
    const messages = [said(`${AWS} then ${TOKEN} then ${HF}, and again ${TOKEN}`), said(`use ${HF}`)];
    writeTrace(join(here.folder, "run.vcr"), {}, [
      {
        ...{ kind: "llm", name: "m", at: 0, op: "openai/chat" },
        request: { body: JSON.stringify({ model: "m", messages }) },
      },
    ]);
    const ran = await here.vcr(["scan", "run.vcr"]);
    const place = "run.vcr#0  request /messages/0/content";
    expect([ran.code, ran.stdout.trimEnd().split("\n")]).toEqual([
      1,
      [`${place}  <AWS_KEY_ID>`, `${place}  <GITHUB_TOKEN>  (2 times)`, `${place}  <HF_TOKEN>  (2 times)`],
    ]);
  });

  test("a secret that comes in pieces of a stream is one, and the same as elsewhere", async () => {
    const here = workplace();
    const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    writeTrace(join(here.folder, "run.vcr"), {}, [
      {
        ...{ kind: "llm", name: "m", at: 0, provider: "openai", op: "openai/chat" },
        request: { body: JSON.stringify({ model: "m", messages: [{ role: "user", content: `say ${TOKEN}` }] }) },
        response: {
          status: 200,
          headers: { "content-type": "text/event-stream" },
          streamed: true,
          body: piece(TOKEN.slice(0, 10)) + piece(TOKEN.slice(10, 30)) + piece(`${TOKEN.slice(30)} and ${HF}`),
        },
      },
    ]);
    const ran = await here.vcr(["scan", "run.vcr"]);
    expect(ran.stdout.trimEnd().split("\n")).toEqual([
      "run.vcr#0  request /messages/0/content  <GITHUB_TOKEN>  (2 times)",
      "run.vcr#0  response /2/choices/0/delta/content  <HF_TOKEN>",
    ]);
  });

  test("--json is one object, whether there is something or not", async () => {
    const here = workplace();
    here.file("notes.txt", `first\nkey ${TOKEN}\n`);
    here.file("clean.txt", "first\n");
    const found = await here.vcr(["scan", "--json", "notes.txt", "nope"]);
    expect([found.code, JSON.parse(found.stdout)]).toEqual([
      2,
      {
        secrets: 1,
        findings: [{ path: "notes.txt", place: "line 2", name: "<GITHUB_TOKEN>", times: 1 }],
        unread: ["nope"],
      },
    ]);
    const clean = await here.vcr(["scan", "--json", "clean.txt"]);
    expect([clean.code, JSON.parse(clean.stdout)]).toEqual([0, { secrets: 0, findings: [], unread: [] }]);
  });
});
