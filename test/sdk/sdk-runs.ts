/** The programs of `agents.mjs` on their ways through vcr. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROVIDERS } from "../../src/providers/provider-table.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { CLI } from "../support/installed-cli.ts";
import { type Ran, run } from "../support/record-cli.ts";
import { type StubExchange, StubProvider } from "../support/stub-provider.ts";
import { tlsProxy } from "../support/tls-proxy.ts";

const HOSTS = PROVIDERS.flatMap(({ hosts }) => hosts);

/** A key for every provider. */
export function keys(): NodeJS.ProcessEnv {
  const all = PROVIDERS.flatMap((each) => each.keys).map((name) => [name, `key-for-${name.toLowerCase()}`]);
  const { GOOGLE_APPLICATION_CREDENTIALS: _, GOOGLE_API_KEY: _unused, ...rest } = Object.fromEntries(all);
  return { ...rest, GOOGLE_GENERATIVE_AI_API_KEY: "key-for-ai-google" };
}

export interface RecordedProgram {
  readonly ran: Ran;
  /** Holds `run.vcr`. */
  readonly folder: string;
  /** What the stub was asked; it has ended. */
  readonly exchanges: readonly StubExchange[];
  /** Where the stub was. */
  readonly url: string;
}

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Recorded as it comes: real hosts, nothing configured; a proxy leads them to a stub. */
export async function recordProgram(argv: readonly string[]): Promise<RecordedProgram> {
  const folder = mkdtempSync(join(tmpdir(), "vcr-sdk-"));
  folders.push(folder);
  const stub = new StubProvider({ compress: ["gzip", "br"] });
  const url = await stub.listen();
  const proxy = await tlsProxy(folder, HOSTS, stub.listener);
  const env = { ...keys(), STUB: url, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: proxy.certificate };
  const ran = await run([CLI, "record", "-o", "run.vcr", "--", ...argv], { cwd: folder, env, timeout: 120_000 });
  proxy.close();
  await stub.close();
  return { ran, folder, exchanges: stub.exchanges, url };
}

/** Another command of vcr on the same program, without a network. */
export function again(
  { folder, url }: RecordedProgram,
  vcr: readonly string[],
  how: { readonly argv: readonly string[]; readonly env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  const env = { STUB: url, ...how.env };
  return run([CLI, ...vcr, "--", ...how.argv], { cwd: folder, env, timeout: 120_000 });
}

export async function withRun<T>(path: string, use: (run: Run) => T): Promise<T> {
  const file = await openFile(path);
  try {
    await readAll(file);
    const [only] = file.runs;
    if (only === undefined) throw new Error(`${path} holds no run`);
    return use(only);
  } finally {
    file.close();
  }
}
