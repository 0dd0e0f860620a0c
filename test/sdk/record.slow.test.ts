/** Real SDKs, as they come, through `vcr record`. Their versions stand in the lock file beside this file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDERS } from "../../src/providers/provider-table.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { installLocked } from "../support/install-locked.ts";
import { CLI } from "../support/pty.ts";
import { run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { tlsProxy } from "../support/tls-proxy.ts";

const SDKS = [
  ...[
    "openai",
    "openai-next",
    "openai-old",
    "anthropic",
    "anthropic-old",
    "google-genai",
    "mistral",
    "cohere",
    "groq",
    "together",
  ],
  ...["ollama", "ai-openai", "ai-anthropic", "ai-google", "langchain-openai", "langchain-anthropic", "openai-agents"],
  "undici",
];
const HOSTS = PROVIDERS.flatMap(({ hosts }) => hosts);
const KEYS = Object.fromEntries(
  PROVIDERS.flatMap(({ keys }) => keys.map((key) => [key, `key-for-${key.toLowerCase()}`])),
);
const AI_GOOGLE = { GOOGLE_GENERATIVE_AI_API_KEY: "key-for-ai-google" };

beforeAll(() => installLocked(import.meta.dirname));

describe("recorded with nothing configured: every body is what the provider sent", () => {
  test.each(SDKS.map((name) => [name]))("%s", async (name) => {
    const folder = tempFolder();
    const stub = new StubProvider({ compress: ["gzip", "br"] });
    const url = await stub.listen();
    const proxy = await tlsProxy(folder, HOSTS, stub.listener);
    const agent = join(import.meta.dirname, "agents.mjs");
    const { GOOGLE_APPLICATION_CREDENTIALS: _, GOOGLE_API_KEY: _unused, ...keys } = KEYS;
    const env = { ...keys, ...AI_GOOGLE, STUB: url, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: proxy.certificate };
    const ran = await run([CLI, "record", "-o", "run.vcr", "--", process.execPath, agent, name], {
      cwd: folder,
      env,
      timeout: 120_000,
    });
    proxy.close();
    await stub.close();
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stderr).not.toContain("went past the recording");
    expect(existsSync(join(folder, "run.vcr"))).toBe(true);
    const file = await openFile(join(folder, "run.vcr"));
    await readAll(file);
    const [recorded] = file.runs;
    const bodies: Buffer[] = [];
    const asked: string[] = [];
    for (let i = 0; recorded !== undefined && i < recorded.length; i++) {
      if (recorded.row(i).derived) continue;
      const { text, bytes } = recorded.body(i).response ?? {};
      bodies.push(Buffer.from(text ?? bytes ?? ""));
      asked.push(recorded.body(i).request?.text ?? "");
    }
    file.close();
    expect(bodies.length).toBe(stub.exchanges.length);
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.map((body, i) => body.equals(stub.exchanges[i]?.sent ?? Buffer.from("?")))).toEqual(
      bodies.map(() => true),
    );
    expect(asked).toEqual(stub.exchanges.map(({ body }) => body.toString("utf8")));
  });
});
