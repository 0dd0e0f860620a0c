import { describe, expect, test } from "vitest";
import { type Asked, targetOf } from "../../src/fork/continuation/continuation-target.ts";
import { reachOf } from "../../src/gateway/reach/reach.ts";

type Environment = Readonly<Record<string, string>>;

const KEYS: Environment = {
  OPENAI_API_KEY: "ko",
  ANTHROPIC_API_KEY: "ka",
  GEMINI_API_KEY: "kg",
  AZURE_OPENAI_API_KEY: "kz",
  GROQ_API_KEY: "kq",
};

function target(asked: Partial<Asked>, environment: Environment = {}) {
  const all = { ...KEYS, ...environment };
  return targetOf({ what: "step 4", provider: undefined, url: undefined, path: "/", ...asked }, reachOf(all), all);
}

const CHAT = "/v1/chat/completions";

describe("where a call goes", () => {
  test("to the host it was recorded from, where that is the vendor's", () => {
    const openai = { provider: "openai", url: `https://api.openai.com${CHAT}`, path: CHAT };
    expect(target(openai).path).toBe(`/openai${CHAT}`);
    const regional = { ...openai, url: `https://eu.api.openai.com${CHAT}` };
    expect(target(regional).path).toBe(`/openai/@eu.api.openai.com${CHAT}`);
    expect(target({ provider: "groq", path: `/openai${CHAT}` }).path).toBe(`/groq/openai${CHAT}`);
  });

  test("to the base URL of the environment, as the vendor's client puts it together", () => {
    const openai = { provider: "openai", url: `https://api.openai.com${CHAT}`, path: CHAT };
    const to = (url: string): string => target(openai, { OPENAI_BASE_URL: url }).path;
    expect(to("http://proxy.example/team/v1")).toBe("/openai/team/v1/chat/completions");
    expect(to("http://127.0.0.1:1234")).toBe("/openai/chat/completions");
    const anthropic = { provider: "anthropic", path: "/v1/messages?beta=true" };
    expect(target(anthropic, { ANTHROPIC_BASE_URL: "http://proxy.example/a" }).path).toBe(
      "/anthropic/a/v1/messages?beta=true",
    );
    const azure = { provider: "azure", path: "/openai/deployments/d/chat/completions?api-version=1" };
    expect(target(azure, { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com" }).path).toBe(
      "/azure/openai/deployments/d/chat/completions?api-version=1",
    );
  });

  test("to a server on this machine that nobody configured, without a key", () => {
    const local = { provider: undefined, url: `http://127.0.0.1:8000${CHAT}`, path: CHAT };
    expect(target(local)).toEqual({ path: `/local/@127.0.0.1:8000${CHAT}`, headers: [] });
    const ollama = { provider: "ollama", url: `http://localhost:11434${CHAT}`, path: CHAT };
    expect(target(ollama)).toEqual({ path: `/local/@localhost:11434${CHAT}`, headers: [] });
  });

  test("nowhere else: a recording may name any server", () => {
    const refused = (asked: Partial<Asked>) => () => target({ path: CHAT, ...asked });
    expect(refused({ provider: "openai", url: `https://evil.example${CHAT}` })).toThrow(
      /step 4 was asked of https:\/\/evil.example/,
    );
    expect(refused({ provider: "openai", url: `http://127.0.0.1:9${CHAT}` })).toThrow(/nothing here says/);
    expect(refused({ provider: "openai-compatible", url: `https://evil.example${CHAT}` })).toThrow(/nothing here says/);
    expect(refused({ provider: "openai", url: `https://api.openai.com.evil.example${CHAT}` })).toThrow(
      /nothing here says/,
    );
  });
});

describe("the key", () => {
  const headers = (provider: string, environment?: Environment) =>
    target({ provider, path: CHAT }, environment).headers;

  test("in each vendor's own header", () => {
    expect(headers("openai")).toEqual(["authorization", "Bearer ko"]);
    expect(headers("anthropic")).toEqual(["x-api-key", "ka"]);
    expect(headers("gemini")).toEqual(["x-goog-api-key", "kg"]);
    expect(headers("azure", { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com" })).toEqual(["api-key", "kz"]);
    const token = { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "t" };
    expect(headers("anthropic", token)).toEqual(["authorization", "Bearer t"]);
  });

  test("is named where it is not set", () => {
    expect(() => headers("mistral")).toThrow("MISTRAL_API_KEY is not set: step 4 is asked of Mistral with it");
    expect(() => headers("vertex")).toThrow("whose tokens vcr does not make");
  });

  test("does not stay in the path", () => {
    const path = "/v1beta/models/g:streamGenerateContent?alt=sse&key=<GEMINI_API_KEY>";
    expect(target({ provider: "gemini", path }).path).toBe("/gemini/v1beta/models/g:streamGenerateContent?alt=sse");
  });
});
