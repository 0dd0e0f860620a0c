/** A recorder in a process of its own that is killed while streams pass through it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { StubProvider } from "./stub-provider.ts";

interface KilledRecording {
  /** Prompts of the calls whose answers had been received whole. */
  readonly completed: readonly string[];
  /** Prompts of the calls that the file has as complete. */
  readonly kept: ReadonlySet<string>;
  readonly started: number;
  readonly damages: number;
}

export async function killedRecording(how: {
  readonly program: string;
  readonly file: string;
  readonly stub: StubProvider;
  readonly afterMs: number;
}): Promise<KilledRecording> {
  const child = spawn(process.execPath, [how.program, how.file, how.stub.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const base = line.toString().trim();
  const completed: string[] = [];
  let alive = true;
  const caller = async (lane: number): Promise<void> => {
    for (let i = 0; alive; i++) {
      const content = `lane ${lane} call ${i} [[slow 1]]`;
      const body = JSON.stringify({ model: "stub", stream: i % 3 !== 0, messages: [{ role: "user", content }] });
      const answer = await fetch(`${base}/v1/chat/completions`, { method: "POST", body });
      await answer.arrayBuffer();
      completed.push(content);
    }
  };
  const callers = [0, 1, 2, 3].map((lane) => caller(lane).catch(() => undefined));
  setTimeout(() => child.kill("SIGKILL"), how.afterMs);
  await once(child, "exit");
  alive = false;
  await Promise.all(callers);
  const opened = await openFile(how.file);
  await readAll(opened);
  const [run] = opened.runs;
  const kept = new Set<string>();
  for (let i = 0; run !== undefined && i < run.length; i++) {
    const json = run.body(i).request?.json as { messages?: readonly { content: string }[] } | undefined;
    if (run.row(i).status === "ok" && run.exchange(i).answer?.message !== undefined)
      kept.add(json?.messages?.[0]?.content ?? "");
  }
  opened.close();
  return { completed, kept, started: run?.length ?? 0, damages: run?.damages.length ?? 0 };
}
