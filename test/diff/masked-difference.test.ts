import { expect, test } from "vitest";
import { diffJson } from "../../src/diff/payload/diff-json.ts";
import { renderDiff } from "../../src/diff/payload/render-diff.ts";
import type { Run } from "../../src/run/run.ts";
import { recordingGateway } from "../support/recording-gateway.ts";
import { diffOf } from "./rows.ts";

/** Two questions, the second with a password in it that is masked. */
async function recorded(password: string, second = "log in with"): Promise<Run> {
  const here = await recordingGateway({ rules: { secrets: [{ name: "DB_PASSWORD", value: password }] } });
  for (const content of ["who are you?", `${second} ${password}`])
    await fetch(`${here.route("openai")}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }] }),
    }).then((answer) => answer.text());
  return here.finished();
}

test("equal texts with different secrets behind one placeholder are told apart, the secrets are not told", async () => {
  const diff = diffOf(await recorded("hunter2-first"), await recorded("hunter2-second"));
  const report = renderDiff(diff);
  expect(diff.diverged).toBe(false);
  expect(report.split("\n").slice(-2)).toEqual([
    "no divergence",
    "masked: from step 1 (A) / 1 (B) on <DB_PASSWORD> stands for another value in A than in B",
  ]);
  expect(JSON.parse(JSON.stringify(diffJson(diff))).maskedDifference).toEqual({
    a: "1",
    b: "1",
    placeholders: ["<DB_PASSWORD>"],
  });
  expect(report + JSON.stringify(diffJson(diff))).not.toContain("hunter2");
  expect(renderDiff(diff, { stat: true })).not.toContain("masked:");
});

test("of equal secrets, and of requests that differ besides, nothing is said", async () => {
  const run = await recorded("hunter2-first");
  for (const other of [await recorded("hunter2-first"), await recorded("hunter2-second", "try")])
    expect(renderDiff(diffOf(run, other))).not.toContain("masked:");
});
