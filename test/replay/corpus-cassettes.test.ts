import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Masker } from "../../src/redact/masker.ts";
import { recordedAnswer } from "../../src/replay/answers/recorded-answer.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { matcherOf } from "../../src/replay/matching/matcher-by-name.ts";
import { recordingOf } from "../../src/replay/recording.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { ReplaySession } from "../../src/replay/replay-session.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";
import type { Run } from "../../src/run/run.ts";
import { openRun } from "../support/agent-run.ts";
import { corpusFolder } from "../support/corpus.ts";

/** Asks every request of a cassette again as its client would, and answers the misses and what was never made. */
function askedAgain(run: Run) {
  const rules = replayRules({});
  const session = new ReplaySession(recordingOf(run, rules, "wire"), {
    matcher: matcherOf("identity"),
    rules,
    replayErrors: true,
  });
  const reader = new WireReader(rules, { masker: new Masker({ secrets: [] }) });
  const wrong: string[] = [];
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    const { request, response } = run.body(i);
    if (row.derived || request?.path === undefined || response === undefined) continue;
    const { method = "GET", path, url = "", headers = {} } = request;
    const body = request.bytes ?? Buffer.from(request.text ?? "");
    const host = /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? "";
    const raw = Object.entries(headers).filter(([name]) => !/^content-encoding$/i.test(name));
    const call = reader.read({ method, path, host, route: "openai", url, headers: raw.flat(), body });
    const outcome = session.take(call);
    if (outcome.type !== "served") {
      wrong.push(`${row.step} ${row.kind} ${row.name}: ${outcome.type}`);
      continue;
    }
    const served = outcome.call.body(outcome.step);
    reader.answered(call, () => served.response?.json);
    const answer = recordedAnswer(served, { op: outcome.call.op, secrets: new Secrets({}) });
    const recorded = response.bytes ?? Buffer.from(response.text ?? "");
    if (!Buffer.from(answer.bytes).equals(recorded)) wrong.push(`${row.step}: other bytes`);
  }
  return { wrong, neverMade: session.neverMade.map(({ step }) => step) };
}

for (const folder of ["cagent-go-vcr", "vcrpy"]) {
  const path = join(corpusFolder() ?? "", folder);
  const files = corpusFolder() === undefined ? [] : readdirSync(path).filter((name) => /(?<!\.xai)\.ya?ml$/.test(name));
  describe.skipIf(files.length === 0)(`cassettes of ${folder}`, () => {
    test.each(files)("%s answers all that it holds", async (name) => {
      expect(askedAgain(await openRun(join(path, name)))).toEqual({ wrong: [], neverMade: [] });
    });
  });
}
