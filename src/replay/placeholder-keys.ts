import { PROVIDERS } from "../providers/provider-table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Clients refuse to be made without a key, some without one of the right shape. These are nobody's. */
const SHAPES: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: "sk-ant-api03-vcr-replay-placeholder-000000000000",
  GEMINI_API_KEY: "AIzaSyVcrReplayPlaceholder0000000000000",
  GROQ_API_KEY: "gsk_vcrReplayPlaceholder000000000000",
  PERPLEXITY_API_KEY: "pplx-vcr-replay-placeholder-000000000000",
  XAI_API_KEY: "xai-vcr-replay-placeholder-000000000000",
};
const USUAL = "sk-vcr-replay-placeholder-000000000000";
/** Names a file, not a key. */
const NO_KEY = new Set(["GOOGLE_APPLICATION_CREDENTIALS"]);

/** For each provider none of whose key variables is set: its usual one and a placeholder. They never leave the machine. */
export function placeholderKeys(
  environment: Environment,
  own: readonly string[] = [],
): Readonly<Record<string, string>> {
  const isSet = (name: string): boolean => (environment[name] ?? "") !== "";
  const vendors = PROVIDERS.filter(({ keys }) => !keys.some(isSet)).flatMap(({ keys }) => keys.slice(0, 1));
  const names = [...vendors, ...own.filter((name) => !isSet(name))].filter((name) => !NO_KEY.has(name));
  return Object.fromEntries(names.map((name) => [name, SHAPES[name] ?? USUAL]));
}
