/** A gateway that records what passes through it to a stub provider, all of it gone when the test has ended. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { OutgoingRequests } from "../../src/fork/outgoing-requests.ts";
import { Gateway } from "../../src/gateway/gateway.ts";
import type { Guards } from "../../src/gateway/guards.ts";
import type { HoldTimes } from "../../src/gateway/hold.ts";
import { Holds } from "../../src/gateway/holds.ts";
import { RecordingHandler } from "../../src/gateway/recording-handler.ts";
import { upstreamOf } from "../../src/gateway/routes.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker, type MaskRules } from "../../src/redact/masker.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { WireReader } from "../../src/replay/wire-call.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import { type StubOptions, StubProvider } from "./stub-provider.ts";
import { tempFolder } from "./temp-folder.ts";

export interface RecordingGateway {
  readonly stub: StubProvider;
  readonly recorder: RunRecorder;
  readonly gateway: Gateway;
  readonly handler: RecordingHandler;
  readonly file: string;
  /** Calls stand still at its breakpoints. */
  readonly holds: Holds;
  /** "http://127.0.0.1:PORT/TOKEN/openai" */
  route(id: string): string;
  /** Ends the recording and opens it. */
  finished(): Promise<Run>;
}

export async function recordingGateway(
  options: StubOptions & {
    readonly rules?: MaskRules;
    readonly times?: Partial<HoldTimes>;
    readonly guards?: Guards;
  } = {},
): Promise<RecordingGateway> {
  const stub = new StubProvider(options);
  const upstream = upstreamOf(await stub.listen());
  if (upstream === undefined) throw new Error("the stub has no address");
  const file = join(tempFolder(), "run.vcr");
  const masker = new Masker(options.rules ?? { secrets: [] });
  const recorder = new RunRecorder(file, { id: "r_test" }, { masker });
  const rewriter = new OutgoingRequests();
  const breaks = new LiveBreakpoints(file);
  const holds = new Holds({ breaks, rewriter, guards: options.guards, ...(options.times && { times: options.times }) });
  const ids = ["openai", "anthropic", "gemini", "cohere", "ollama"];
  const routes = ids.map((id) => ({ id, upstreams: [upstream], hosts: [] }));
  const reader = new WireReader(replayRules({}), { masker });
  const handler = new RecordingHandler(recorder, { holds, rewriting: { rewriter, reader } });
  const gateway = new Gateway({ routes, handler, environment: {} });
  await gateway.listen();
  onTestFinished(async () => {
    holds.close();
    breaks.close();
    await gateway.close();
    await stub.close();
  });
  return {
    stub,
    recorder,
    gateway,
    handler,
    holds,
    file,
    route: (id) => `${gateway.url}/${id}`,
    finished: async () => {
      recorder.exit({ code: 0 });
      recorder.close();
      const opened = await openFile(file);
      await readAll(opened);
      onTestFinished(() => opened.close());
      const [run] = opened.runs;
      if (run === undefined) throw new Error("no run");
      return run;
    },
  };
}
