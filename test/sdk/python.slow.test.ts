/** Python's client libraries through the hook, as far as they are installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
/** Debian's own interpreter first: its client libraries come as packages (python3-httpx, python3-requests, ...). */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

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
    if (name !== "urllib" && !has(name)) return console.log(`python3-${name} is not installed: not tested`);
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
