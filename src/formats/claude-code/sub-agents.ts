import { basename, dirname, join } from "node:path";
import { field, parse, text } from "../../json/json.ts";
import { firstLine } from "../first-line.ts";
import type { OpenContext } from "../format.ts";

/**
 * Finds the files in which the sub-agents of a session wrote down their own conversations: `<session>/subagents/` since
 * 2.1.2 (workflows in folders of their own below), before that `agent-<id>.jsonl` beside the session.
 */

const AGENT_FILE = /^agent-(.+)\.jsonl$/;
/** Enough for the ids of a first record; they stand before the message. */
const PEEK_BYTES = 64 * 1024;

export interface AgentFile {
  readonly path: string;
  readonly agentId: string;
}

export function agentFiles(session: string, sessionId: string | undefined, list: OpenContext["list"]): AgentFile[] {
  if (AGENT_FILE.test(basename(session))) return [];
  const own = join(dirname(session), basename(session).replace(/\.jsonl(\.gz)?$/, ""), "subagents");
  const workflows = join(own, "workflows");
  const folders = [own, ...list(workflows).map((name) => join(workflows, name))];
  const beside = inFolder(dirname(session), list).filter(
    ({ path }) => sessionId !== undefined && sessionOf(path) === sessionId,
  );
  return [...folders.flatMap((folder) => inFolder(folder, list)), ...beside];
}

function inFolder(folder: string, list: OpenContext["list"]): AgentFile[] {
  return list(folder).flatMap((name) => {
    const agentId = AGENT_FILE.exec(name)?.[1];
    return agentId === undefined ? [] : [{ path: join(folder, name), agentId }];
  });
}

/** The session that the first record of a file names. */
function sessionOf(path: string): string | undefined {
  const line = firstLine(path, PEEK_BYTES);
  return text(field(parse(line), "sessionId")) ?? /"sessionId":"([^"]+)"/.exec(line)?.[1];
}
