import { LOCAL_PATHS, type Reach } from "./reach.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface HookFiles {
  /** URL of the hook for Node. */
  readonly node: string;
  /** Folder with a `sitecustomize.py`. */
  readonly python: string;
}

export interface AgentEnvironmentOptions {
  readonly reach: Reach;
  /** The gateway's, with its token. */
  readonly url: string;
  readonly hooks?: HookFiles;
  /** File to which the hooks write the names of providers that were reached past the gateway, a line each. */
  readonly bypassFile?: string;
  readonly pathSeparator: string;
  /** For Node agents: where their clock begins (milliseconds since the epoch), and a seed for what they draw at random. */
  readonly steady?: { readonly clock?: number; readonly seed?: number } | undefined;
}

/** What has to be set (and nothing else) so that an agent's calls come to the gateway. */
export function agentEnvironment(environment: Environment, options: AgentEnvironmentOptions): Record<string, string> {
  const { reach, url, hooks, bypassFile, pathSeparator, steady } = options;
  const set: Record<string, string> = {
    VCR_URL: url,
    VCR_HOOK: JSON.stringify({
      url,
      origins: reach.origins,
      hosts: reach.hosts,
      local: LOCAL_PATHS,
      bypass: bypassFile,
      steady,
    }),
  };
  for (const { name, path } of reach.variables) set[name] = `${url}${path}`;
  for (const name of ["NO_PROXY", "no_proxy"]) set[name] = withLoopback(environment[name]);
  // Its trace exporter would be one more client of the provider.
  if (environment.OPENAI_AGENTS_DISABLE_TRACING === undefined) set.OPENAI_AGENTS_DISABLE_TRACING = "1";
  if (hooks === undefined) return set;
  set.NODE_OPTIONS = joined(environment.NODE_OPTIONS, `--import=${hooks.node}`, " ");
  set.PYTHONPATH = environment.PYTHONPATH ? `${hooks.python}${pathSeparator}${environment.PYTHONPATH}` : hooks.python;
  return set;
}

function joined(before: string | undefined, more: string, by: string): string {
  return before === undefined || before === "" ? more : `${before}${by}${more}`;
}

function withLoopback(value: string | undefined): string {
  const entries = (value ?? "").split(",").map((entry) => entry.trim());
  return [...new Set([...entries.filter((entry) => entry !== ""), "127.0.0.1", "localhost"])].join(",");
}
