import { McpAnswers } from "../../gateway/mcp/mcp-answers.ts";
import { mcpReplayPolicy } from "../../gateway/mcp/mcp-replay-policy.ts";
import { customRules } from "../../record/config.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { opOfRow } from "../../replay/calls/op-of-row.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import { replayReport, reportJson, reportLines } from "../../replay/report/replay-report.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { tellReport } from "../agent/tell-report.ts";
import { EXIT } from "../exit-codes.ts";
import { oneRun } from "../files/one-run.ts";
import { runName } from "../files/run-name.ts";
import { matcherOfFlags, rulesOfFlags } from "../replay/replay-flags.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble, tell } from "../trouble.ts";
import type { McpFlags } from "./mcp.ts";
import { McpServed } from "./mcp-served.ts";

/** `vcr mcp --replay tap.vcr`: an MCP server made of a recording. No other server is started. */
export async function mcpReplay(word: string, argv: readonly string[], flags: McpFlags): Promise<void> {
  if (argv.length > 0) throw new Trouble("--replay starts no server: leave out its command");
  if (flags.output !== undefined) throw new Trouble("--replay records nothing: leave out -o");
  const { file, run } = await oneRun(word, { hint: "vcr mcp --replay takes one", toServe: true });
  try {
    await replayServer(run, flags);
  } finally {
    file.close();
  }
}

async function replayServer(run: Run, flags: McpFlags): Promise<void> {
  const server = chosenServer(run, flags.name);
  const config = await loadConfig(process.cwd());
  const rules = rulesOfFlags(flags, config);
  const session = new ReplaySession(ofServer(recordingOf(run, rules, "wire"), server), {
    matcher: matcherOfFlags(flags, config),
    rules,
  });
  const called = runName(run);
  const answers = new McpAnswers({
    ...{ session, rules, secrets: new Secrets(process.env) },
    masker: new Masker({ secrets: environmentSecrets(process.env), custom: customRules(config) }),
    policy: mcpReplayPolicy({ session, run: called }),
  });
  await new McpServed({
    argv: [],
    ask: async (message) => answers.ask(server, message),
    onProblem: (message) => tell(message),
  }).run();
  const report = replayReport(session, { ...flags, run: called });
  await tellReport({ lines: reportLines(report), json: reportJson(report) }, {}, { inBackground: false });
  process.exitCode = report.diverged ? EXIT.differs : EXIT.ok;
}

function serversOf(run: Run): readonly string[] {
  const names = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    const { provider } = row;
    if (opOfRow(row) === "mcp" && provider !== undefined && run.body(i).request?.path === undefined)
      names.add(provider);
  }
  return [...names].sort();
}

/** @throws Trouble when there is none of that name, or several and no name. */
function chosenServer(run: Run, name: string | undefined): string {
  const servers = serversOf(run);
  const [first, second] = servers;
  if (first === undefined)
    throw new Trouble(`${run.path} holds no call of an MCP server over stdio`, "vcr mcp -- SERVER CMD records them");
  if (name !== undefined && !servers.includes(name))
    throw new Trouble(`${run.path} holds no server ${name}`, `it holds ${servers.join(", ")}`);
  if (name === undefined && second !== undefined)
    throw new Trouble(`which of the servers in ${run.path}? --name says it`, `it holds ${servers.join(", ")}`);
  return name ?? first;
}

/** What was asked of other servers, and of models, is nothing to this one. */
function ofServer(recording: Recording, server: string): Recording {
  const { around, unanswered, askedBack } = recording;
  const calls = recording.calls.filter((call) => call.server === server);
  return { calls, around, unanswered, ...(askedBack === undefined ? {} : { askedBack }) };
}
