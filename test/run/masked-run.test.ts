import { join } from "node:path";
import { expect, test } from "vitest";
import { Masker } from "../../src/redact/masker.ts";
import { ShownMask } from "../../src/redact/shown-mask.ts";
import { MaskedRun, unmasked } from "../../src/run/masked/masked-run.ts";
import type { Run } from "../../src/run/run.ts";
import { openRun } from "../support/agent-run.ts";
import { RunOf } from "../support/run-of.ts";

const FIXTURE = join(import.meta.dirname, "../fixtures/go-vcr/secrets.yaml");
/** All that is secret in the fixture, in pieces as they stand there. */
const SECRETS = /ghp_|klmnopqrst|very-secret|session=|darkest|zzzzsecret99|ninetynine/;

async function masked(): Promise<MaskedRun> {
  return new MaskedRun(await openRun(FIXTURE), new ShownMask(new Masker({ secrets: [] })));
}

/** Everything that can be asked of an event, as one text. */
function all(run: Run, i: number): string {
  const { request, response, error, ...body } = run.body(i);
  const payloads = [request, response].map((side) => side && [side.text, side.json, side.headers]);
  const { facts, answer } = run.exchange(i);
  const more = [request?.url, request?.path, error, body.raw(), run.what(i), facts, answer];
  return JSON.stringify([payloads, more, run.messages(i).map((ref) => ref.read()), run.header]);
}

test("no part of an event of another tool's file shows a secret that stands in it", async () => {
  const run = await masked();
  expect(all(run, 0)).not.toMatch(SECRETS);
  expect(all(run.inner, 0)).toMatch(SECRETS);
});

test("placeholders stand where the secrets stood, everything else is as it was", async () => {
  const run = await masked();
  const { request, response } = run.body(0);
  expect(request?.headers).toEqual({ Authorization: "Bearer <AUTHORIZATION>", Cookie: "<COOKIE>" });
  expect(response?.headers).toEqual({ "Set-Cookie": "<SET_COOKIE>" });
  expect(request?.url).toBe("https://api.openai.com/v1/chat/completions?api_key=<API_KEY>");
  expect(run.what(0)).toBe('"I used <GITHUB_TOKEN>."');
  expect(run.body(0).raw()).toContain("- Bearer <AUTHORIZATION>\n");
  expect(all(run, 1)).toBe(all(run.inner, 1));
});

test("a revealed step is as its file has it, until it is masked again", async () => {
  const run = await masked();
  const version = run.version;
  expect(run.toggle("0")).toBe(true);
  expect([run.version > version, all(run, 0)]).toEqual([true, all(run.inner, 0)]);
  expect(run.toggle("0")).toBe(false);
  expect(all(run, 0)).not.toMatch(SECRETS);
});

test("what is secret is found by looking in the run itself", async () => {
  const run = await masked();
  expect(unmasked(run)).toBe(run.inner);
  const other = new RunOf([]);
  expect(unmasked(other)).toBe(other);
});

test("the text of a file is not shown where a secret is spread over a stream that is quoted in it", async () => {
  const line = (text: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}`;
  const stream = [line("ghp_abcdefghij"), line("klmnopqrstuvwxyz0123456789"), "data: [DONE]", ""].join("\n\n");
  const mask = new ShownMask(new Masker({ secrets: [] }));
  const source = mask.source(`string: ${JSON.stringify(stream)}`, { headers: [], stream });
  expect(source).not.toMatch(/abcdef|uvwxyz/);
  expect(source).toMatch(/^a secret is spread/);
});
