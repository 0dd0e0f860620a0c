/** A gateway that records what passes through it to a stub provider, all of it gone when the test has ended. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Gateway } from "../../src/gateway/gateway.ts";
import { RecordingHandler } from "../../src/gateway/recording-handler.ts";
import { upstreamOf } from "../../src/gateway/routes.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker, type MaskRules } from "../../src/redact/masker.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { type StubOptions, StubProvider } from "./stub-provider.ts";
import { tempFolder } from "./temp-folder.ts";

export interface RecordingGateway {
  readonly stub: StubProvider;
  readonly recorder: RunRecorder;
  readonly gateway: Gateway;
  readonly file: string;
  /** "http://127.0.0.1:PORT/TOKEN/openai" */
  route(id: string): string;
  /** Ends the recording and opens it. */
  finished(): Promise<Run>;
}

export async function recordingGateway(
  options: StubOptions & { readonly rules?: MaskRules } = {},
): Promise<RecordingGateway> {
  const stub = new StubProvider(options);
  const upstream = upstreamOf(await stub.listen());
  if (upstream === undefined) throw new Error("the stub has no address");
  const file = join(tempFolder(), "run.vcr");
  const recorder = new RunRecorder(file, { id: "r_test" }, { masker: new Masker(options.rules ?? { secrets: [] }) });
  const ids = ["openai", "anthropic", "gemini", "cohere", "ollama"];
  const routes = ids.map((id) => ({ id, upstreams: [upstream], hosts: [] }));
  const gateway = new Gateway({ routes, handler: new RecordingHandler(recorder), environment: {} });
  await gateway.listen();
  onTestFinished(async () => {
    await gateway.close();
    await stub.close();
  });
  return {
    stub,
    recorder,
    gateway,
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
