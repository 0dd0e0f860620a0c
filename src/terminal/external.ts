/** Text in the user's pager or editor, by way of a file that only the user can read and that is gone afterwards. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanitiseLines } from "../text/sanitise.ts";
import { splitCommand } from "../text/split-command.ts";
import type { Environment } from "./capabilities.ts";
import type { ChildEnd, TerminalSession } from "./session.ts";

export interface ExternalText {
  readonly program: "pager" | "editor";
  readonly text: string;
  /** Of the file's name, so that the program colours it: "json", "txt". */
  readonly extension: string;
}

export interface ExternalResult extends ChildEnd {
  /** The command that ran, for messages. */
  readonly command: string;
  /** What the editor left; null after a pager or when the program failed. */
  readonly text: string | null;
}

/** $VISUAL, $EDITOR or vi; $PAGER or less; with their arguments. */
export function externalCommand(program: ExternalText["program"], env: Environment): [string, ...string[]] {
  const wanted = program === "editor" ? env.VISUAL || env.EDITOR : env.PAGER;
  const [file, ...args] = splitCommand(wanted ?? "");
  return file === undefined ? [program === "editor" ? "vi" : "less"] : [file, ...args];
}

/** The pager is given sanitised text, since it may be one that passes everything on; the editor the text itself. */
export async function openExternal(
  session: Pick<TerminalSession, "handOver">,
  { program, text, extension }: ExternalText,
  env: Environment,
): Promise<ExternalResult> {
  const [command, ...args] = externalCommand(program, env);
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    const file = join(folder, `text.${/^[a-z0-9]{1,8}$/.test(extension) ? extension : "txt"}`);
    const content = program === "pager" ? sanitiseLines(text).join("\n") : text;
    writeFileSync(file, content, { mode: 0o600, flag: "wx" });
    const end = await session.handOver(command, [...args, file]);
    const kept = program === "editor" && end.code === 0;
    return { ...end, command, text: kept ? readFileSync(file, "utf8") : null };
  } finally {
    process.off("exit", remove);
    remove();
  }
}
