import { join } from "node:path";

/** Where runs lie on a machine: the folder of our own recordings, the session folders of other tools, folders that were named. */

export type Origin = "here" | "claude-code" | "codex" | "named";

export interface Place {
  readonly origin: Origin;
  readonly folder: string;
  /** Folders below `folder` are looked through too. */
  readonly deep: boolean;
  /** Whether a file of this name can hold a run. */
  takes(name: string): boolean;
}

/** The process as far as finding runs goes: paths are absolute. */
export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  /** `$CLAUDE_CONFIG_DIR` and `$CODEX_HOME`, which move the folders of those tools. */
  readonly claudeFolder?: string | undefined;
  readonly codexFolder?: string | undefined;
}

const OWN = /\.vcr(\.gz)?$/i;
/** Sub-agents of a Claude Code session have files of their own: they are shown with their session. */
const SESSION = /^(?!agent-).+\.jsonl(\.gz)?$/;
const ROLLOUT = /^rollout-.+\.jsonl(\.gz)?$/;
const ANY = /\.(vcr|jsonl|ndjson|json|ya?ml|har)(\.gz)?$/i;

/** Where new recordings go, and where `last` looks. */
export function ownPlace(cwd: string): Place {
  return { origin: "here", folder: join(cwd, ".vcr"), deep: true, takes: (name) => OWN.test(name) };
}

/** All places that are looked through when no file is named. */
export function usualPlaces({ cwd, home, claudeFolder, codexFolder }: Surroundings): readonly Place[] {
  const claude = claudeFolder || join(home, ".claude");
  const codex = codexFolder || join(home, ".codex");
  return [
    ownPlace(cwd),
    { origin: "here", folder: cwd, deep: false, takes: (name) => OWN.test(name) },
    { origin: "claude-code", folder: join(claude, "projects"), deep: true, takes: (name) => SESSION.test(name) },
    { origin: "codex", folder: join(codex, "sessions"), deep: true, takes: (name) => ROLLOUT.test(name) },
    { origin: "codex", folder: join(codex, "archived_sessions"), deep: true, takes: (name) => ROLLOUT.test(name) },
  ];
}

/** A folder that was named: whatever in it may be a run; what is none drops out when it is read. */
export function namedPlace(folder: string): Place {
  return { origin: "named", folder, deep: true, takes: (name) => ANY.test(name) && !/^agent-.+\.jsonl$/.test(name) };
}
