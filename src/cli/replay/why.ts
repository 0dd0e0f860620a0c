import { existsSync } from "node:fs";
import type { JsonObject } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { LAST } from "../../run/catalog/find-run.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { shortId } from "../../run/short-id.ts";
import { formatAge } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { oneRun } from "../files/one-run.ts";
import { parentOf } from "../files/parent-run.ts";
import { runPath, shortPath } from "../files/run-path.ts";
import { Output } from "../output.ts";
import { Trouble } from "../trouble.ts";
import { missJson, missLines } from "./explained-miss.ts";
import { looseJson, looseLine, neverMadeJson, neverMadeLine, SavedReplay } from "./saved-replay.ts";

/**
 * `vcr why [RUN] [STEP]`: why a saved replay diverged: calls without a recording, with the nearest recorded ones and where
 * they differ; loose matches; recorded calls that were never made.
 */
export async function why(
  first: string | undefined,
  second: string | undefined,
  { json = false }: { readonly json?: boolean } = {},
): Promise<void> {
  const { word, step } = addressed(first, second);
  const opened: OpenedFile[] = [];
  try {
    const saved = await runOf(word, opened);
    if (saved.header.parent?.kind !== "replay")
      throw new Trouble(`${shortPath(saved.path)} is no replay`, "vcr why takes a run that vcr replay has saved");
    const out = new Output();
    const masker = new Masker({ secrets: environmentSecrets(process.env) });
    const replayed = new SavedReplay(saved, await parentOf(saved, (path) => runOf(path, opened)), masker);
    if (step !== undefined && !replayed.has(step))
      throw new Trouble(`${shortPath(saved.path)}: there is no step ${step}`, "vcr show lists the steps");
    if (json) await out.line(JSON.stringify(masker.value(inJson(saved, replayed, step))));
    else for (const line of inLines(saved, replayed, step)) await out.line(sanitise(masker.text(line)));
  } finally {
    for (const file of opened) file.close();
  }
}

/** The report names steps only: a step alone is one of the newest replay. */
function addressed(first = LAST, second: string | undefined): { readonly word: string; readonly step?: string } {
  if (second !== undefined) return { word: first, step: second };
  return /^\d{1,7}[a-z]*$/.test(first) && !existsSync(runPath(first)) ? { word: LAST, step: first } : { word: first };
}

function* inLines(saved: Run, replayed: SavedReplay, step: string | undefined): Generator<string> {
  yield whichReplay(saved);
  let misses = 0;
  for (const miss of replayed.misses(step)) {
    if (misses++ > 0) yield "";
    yield* missLines(miss);
  }
  const rest = [...replayed.loose(step).map(looseLine), ...replayed.neverMade(step).map(neverMadeLine)];
  if (misses > 0 && rest.length > 0) yield "";
  if (misses === 0 && (step === undefined || rest.length === 0))
    yield step === undefined ? "every call had a recording" : `step ${step} is no call without a recording`;
  yield* rest;
}

function inJson({ path, header }: Run, replayed: SavedReplay, step: string | undefined): JsonObject {
  return {
    ...{ ...defined({ replay: header.id, of: header.parent?.id }), path },
    misses: [...replayed.misses(step)].map(missJson),
    loose: replayed.loose(step).map(looseJson),
    neverMade: replayed.neverMade(step).map(neverMadeJson),
  };
}

/** The newest one that was saved need not be the one that was run last: a replay without a call leaves no file. */
function whichReplay({ header, path }: Run): string {
  const id = header.id === undefined ? "" : ` ${shortId(header.id)}`;
  const when = header.created === undefined ? "" : `, ${formatAge(header.created, Date.now())}`;
  return `replay${id}${when} (${shortPath(path)})`;
}

async function runOf(word: string, opened: OpenedFile[]): Promise<Run> {
  const { file, run } = await oneRun(word, { hint: "vcr why takes one" });
  opened.push(file);
  return run;
}
