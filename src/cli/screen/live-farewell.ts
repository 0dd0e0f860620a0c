import { constants } from "node:os";
import { sanitise } from "../../text/sanitise.ts";
import { EXIT } from "../exit-codes.ts";
import type { LiveEnd } from "./live-driver.ts";

/** What a shell is told of a run that was watched, when its screen has gone. */
export function farewell(end: LiveEnd | null): readonly string[] {
  if (!end) return [];
  const id = end.id.slice(0, 8);
  if (end.over) return end.over.report.map(sanitise);
  if (end.lost) return [`vcr: what served run ${id} has gone: vcr show ${id} shows what was written`];
  return [`vcr: run ${id} goes on: vcr attach ${id} watches it`];
}

/** How a screen that watched ends: with `passCode` as its command does, with trouble where who served it was killed. */
export function codeOfWatch(end: LiveEnd | null, passCode: boolean): number | undefined {
  if (end?.lost) return EXIT.trouble;
  return passCode ? codeOfRun(end) : undefined;
}

/** As the command would end without a screen; where it does not say (a run inside a program), as the agent did. */
function codeOfRun(end: LiveEnd | null): number | undefined {
  if (!end?.over) return undefined;
  if (end.over.code !== undefined) return end.over.code;
  const { exit, failed } = end.over.status.agent;
  if (failed !== undefined) return EXIT.notStarted;
  if (!exit) return undefined;
  const { code, signal } = exit;
  return code ?? 128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0);
}
