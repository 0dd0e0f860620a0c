import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join, resolve } from "node:path";

/** What a command runs on, as far as its file tells. */
export type Runtime = "node" | "python" | "bun" | "deno" | "container" | "native" | "shell" | "unknown";

export interface AgentRuntime {
  readonly runtime: Runtime;
  /** Where the command was found; undefined: nowhere. */
  readonly path: string | undefined;
  /** Why a hook would not get in, in words. */
  readonly trouble: readonly string[];
}

const BY_NAME: readonly (readonly [RegExp, Runtime])[] = [
  [/^(?:node|nodejs|npm|npx|pnpm|pnpx|yarn|corepack|tsx|ts-node|electron)(?:\.cmd|\.exe)?$/, "node"],
  [/^(?:python[\d.]*|pypy[\d.]*|uv|uvx|pipx|poetry|pdm|hatch|jupyter|ipython)(?:\.exe)?$/, "python"],
  [/^bunx?(?:\.exe)?$/, "bun"],
  [/^deno(?:\.exe)?$/, "deno"],
  [/^(?:docker|podman|nerdctl|kubectl|ssh|wsl)(?:\.exe)?$/, "container"],
  [/^(?:sh|bash|zsh|dash|fish|make|just|env|sudo|time|timeout|nice)$/, "shell"],
];

export function agentRuntime(argv: readonly string[], environment: NodeJS.ProcessEnv): AgentRuntime {
  const [command = "", ...rest] = argv;
  const path = find(command, environment.PATH ?? "");
  const runtime =
    path === undefined ? "unknown" : (byName(basename(path)) ?? byName(basename(command)) ?? byContent(path));
  return { runtime, path, trouble: troubles(runtime, command, rest) };
}

function byName(name: string): Runtime | undefined {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

/** A script says in its first line what runs it. */
function byContent(path: string): Runtime {
  const head = firstBytes(realpathSync(path));
  const line = /^#!\s*(.*)/.exec(head)?.[1];
  if (line === undefined) return /^(?:\x7fELF|MZ|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(head) ? "native" : "unknown";
  const words = line.split(/\s+/).filter((word) => !word.startsWith("-") && basename(word) !== "env");
  return byName(basename(words[0] ?? "")) ?? "unknown";
}

function troubles(runtime: Runtime, command: string, args: readonly string[]): readonly string[] {
  if (runtime === "python" && args.some((arg) => /^-[A-Za-z]*[IES]/.test(arg)))
    return ["python -I, -E and -S do not load the hook: only base-URL variables reach it"];
  if (basename(command) === "env" && args.some((arg) => arg === "-i" || arg === "--ignore-environment"))
    return ["env -i empties the environment: nothing of vcr reaches the agent"];
  if (basename(command) === "sudo") return ["sudo drops most of the environment: sudo -E keeps it"];
  if (runtime === "container")
    return ["what runs elsewhere does not see this environment: vcr record --listen waits for it"];
  return [];
}

function find(command: string, path: string): string | undefined {
  if (command === "") return undefined;
  const candidates =
    command.includes("/") || isAbsolute(command)
      ? [resolve(command)]
      : path.split(delimiter).map((folder) => join(folder, command));
  return candidates.find((each) => {
    try {
      accessSync(each, constants.X_OK);
      return statSync(each).isFile();
    } catch {
      return false;
    }
  });
}

function firstBytes(path: string): string {
  const buffer = Buffer.alloc(200);
  const file = openSync(path, "r");
  try {
    return buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
