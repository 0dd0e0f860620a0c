/** Python's client libraries through the hook, in an environment of their own. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDERS } from "../../src/providers/provider-table.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { CLI } from "../support/pty.ts";
import { type Ran, run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { tlsProxy } from "../support/tls-proxy.ts";

const HOSTS = PROVIDERS.flatMap(({ hosts }) => hosts);
const AGENT = join(import.meta.dirname, "agents.py");
const VENV = join(import.meta.dirname, "../../node_modules/.python-clients");
const PYTHON = join(VENV, "bin/python");

/** From requirements.txt; where there is no index to install from, tests of what is missing say so. */
beforeAll(() => {
  if (existsSync(PYTHON)) return;
  spawnSync("python3", ["-m", "venv", VENV], { stdio: "inherit" });
  const requirements = join(import.meta.dirname, "requirements.txt");
  spawnSync(PYTHON, ["-m", "pip", "install", "--quiet", "-r", requirements], { stdio: "inherit" });
});

function has(module: string): boolean {
  return spawnSync(PYTHON, ["-c", `import ${module}`]).status === 0;
}

async function recorded(name: string): Promise<{ ran: Ran; stub: StubProvider; folder: string }> {
  const folder = tempFolder();
  const stub = new StubProvider({ compress: ["gzip"] });
  await stub.listen();
  const proxy = await tlsProxy(folder, HOSTS, stub.listener);
  const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: proxy.certificate };
  const ran = await run([CLI, "record", "-o", "run.vcr", "--", PYTHON, AGENT, name], { cwd: folder, env });
  proxy.close();
  await stub.close();
  return { ran, stub, folder };
}

describe("recorded with nothing configured", () => {
  test.each([["httpx"], ["requests"], ["urllib3"], ["aiohttp"], ["urllib"]])("%s", async (name) => {
    if (name !== "urllib" && !has(name)) return console.log(`${name} cannot be installed here: not tested`);
    const { ran, stub, folder } = await recorded(name);
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    const file = await openFile(join(folder, "run.vcr"));
    await readAll(file);
    const [run] = file.runs;
    const bodies = stub.exchanges.map((_, i) => run?.body(i).response?.text);
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies).toEqual(stub.exchanges.map(({ sent }) => sent.toString("utf8")));
    file.close();
  });
});

test("a client that the hook does not know is reported", async () => {
  const { ran } = await recorded("raw");
  expect(ran.stderr).toContain("1 connection to api.openai.com went past the recording");
});
