import { expect, test } from "vitest";
import { isAskedHere } from "../../src/gateway/asked-here.ts";
import { reachOf } from "../../src/gateway/reach/reach.ts";

const OPENAI = "https://api.openai.com/v1/chat/completions";
const STUB = "http://127.0.0.1:4000/v1/chat/completions";
const OLLAMA = "http://localhost:11434/api/chat";

test.each<[string, string | undefined, string, NodeJS.ProcessEnv, boolean]>([
  ["a vendor", "openai", OPENAI, {}, false],
  [
    "a vendor whose base URL is one of this machine",
    "openai",
    OPENAI,
    { OPENAI_BASE_URL: "http://127.0.0.1:4000/v1" },
    true,
  ],
  ["a vendor whose base URL was one of this machine", "openai", STUB, {}, false],
  [
    "a vendor whose base URL is a gateway elsewhere",
    "openai",
    STUB,
    { OPENAI_BASE_URL: "https://llm.example.com/v1" },
    false,
  ],
  ["Ollama on its port", "ollama", OLLAMA, {}, true],
  ["Ollama's own service", "ollama", "https://ollama.com/api/chat", {}, false],
  ["a server that nobody knows, on this machine", "openai-compatible", STUB, {}, true],
  [
    "a server that nobody knows, elsewhere",
    "openai-compatible",
    "https://llm.example.com/v1/chat/completions",
    {},
    false,
  ],
])("%s", (_, provider, url, environment, here) => {
  expect(isAskedHere({ provider, url }, reachOf(environment))).toBe(here);
});
