import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledChild } from "./bundled-child.ts";
import { EngineServer } from "./engine-client.ts";
import { LongConversation, smallRequest } from "./engine-requests.ts";
import type { Report, Row } from "./report.ts";
import { Samples } from "./samples.ts";

const MEGABYTE = 1 << 20;
const EVENTS = 5000;
/** What a call goes through on its way to the stub; the last is ours. */
const WAYS = ["direct", "raw proxy", "gateway"] as const;
type Way = (typeof WAYS)[number];

/** The gateway beside no proxy and the least proxy, identity, the recorder, replay. Client, gateway and stub are processes of their own. */
export async function engineRows(root: string, rounds: number): Promise<Report> {
  const table = new Table();
  const folder = mkdtempSync(join(tmpdir(), "vcr-bench-engine-"));
  const [server, work, held] = await Promise.all(
    ["engine-server", "engine-work", "held-work"].map((name) => bundledChild(root, `test/bench/${name}.ts`)),
  );
  try {
    const recorded = join(folder, "run.vcr");
    await throughGateway(table, { server: server ?? "", recorded, rounds });
    await fromRecording(table, { server: server ?? "", folder, rounds });
    inProcess(table, work ?? "", rounds);
    for (const ms of run(held ?? "", [String(rounds * 10)]).held ?? [])
      table.add("held call: continue to bytes at the agent", ms, { target: "<= 5" });
  } finally {
    for (const path of [folder, server, work, held]) if (path) rmSync(path, { recursive: true });
  }
  return table.report;
}

class Table {
  readonly #rows = new Map<string, Row>();

  add(job: string, value: number, more: Partial<Row> = {}): void {
    const row = this.#rows.get(job) ?? { job, unit: "ms", samples: new Samples(), ...more };
    this.#rows.set(job, row);
    row.samples.add(value);
  }

  /** The three ways of one call, and what ours adds to the direct one. */
  addWays(job: string, values: Readonly<Record<Way, number>>, target: string): void {
    this.add(`${job}, gateway adds`, values.gateway - values.direct, { target });
    for (const way of [...WAYS].reverse()) {
      this.add(`${job}, ${way}`, values[way], way === "direct" ? {} : { yardstick: `${job}, direct` });
    }
  }

  get report(): Report {
    return { rows: [...this.#rows.values()], skipped: [] };
  }
}

interface Servers {
  readonly server: string;
  readonly rounds: number;
}

async function throughGateway(table: Table, how: Servers & { readonly recorded: string }): Promise<void> {
  const { server, recorded, rounds } = how;
  const stub = await EngineServer.start(server, ["stub"]);
  const proxy = await EngineServer.start(server, ["proxy", stub.url]);
  const gateway = await EngineServer.start(server, ["record", stub.url, recorded]);
  const ways: Readonly<Record<Way, EngineServer>> = { direct: stub, "raw proxy": proxy, gateway };
  const each = async (measure: (to: EngineServer) => Promise<number>): Promise<Record<Way, number>> => {
    const values = { direct: 0, "raw proxy": 0, gateway: 0 };
    for (const way of WAYS) values[way] = await measure(ways[way]);
    return values;
  };
  for (let n = 0; n < rounds * 30; n++) {
    const values = await each((to) => to.call(smallRequest(n)));
    if (n >= rounds * 3) table.addWays("call of 2 KB", values, "<= 0.5");
  }
  for (let n = 0; n < rounds; n++) {
    const conversation = new LongConversation(MEGABYTE, n);
    const first = Buffer.from(conversation.next());
    const values = await each((to) => to.call(first));
    const next = Buffer.from(conversation.next());
    const again = await each((to) => to.call(next));
    if (n === 0) continue;
    table.addWays("1 MB first seen", values, "<= 30");
    table.addWays("1 MB and one message more", again, "<= 5");
  }
  for (let n = 0; n < rounds; n++) await busy(table, ways, n);
  for (let n = 0; n < rounds; n++) {
    const medians = await each(async (to) => median(await to.lags(smallRequest(n), 40)));
    table.addWays("stream frame lag", medians, "<= 0.3");
  }
  for (const each of [gateway, proxy, stub]) await each.stop();
}

/** Sixteen clients at once. */
async function busy(table: Table, ways: Readonly<Record<Way, EngineServer>>, round: number): Promise<void> {
  const CALLS = 480;
  for (const way of WAYS) {
    let next = 0;
    const start = performance.now();
    const client = async (): Promise<void> => {
      for (let n = next++; n < CALLS; n = next++) await ways[way].call(smallRequest(round * CALLS + n));
    };
    await Promise.all(Array.from({ length: 16 }, client));
    const speed = (CALLS * 1000) / (performance.now() - start);
    const yardstick = way === "direct" ? {} : { yardstick: "16 clients at once, direct" };
    table.add(`16 clients at once, ${way}`, speed, { unit: "calls/s", ...yardstick });
  }
}

/** Recorded through the gateway, then answered by one that replays strictly. */
async function fromRecording(table: Table, how: Servers & { readonly folder: string }): Promise<void> {
  const { server, folder, rounds } = how;
  const path = join(folder, "replay.vcr");
  const stub = await EngineServer.start(server, ["stub"]);
  const gateway = await EngineServer.start(server, ["record", stub.url, path]);
  const calls = rounds * 40;
  for (let n = 0; n < calls; n++) await gateway.call(smallRequest(n));
  await gateway.stop();
  const replay = await EngineServer.start(server, ["replay", path]);
  const saving = await EngineServer.start(server, ["replay", path, join(folder, "saved.vcr")]);
  for (let n = 0; n < calls; n++) {
    const direct = await stub.call(smallRequest(n));
    const served = await replay.call(smallRequest(n));
    const saved = await saving.call(smallRequest(n));
    if (n < rounds * 4) continue;
    table.add("replay over loopback, a call", served, { target: "<= 0.5", yardstick: "call of 2 KB, stub" });
    table.add("replay over loopback that is saved, a call", saved, { yardstick: "call of 2 KB, stub" });
    table.add("call of 2 KB, stub", direct);
  }
  for (const each of [replay, saving, stub]) await each.stop();
}

function inProcess(table: Table, work: string, rounds: number): void {
  for (let n = 0; n < Math.min(rounds, 5); n++) {
    const name = `strict replay of ${EVENTS.toLocaleString("en")} events in the process`;
    for (const ms of run(work, ["replay", String(EVENTS)])["load and replay"] ?? [])
      table.add(name, ms, { target: "<= 250" });
  }
  const identity = run(work, ["identity"]);
  for (const ms of identity["2 KB"] ?? []) table.add("identity, 2 KB", ms, { target: "<= 0.15" });
  for (const ms of identity["1 MB"] ?? []) table.add("identity, 1 MB", ms, { target: "<= 10" });
  const { event = [], call = [], writeSync = [] } = run(work, ["recorder"]);
  const yardstick = "writeSync of 30 KB";
  for (const ms of event) table.add("recorder, a new event of 30 KB", ms, { target: "<= 0.05", yardstick });
  for (const ms of call) table.add("recorder, a call of a conversation of 30 KB", ms, { yardstick });
  for (const ms of writeSync) table.add(yardstick, ms);
}

function run(script: string, args: readonly string[]): Readonly<Record<string, readonly number[]>> {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const output = execFileSync(process.execPath, [script, ...args], { encoding: "utf8", env });
  return JSON.parse(output) as Record<string, number[]>;
}

function median(values: readonly number[]): number {
  const samples = new Samples();
  for (const value of values) samples.add(value);
  return samples.median;
}
