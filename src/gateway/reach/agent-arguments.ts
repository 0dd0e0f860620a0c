/**
 * Codex reads no base URL from the environment: it is told by its own option, as a provider that speaks no WebSocket.
 * Source: the options `-c model_provider` and `model_providers.<name>` of its configuration.
 */
export function agentArguments(
  argv: readonly string[],
  how: { readonly url: string; readonly environment: Readonly<Record<string, string | undefined>> },
): readonly string[] {
  const at = argv.findIndex((word, i) => i < 3 && isCodex(word));
  const before = argv.slice(0, at);
  if (
    at < 0 ||
    !before.every((word) => /(?:^|[\\/])(?:npx|node|bunx|pnpm|yarn|dlx|exec)(?:\.cmd|\.exe)?$|^-/.test(word))
  )
    return argv;
  const withKey = Boolean(how.environment.OPENAI_API_KEY);
  const base = withKey ? `${how.url}/openai/v1` : `${how.url}/openai/@chatgpt.com/backend-api/codex`;
  const login = withKey ? 'env_key="OPENAI_API_KEY"' : "requires_openai_auth=true";
  const provider = `model_providers.vcr={name="vcr",base_url="${base}",${login},wire_api="responses"}`;
  return [...argv.slice(0, at + 1), "-c", 'model_provider="vcr"', "-c", provider, ...argv.slice(at + 1)];
}

function isCodex(word: string): boolean {
  return /(?:^|[\\/])codex(?:\.cmd|\.exe|\.js)?$|^@openai\/codex(?:@.*)?$/.test(word);
}
