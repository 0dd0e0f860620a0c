import type { CustomRule } from "../redact/masker.ts";
import { VcrError } from "../trace/errors.ts";

/** What `vcr.config.js` may say: its default export, or its exports. */
export interface VcrConfig {
  /** What else is masked: fixed strings, regular expressions, either with a name for the placeholder. */
  readonly redact?: readonly (string | RegExp | { readonly name: string; readonly pattern: string | RegExp })[];
  /** JSON pointers of what does not count when requests are compared; `*` any key or index, `**` any depth. */
  readonly normalise?: readonly string[];
  /** Servers of the user's own. */
  readonly providers?: readonly ConfiguredProvider[];
  /** MCP servers reached over HTTP, by name. */
  readonly mcp?: Readonly<Record<string, string>>;
  /** How calls are matched on replay: a name, or a matcher. */
  readonly match?: unknown;
}

export interface ConfiguredProvider {
  readonly id: string;
  readonly upstream: string;
  readonly hosts?: readonly string[];
  readonly baseUrls?: readonly string[];
  readonly key?: string;
}

const KEYS = ["redact", "normalise", "normalize", "providers", "mcp", "match"];

/** @throws VcrError "config" that names what is wrong. */
export function configOf(value: unknown, path: string): VcrConfig {
  const wrong = (what: string): VcrError => new VcrError(`${path}: ${what}`, { code: "config" });
  if (typeof value !== "object" || value === null) throw wrong("expected an object as default export");
  const given = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(given)) {
    if (!KEYS.includes(key))
      throw wrong(`unknown key "${key}"; known are ${KEYS.filter((each) => each !== "normalize").join(", ")}`);
  }
  const normalise = given.normalise ?? given.normalize;
  if (given.redact !== undefined && !isList(given.redact, isRule))
    throw wrong("redact must be a list of strings, patterns or {name, pattern}");
  if (normalise !== undefined && !isList(normalise, isText)) throw wrong("normalise must be a list of JSON pointers");
  if (given.providers !== undefined && !isList(given.providers, isProvider))
    throw wrong(
      'providers must be a list of {id, upstream}, the id of letters, digits and "-", the upstream an http(s) URL',
    );
  if (given.mcp !== undefined && !isTexts(given.mcp)) throw wrong("mcp must be an object of URLs by name");
  return {
    ...(given.redact === undefined ? {} : { redact: given.redact }),
    ...(normalise === undefined ? {} : { normalise }),
    ...(given.providers === undefined ? {} : { providers: given.providers }),
    ...(given.mcp === undefined ? {} : { mcp: given.mcp }),
    ...(given.match === undefined ? {} : { match: given.match }),
  };
}

export function customRules({ redact = [] }: VcrConfig): CustomRule[] {
  return redact.map((rule) => {
    const { name, pattern } =
      typeof rule === "string" || rule instanceof RegExp ? { name: "REDACTED", pattern: rule } : rule;
    return { name, pattern: typeof pattern === "string" ? new RegExp(escaped(pattern)) : pattern };
  });
}

/** Everything that gets a route of its own: servers of models and of tools. */
export function ownProviders({ providers = [], mcp = {} }: VcrConfig): readonly ConfiguredProvider[] {
  return [...providers, ...Object.entries(mcp).map(([name, upstream]) => ({ id: `mcp-${name}`, upstream }))];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function isList<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && Object.values(value).every(isText);
}

function isRule(value: unknown): value is NonNullable<VcrConfig["redact"]>[number] {
  if (isText(value) || value instanceof RegExp) return true;
  if (typeof value !== "object" || value === null || !("name" in value) || !("pattern" in value)) return false;
  return isText(value.name) && (isText(value.pattern) || value.pattern instanceof RegExp);
}

function isProvider(value: unknown): value is ConfiguredProvider {
  if (typeof value !== "object" || value === null || !("id" in value) || !("upstream" in value)) return false;
  const { id, upstream } = value;
  return (
    isText(id) && /^[\w-]+$/.test(id) && isText(upstream) && /^https?:\/\//.test(upstream) && URL.canParse(upstream)
  );
}
