import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const AGENT = `
const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
  method: "POST",
  headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
  body: JSON.stringify({ model: "stub", max_tokens: 9, messages: [{ role: "user", content: "Hello" }] }),
});
console.log(answer.status, JSON.stringify((await answer.json()).error ?? {}));
`;

test("--live llm without a key: the call is an error of its vendor's form, and the replay has diverged", async () => {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const key = { ANTHROPIC_API_KEY: "sk-ant-api03-0123456789abcdefghij" };
  await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { ANTHROPIC_BASE_URL: base, ...key });
  const before = stub.exchanges.length;
  const ran = await here.vcr(["replay", "run.vcr", "--live", "llm", "-o", "again.vcr", "--", "node", agent], {
    ANTHROPIC_BASE_URL: base,
  });
  expect(stub.exchanges).toHaveLength(before);
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/^401 \{"type":"authentication_error","message":"vcr: ANTHROPIC_API_KEY is not set/);
  expect(ran.stderr).toContain("diverged - ");
  expect(ran.stderr).toContain("not made: 1 live call(s), ANTHROPIC_API_KEY is not set; nothing was sent");
  expect(readFileSync(join(here.folder, "again.vcr"), "utf8")).toContain("ANTHROPIC_API_KEY is not set");
});
