import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DraftState } from "../../app/draft/draft-state.ts";
import { breaksOf } from "../../app/draft/start-problem.ts";
import { entryOfEdit } from "../../fork/plan/edit-spec.ts";
import { field, parse, text } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";

/** Starts a drafted fork as a process of its own, which goes on without this one. */

/** Of what it says on stderr so much is shown, from the end. */
const SAID = 4000;

/** A run that goes on by itself. */
export interface StartedFork {
  readonly path: string;
  /** Where it is served. */
  readonly socket: string;
}

/** @throws Error with what `vcr fork` said when it does not start */
export async function startFork(draft: DraftState, at: number): Promise<StartedFork> {
  const cwd = draft.cwd === "" || draft.alone ? process.cwd() : draft.cwd;
  if (!isFolder(cwd)) throw new Error(`there is no folder ${sanitise(cwd)}: Enter on "folder" sets another`);
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  try {
    const edits = join(folder, "edits.json");
    const list = draft.edits.map(entryOfEdit);
    writeFileSync(edits, JSON.stringify(list), { mode: 0o600, flag: "wx" });
    const flags = list.length === 0 ? [] : ["--edit-file", edits];
    return await started(forkArguments(draft, at, flags), cwd);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function forkArguments(draft: DraftState, at: number, flags: readonly string[]): readonly string[] {
  const { run, model, params, argv, alone, say, budget, maxCalls, breaking } = draft;
  return [
    ...[alone ? "continue" : "fork", resolve(run.path), "--at", String(at), ...flags],
    ...(model === null ? [] : ["--model", model]),
    ...params.flatMap(({ pointer, value }) => ["--param", `${pointer}=${JSON.stringify(value)}`]),
    ...(budget === "" ? [] : ["--budget", budget]),
    ...(maxCalls === "" ? [] : ["--max-calls", maxCalls]),
    ...(breaking ? breaksOf(draft) : []).flatMap((expression) => ["--break", expression]),
    ...(alone && say !== "" ? ["--say", say] : []),
    ...["--background", "--json"],
    ...(alone ? [] : ["--", ...argv]),
  ];
}

async function started(args: readonly string[], cwd: string): Promise<StartedFork> {
  const [program = ""] = process.argv.slice(1);
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  return new Promise((done, fail) => {
    const look = (): void => {
      const found = startedIn(said.stdout);
      if (found) done({ ...found, path: resolve(cwd, found.path) });
    };
    collect(child, said, look);
    child.once("error", (error) => fail(error));
    child.once("close", (code) => {
      look();
      fail(new Error(failureIn(said.stderr) || `vcr fork ended with code ${code} and said nothing`));
    });
  });
}

function collect(child: ChildProcess, said: { stdout: string; stderr: string }, look: () => void): void {
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    said.stdout += piece;
    look();
  });
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    said.stderr = (said.stderr + piece).slice(-SAID);
  });
}

/** The first whole line of JSON that says where it is. */
function startedIn(stdout: string): StartedFork | undefined {
  for (const line of stdout.split("\n").slice(0, -1)) {
    const said = parse(line);
    const [path, socket] = [text(field(said, "path")), text(field(said, "socket"))];
    if (path !== undefined && socket !== undefined) return { path, socket };
  }
  return undefined;
}

/** What went wrong stands at the end, with its remedy, behind what was going to happen. */
function failureIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const from = lines.findLastIndex((line) => line.startsWith("vcr: "));
  const last = lines.slice(Math.max(0, from)).map((line) => line.replace(/^vcr: /, "").trim());
  return sanitise(last.join("; "));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
