/** A vendor known by its hosts, and what its clients read from the environment. */
export interface Provider {
  readonly id: string;
  readonly title: string;
  /** Host names in lower case; one `*` stands for one character or more, dots included. */
  readonly hosts: readonly string[];
  /** A port that tells the vendor on a loopback host. */
  readonly port?: string;
  /** Environment variable that holds the key, the usual one first. */
  readonly keys: readonly string[];
  /** Environment variables by which its clients take another base URL. */
  readonly baseUrls: readonly string[];
}

export const PROVIDERS: readonly Provider[] = [
  row(
    "openai",
    "OpenAI",
    ["api.openai.com", "*.api.openai.com", "chatgpt.com"],
    ["OPENAI_API_KEY"],
    ["OPENAI_BASE_URL", "OPENAI_API_BASE"],
  ),
  row(
    "azure",
    "Azure OpenAI",
    ["*.openai.azure.com", "*.cognitiveservices.azure.com", "*.services.ai.azure.com", "*.models.ai.azure.com"],
    ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"],
    ["AZURE_OPENAI_ENDPOINT"],
  ),
  row(
    "anthropic",
    "Anthropic",
    ["api.anthropic.com"],
    ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL", "ANTHROPIC_API_BASE"],
  ),
  row(
    "gemini",
    "Gemini API",
    ["generativelanguage.googleapis.com"],
    ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    ["GOOGLE_GEMINI_BASE_URL", "GEMINI_API_BASE"],
  ),
  row(
    "vertex",
    "Vertex AI",
    ["aiplatform.googleapis.com", "*-aiplatform.googleapis.com", "aiplatform.*.rep.googleapis.com"],
    ["GOOGLE_APPLICATION_CREDENTIALS"],
    ["GOOGLE_VERTEX_BASE_URL", "ANTHROPIC_VERTEX_BASE_URL"],
  ),
  row("mistral", "Mistral", ["api.mistral.ai", "codestral.mistral.ai"], ["MISTRAL_API_KEY"], []),
  row("cohere", "Cohere", ["api.cohere.com", "api.cohere.ai"], ["CO_API_KEY", "COHERE_API_KEY"], ["CO_API_URL"]),
  row("groq", "Groq", ["api.groq.com"], ["GROQ_API_KEY"], ["GROQ_BASE_URL"]),
  row("together", "Together", ["api.together.xyz", "api.together.ai"], ["TOGETHER_API_KEY"], ["TOGETHER_BASE_URL"]),
  row("fireworks", "Fireworks", ["api.fireworks.ai"], ["FIREWORKS_API_KEY"], []),
  row("xai", "xAI", ["api.x.ai", "*.api.x.ai"], ["XAI_API_KEY"], []),
  row("deepseek", "DeepSeek", ["api.deepseek.com"], ["DEEPSEEK_API_KEY"], []),
  row("openrouter", "OpenRouter", ["openrouter.ai"], ["OPENROUTER_API_KEY"], []),
  row(
    "nebius",
    "Nebius",
    ["api.studio.nebius.ai", "api.studio.nebius.com", "api.tokenfactory.nebius.com"],
    ["NEBIUS_API_KEY"],
    [],
  ),
  row("perplexity", "Perplexity", ["api.perplexity.ai"], ["PERPLEXITY_API_KEY"], []),
  { ...row("ollama", "Ollama", ["ollama.com"], ["OLLAMA_API_KEY"], ["OLLAMA_HOST"]), port: "11434" },
];

function row(
  id: string,
  title: string,
  hosts: readonly string[],
  keys: readonly string[],
  baseUrls: readonly string[],
): Provider {
  return { id, title, hosts, keys, baseUrls };
}
