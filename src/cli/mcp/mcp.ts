import { type ChildProcessByStdio, spawn } from "node:child_process";
import { basename } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { McpVerdict } from "../../gateway/mcp/mcp-answers.ts";
import { type Direction, McpTap, type TapSink } from "../../gateway/mcp/mcp-tap.ts";
import { field, isArray, isObject, type Json } from "../../json/json.ts";
import { customRules } from "../../record/config.ts";
import { RemoteTap } from "../../record/remote/remote-tap.ts";
import { excludeFromGit, newRun } from "../../record/run-file.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { VERSION } from "../../version.ts";
import { errorMessage, whyNotStarted } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { shortPath } from "../files/run-path.ts";
import type { MatchingFlags } from "../replay/matching-flags.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble, tell } from "../trouble.ts";
import { engineUrl } from "./engine-url.ts";
import { McpGate } from "./mcp-gate.ts";
import { McpServed } from "./mcp-served.ts";
import { rawLines, written } from "./raw-lines.ts";

export interface McpFlags extends MatchingFlags {
  readonly output?: string;
  readonly name?: string;
  readonly replay?: string;
  readonly force?: boolean;
}

/**
 * `vcr mcp -- SERVER CMD`: stands between an MCP client and a server that speak over stdio. Under `vcr record` its events go into that run,
 * else into a run of their own. Under `vcr replay` and `vcr fork` the recording answers, and the server is not started before it has to be.
 */
export async function mcp(argv: readonly string[], flags: McpFlags): Promise<void> {
  if (flags.force && flags.output === undefined) throw new Trouble("--force is for the file that -o names");
  if (flags.replay !== undefined) {
    const { mcpReplay } = await import("./mcp-replay.ts");
    return mcpReplay(flags.replay, argv, flags);
  }
  refuseMatching(flags);
  const [command, ...args] = argv;
  if (command === undefined) throw new Trouble("which server? vcr mcp -- SERVER CMD starts one");
  const engine = engineUrl();
  const name = flags.name ?? serverName(argv);
  if (engine !== undefined && (await isServing(engine, name))) return served(argv, { engine, name });
  const { sink, remote, finish } = await sinkFor(argv, { output: flags.output, force: flags.force ?? false, engine });
  const tap = new McpTap(name, sink);
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lost = new Promise<string>((resolve) =>
    server.once("error", (error) => resolve(whyNotStarted(error, command))),
  );
  if (remote === undefined) {
    pass(process.stdin, server.stdin, (line) => read(tap, line, "to-server"));
    pass(server.stdout, process.stdout, (line) => read(tap, line, "to-client"));
  } else passHeld(server, { tap, remote });
  const ended = new Promise<number>((resolve) => server.once("close", (code) => resolve(code ?? EXIT.interrupted)));
  const end = await Promise.race([lost, ended]);
  if (typeof end === "string") tell(`${command} could not be started: ${end}`);
  await finish(typeof end === "number" ? end : undefined);
  process.exitCode = typeof end === "number" ? end : EXIT.notStarted;
  process.stdin.destroy();
}

/** @throws Trouble: under `vcr replay` its own options say how calls are matched */
function refuseMatching({ match, threshold, window, ignore, scrub, allowUnmade, allowLoose }: McpFlags): void {
  const given = [match, threshold, window, ...ignore, ...scrub, allowUnmade, allowLoose];
  if (given.some((each) => each !== undefined))
    throw new Trouble("how calls are matched belongs to --replay", "under vcr replay its own options say it");
}

/** The `vcr` that has started the client answers from a recording. */
async function isServing(engine: string, server: string): Promise<boolean> {
  try {
    return field(await told(engine, { server }), "serves") === true;
  } catch {
    return false;
  }
}

async function told(engine: string, body: Json): Promise<Json> {
  const answer = await fetch(`${engine}/_vcr/mcp`, { method: "POST", body: JSON.stringify(body) });
  return (await answer.json()) as Json;
}

async function served(argv: readonly string[], how: { readonly engine: string; readonly name: string }): Promise<void> {
  const remote = new RemoteTap(how.engine);
  const served = new McpServed({
    argv,
    gate: (ways) => new McpGate({ tap: new McpTap(how.name, remote), remote, ways }),
    ask: async (message) => verdictOf(await told(how.engine, { server: how.name, message })),
    onProblem: (message) => tell(message),
  });
  const code = await served.run();
  await remote.finish();
  process.exitCode = code;
  process.stdin.destroy();
}

function verdictOf(answer: Json): McpVerdict {
  const message = field(answer, "message");
  if (field(answer, "do") === "forward") return { do: "forward" };
  if (message === undefined) throw new Error(`the replay gave no answer: ${JSON.stringify(answer)}`);
  const first = field(answer, "first");
  return { do: "answer", message, ...(isArray(first) ? { first: first.filter(isObject) } : {}) };
}

/** A recording that fails must not break the conversation. */
function read(tap: McpTap, line: string, direction: Direction): void {
  try {
    tap.line(line, direction);
  } catch (error) {
    process.stderr.write(`vcr: not recorded: ${errorMessage(error)}\n`);
  }
}

/** Every byte goes on as it came; whole lines are looked at before they do. */
function pass(from: Readable, to: Writable, look: (line: string) => void): void {
  let rest = "";
  to.on("error", () => from.destroy());
  from.setEncoding("utf8");
  from.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) look(line);
    if (to.write(chunk)) return;
    from.pause();
    to.once("drain", () => from.resume());
  });
  from.on("end", () => {
    if (rest !== "") look(rest);
    if (to !== process.stdout) to.end();
  });
}

/** As `pass`, line by line: each may have to stand still. */
function passHeld(
  server: ChildProcessByStdio<Writable, Readable, null>,
  how: { readonly tap: McpTap; readonly remote: RemoteTap },
): void {
  const { stdin, stdout } = server;
  const ways = {
    toServer: (line: string) => written(stdin, line),
    toClient: (line: string) => written(process.stdout, line),
  };
  const gate = new McpGate({ ...how, ways });
  stdin.on("error", () => process.stdin.destroy());
  process.stdout.on("error", () => stdout.destroy());
  rawLines(process.stdin, (line) => gate.toServer(line)).finally(() => {
    gate.close();
    stdin.end();
  });
  void rawLines(stdout, (line) => gate.toClient(line)).finally(() => gate.serverGone());
}

interface Sink {
  readonly sink: TapSink;
  /** Events go to the run that another `vcr` writes. */
  readonly remote?: RemoteTap;
  finish(code: number | undefined): Promise<void>;
}

async function sinkFor(
  argv: readonly string[],
  to: { readonly output: string | undefined; readonly force: boolean; readonly engine: string | undefined },
): Promise<Sink> {
  const { output, force, engine } = to;
  if (engine !== undefined && output === undefined) {
    const remote = new RemoteTap(engine);
    return { sink: remote, remote, finish: () => remote.finish() };
  }
  refuseExisting(output, force);
  const config = await loadConfig(process.cwd());
  const run = newRun({ cwd: process.cwd(), output, now: Date.now() });
  const masker = new Masker({ secrets: environmentSecrets(process.env), custom: customRules(config) });
  const header = { id: run.id, created: Date.now(), by: `agent-vcr ${VERSION}`, argv, cwd: process.cwd() };
  const recorder = new RunRecorder(run.path, header, { masker, force, onlyWithEvents: true });
  if (run.inFolder) excludeFromGit(process.cwd());
  const open = new Map<string, { readonly seq: number; readonly at: number }>();
  return {
    sink: {
      event: (event) => void recorder.event(event),
      start: (key, { extra, ...event }) => {
        const parent = extra?.parent === undefined ? undefined : open.get(String(extra.parent))?.seq;
        const { parent: _, ...rest } = extra ?? {};
        const seq = recorder.start({ ...event, extra: parent === undefined ? rest : { ...rest, parent } });
        if (seq !== undefined) open.set(key, { seq, at: performance.now() });
      },
      end: (key, fields) => {
        const started = open.get(key);
        open.delete(key);
        if (started) recorder.end(started.seq, { durationMs: Math.round(performance.now() - started.at), ...fields });
      },
    },
    finish: async (code) => {
      recorder.exit(code === undefined ? {} : { code });
      recorder.close();
      const { events } = recorder.tally;
      tell(
        events === 0
          ? "nothing was recorded, so there is no file"
          : `recorded ${events} event${events === 1 ? "" : "s"} in ${shortPath(run.path)}`,
      );
    },
  };
}

/** "server-filesystem" of `npx -y @modelcontextprotocol/server-filesystem /tmp`. */
function serverName(argv: readonly string[]): string {
  const word = argv.slice(1).find((each) => !each.startsWith("-") && /[a-z]/i.test(each)) ?? argv[0] ?? "server";
  return `mcp-${
    basename(word)
      .replace(/\.\w+$/, "")
      .replace(/@.*$/, "") || "server"
  }`;
}
