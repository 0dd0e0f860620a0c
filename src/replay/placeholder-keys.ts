import { PROVIDERS } from "../providers/provider-table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const GOOGLE = "AIzaSyVcrReplayPlaceholder0000000000000";
/** Clients refuse to be made without a key, some without one of the right shape. These are nobody's. */
const SHAPES: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: "sk-ant-api03-vcr-replay-placeholder-000000000000",
  GEMINI_API_KEY: GOOGLE,
  GOOGLE_API_KEY: GOOGLE,
  GOOGLE_GENERATIVE_AI_API_KEY: GOOGLE,
  GROQ_API_KEY: "gsk_vcrReplayPlaceholder000000000000",
  PERPLEXITY_API_KEY: "pplx-vcr-replay-placeholder-000000000000",
  XAI_API_KEY: "xai-vcr-replay-placeholder-000000000000",
};
const USUAL = "sk-vcr-replay-placeholder-000000000000";
/** Names a file, not a key. */
const NO_KEY = new Set(["GOOGLE_APPLICATION_CREDENTIALS"]);

/** Clients that find it beside another key of the vendor sign in another way, or warn. */
const ALONE = new Set(["GOOGLE_API_KEY"]);
/** Nobody reads it alone, and beside the key it is one way of signing in too many. */
const NEVER = new Set(["ANTHROPIC_AUTH_TOKEN"]);

/** Each variable of a key that is not set, and a placeholder: some clients read only one of a vendor's. They never leave the machine. */
export function placeholderKeys(
  environment: Environment,
  own: readonly string[] = [],
): Readonly<Record<string, string>> {
  const isSet = (name: string): boolean => (environment[name] ?? "") !== "";
  const vendors = PROVIDERS.flatMap(({ keys }) =>
    keys.filter((name) => !NO_KEY.has(name) && !NEVER.has(name) && (!ALONE.has(name) || !keys.some(isSet))),
  );
  // A client that signs in by a token needs no key beside it.
  const token = isSet("ANTHROPIC_AUTH_TOKEN") ? ["ANTHROPIC_API_KEY"] : [];
  const names = [...vendors, ...own].filter((name) => !isSet(name) && !token.includes(name));
  return Object.fromEntries(names.map((name) => [name, SHAPES[name] ?? USUAL]));
}
