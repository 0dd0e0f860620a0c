import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { environmentSecrets } from "../../src/redact/environment-secrets.ts";
import { recordingGateway } from "../support/recording-gateway.ts";

/** Deterministic, of many alphabets, none with a shape that a rule knows. */
function seeded(seed: number, length: number): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789+/_-=!@%&";
  let state = seed * 2654435761;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return letters[state % letters.length];
  }).join("");
}

const names = Array.from(
  { length: 50 },
  (_, i) => ["API_KEY", "TOKEN", "SECRET", "PASSWORD", "DSN"].map((word) => `S${i}_${word}`)[i % 5] ?? "",
);
const secrets = names.map((_, i) => seeded(i + 1, 10 + (i % 30)));
const environment = Object.fromEntries(names.map((name, i) => [name, secrets[i]]));

const everywhere: readonly (readonly [
  where: string,
  put: (secret: string) => { path?: string; headers?: Record<string, string>; body: string },
])[] = [
  ["a message", (secret) => ({ body: chat(`it is ${secret}.`) })],
  ["a header", (secret) => ({ headers: { "x-odd": secret, authorization: `Bearer ${secret}` }, body: chat("hi") })],
  [
    "the query",
    (secret) => ({ path: `?key=${encodeURIComponent(secret)}&q=${encodeURIComponent(secret)}`, body: chat("hi") }),
  ],
  ["nested JSON", (secret) => ({ body: chat(JSON.stringify({ a: { b: JSON.stringify({ c: secret }) } })) })],
  [
    "a tool's result",
    (secret) => ({
      body: JSON.stringify({
        model: "m",
        messages: [{ role: "tool", tool_call_id: "c1", content: `{"env":${JSON.stringify(secret)}}` }],
      }),
    }),
  ],
  ["a URL's password", (secret) => ({ body: chat(`postgres://app:${encodeURIComponent(secret)}@db/x`) })],
  ["base64", (secret) => ({ body: chat(Buffer.from(`Authorization: user:${secret}\n`).toString("base64")) })],
  [
    "the answer, split over pieces",
    (secret) => ({ body: chat(`[[say ok ${secret.replaceAll("]", "")} done]]`, true) }),
  ],
  [
    "a frame outside the messages",
    (secret) => ({ body: JSON.stringify({ model: "m", user: secret, metadata: { k: secret }, messages: [] }) }),
  ],
  [
    "a form",
    (secret) => ({
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: `--b\r\n\r\n${secret}\r\n\u0000--b--`,
    }),
  ],
];

function chat(content: string, stream = false): string {
  return JSON.stringify({ model: "stub", stream, messages: [{ role: "user", content }] });
}

test("of fifty secrets, sent and answered in every way, no file holds any", async () => {
  const here = await recordingGateway({ rules: { secrets: environmentSecrets(environment) } });
  for (const [i, secret] of secrets.entries()) {
    for (const [, put] of everywhere.filter((_, k) => (i + k) % 2 === 0)) {
      const { path = "", headers = {}, body } = put(secret);
      const answer = await fetch(`${here.route("openai")}/v1/chat/completions${path}`, {
        method: "POST",
        headers,
        body,
      });
      await answer.text();
    }
  }
  const run = await here.finished();
  expect(run.damages).toEqual([]);
  const folder = dirname(here.file);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  const leaked = secrets.filter((secret) =>
    [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -1),
    ].some((form) => texts.some((text) => text.includes(form))),
  );
  expect(leaked).toEqual([]);
  // What was asked for fifty times over is masked, not lost.
  expect(texts.join("").match(/<S0_API_KEY>/g)?.length).toBeGreaterThan(3);
});
