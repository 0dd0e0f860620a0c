/** A gateway that records what passes through it to a stub provider, all of it gone when the test has ended. */
import { join } from "node:path";
import { OutgoingRequests } from "../../src/fork/rewrite/outgoing-requests.ts";
import type { Gateway } from "../../src/gateway/gateway.ts";
import type { Guards } from "../../src/gateway/hold/guards.ts";
import type { HoldTimes } from "../../src/gateway/hold/hold.ts";
import { Holds } from "../../src/gateway/hold/holds.ts";
import { McpHolds } from "../../src/gateway/mcp/mcp-holds.ts";
import { EventEndpoint } from "../../src/gateway/recording/event-endpoint.ts";
import { RecordingHandler } from "../../src/gateway/recording/recording-handler.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker, type MaskRules } from "../../src/redact/masker.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import type { Run } from "../../src/run/run.ts";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import { openRun } from "./agent-run.ts";
import { gatewayBeforeStub } from "./gateway-before-stub.ts";
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
  const file = join(tempFolder(), "run.vcr");
  const masker = new Masker(options.rules ?? { secrets: [] });
  const recorder = new RunRecorder(file, { id: "r_test" }, { masker });
  const rewriter = new OutgoingRequests();
  const breaks = new LiveBreakpoints(file);
  const holds = new Holds({ breaks, rewriter, guards: options.guards, ...(options.times && { times: options.times }) });
  const reader = new WireReader(replayRules({}), { masker });
  const handler = new RecordingHandler(recorder, { holds, rewriting: { rewriter, reader } });
  const events = new EventEndpoint(recorder);
  const held = new McpHolds(holds, recorder);
  const gateway = await gatewayBeforeStub(stub, {
    ...{ handler, holds, breaks },
    own: async (name, request) => (name === "hold" ? held.answer(request) : events.answer(name, request.body)),
  });
  return {
    stub,
    recorder,
    gateway,
    handler,
    holds,
    file,
    route: (id) => `${gateway.url}/${id}`,
    finished: () => {
      recorder.exit({ code: 0 });
      recorder.close();
      return openRun(file);
    },
  };
}
