import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { PacedClock } from "./clock.ts";
import { ScriptedProvider } from "./provider.ts";
import { Recorder } from "./recorder.ts";
import type { Turn } from "./script.ts";

/** What an agent of a sample works with. */
export interface Scene {
  readonly clock: PacedClock;
  readonly fetch: typeof fetch;
  /** An empty folder of its own, with `files` in it. */
  readonly folder: string;
}

export interface Sample {
  /** File name without extension. */
  readonly name: string;
  readonly title: string;
  /** What README says: what it shows. */
  readonly shows: string;
  readonly script: readonly Turn[];
  readonly files?: Readonly<Record<string, string>>;
  /** Start of the run. */
  readonly at: string;
  run(scene: Scene): Promise<unknown>;
}

/** Plays a sample and records it into `path`. */
export async function record(sample: Sample, path: string): Promise<void> {
  const clock = new PacedClock(Date.parse(sample.at));
  const folder = await mkdtemp(join(tmpdir(), "vcr-sample-"));
  const provider = new ScriptedProvider(sample.script, clock);
  const header = {
    id: `r_${sample.name.replaceAll("-", "")}`,
    created: clock.now(),
    by: "sample-traces/agents",
    argv: ["npm", "run", "samples"],
    title: sample.title,
  };
  const writer = new TraceWriter(path, header, { force: true });
  try {
    for (const [name, text] of Object.entries(sample.files ?? {})) await writeFile(join(folder, name), text);
    const recorder = new Recorder({ writer, clock, upstream: await provider.listen() });
    const code = await sample.run({ clock, folder, fetch: recorder.fetch }).then(
      () => 0,
      () => 1,
    );
    writer.exit({ code }, clock.now());
  } finally {
    writer.close();
    await provider.close();
    await rm(folder, { recursive: true });
  }
}
