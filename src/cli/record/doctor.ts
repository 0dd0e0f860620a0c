import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Decision, ExchangeHandler, GatewayRequest } from "../../gateway/exchange.ts";
import { Gateway } from "../../gateway/gateway.ts";
import { agentArguments } from "../../gateway/reach/agent-arguments.ts";
import { agentEnvironment } from "../../gateway/reach/agent-environment.ts";
import { type Reach, reachOf } from "../../gateway/reach/reach.ts";
import type { JsonObject } from "../../json/json.ts";
import { ownProviders } from "../../record/config.ts";
import { sanitise } from "../../text/sanitise.ts";
import { type AgentEnd, exitCodeOf, runAgent } from "../agent/run-agent.ts";
import { EXIT } from "../exit-codes.ts";
import { hookFiles } from "../hook-files.ts";
import { Output } from "../output.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble } from "../trouble.ts";
import { agentRuntime } from "./agent-runtime.ts";
import { doctorJson, doctorReport } from "./doctor-report.ts";

export interface DoctorFlags {
  readonly run?: boolean;
  readonly json?: boolean;
}

/** `vcr doctor [-- CMD]`: how each provider would be reached. Starts nothing, unless `--run` is given; then no call leaves the machine. */
export async function doctor(argv: readonly string[], options: DoctorFlags): Promise<void> {
  const out = new Output();
  const config = await loadConfig(process.cwd());
  const reach = reachOf(process.env, ownProviders(config));
  const runtime = agentRuntime(argv, process.env);
  const { run = false, json = false } = options;
  if (run && argv.length === 0) throw new Trouble("which command? vcr doctor --run -- CMD starts one");
  const subject = { runtime, reach, environment: process.env, dotenv: dotenvFile() };
  if (!json) for (const line of doctorReport(argv, subject)) await out.line(line);
  if (argv.length > 0 && runtime.path === undefined) process.exitCode = EXIT.notStarted;
  const tried = run ? await tryOut(argv, reach) : undefined;
  if (json) await out.line(JSON.stringify({ ...doctorJson(argv, subject), ...(tried && { run: triedJson(tried) }) }));
  else if (tried) for (const line of ["", ...triedLines(tried)]) await out.line(line);
}

/** What a start with a gateway that answers nothing has shown. */
interface Tried {
  readonly end: AgentEnd;
  /** Calls that arrived, and how often. */
  readonly caught: ReadonlyMap<string, number>;
  /** Hosts that were reached past the gateway. */
  readonly missed: readonly string[];
}

function triedLines({ end, caught, missed }: Tried): readonly string[] {
  return [
    end.ended
      ? `ended with exit code ${exitCodeOf(end)}; no call left this machine`
      : `could not be started: ${end.why}`,
    ...[...caught].map(([call, count]) => `caught    ${count} x ${sanitise(call)}`),
    ...missed.map((host) => `missed    a connection to ${sanitise(host)}`),
    ...(caught.size === 0 ? ["caught    nothing"] : []),
  ];
}

function triedJson({ end, caught, missed }: Tried): JsonObject {
  return {
    ...(end.ended ? { exitCode: exitCodeOf(end) } : { notStarted: end.why }),
    caught: [...caught].map(([call, times]) => ({ call, times })),
    missed,
  };
}

/** Starts the command with a gateway that answers every call with an error, and says what arrived. */
async function tryOut(argv: readonly string[], reach: Reach): Promise<Tried> {
  const arrivals = new Arrivals();
  const gateway = new Gateway({ routes: reach.routes, handler: arrivals, environment: {} });
  await gateway.listen();
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const bypassFile = join(folder, "bypassed");
  const variables = agentEnvironment(process.env, {
    reach,
    url: gateway.url,
    hooks: hookFiles(),
    bypassFile,
    pathSeparator: delimiter,
  });
  const command = agentArguments(argv, { url: gateway.url, environment: process.env });
  const end = await runAgent({ argv: command, environment: { ...process.env, ...variables }, stdout: "stderr" });
  await gateway.close();
  const bypassed = [...new Set(textOf(bypassFile).split("\n").filter(Boolean))];
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = !end.ended
    ? EXIT.notStarted
    : arrivals.calls.size > 0 && bypassed.length === 0
      ? EXIT.ok
      : EXIT.differs;
  return { end, caught: arrivals.calls, missed: bypassed };
}

class Arrivals implements ExchangeHandler {
  readonly calls = new Map<string, number>();

  request({ method, route, path }: GatewayRequest): Decision {
    const call = `${route} ${method} ${path.replace(/\?.*/s, "")}`;
    this.calls.set(call, (this.calls.get(call) ?? 0) + 1);
    const body = Buffer.from(
      JSON.stringify({
        error: { type: "invalid_request_error", message: "vcr doctor: the call arrived here and went no further" },
      }),
    );
    return {
      do: "answer",
      answer: { status: 400, headers: { "content-type": "application/json", "x-should-retry": "false" }, body },
    };
  }
}

/** Names set in `.env` of this folder: only the names are looked at. */
function dotenvFile(): ReadonlyMap<string, string> {
  const lines = textOf(join(process.cwd(), ".env")).split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const name = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
      return name === undefined ? [] : [[name, ""] as const];
    }),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
