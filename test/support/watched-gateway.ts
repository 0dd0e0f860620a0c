/** A gateway that forks or replays a run, with somebody who watches and a stub provider behind it. */
import { join } from "node:path";
import { ForkHandler } from "../../src/fork/fork-handler.ts";
import { forkMatcher } from "../../src/fork/fork-matcher.ts";
import type { ForkPlan } from "../../src/fork/plan/plan.ts";
import { OutgoingRequests } from "../../src/fork/rewrite/outgoing-requests.ts";
import { otherEdits } from "../../src/fork/rewrite/rewrite.ts";
import type { ExchangeHandler } from "../../src/gateway/exchange.ts";
import { Holds } from "../../src/gateway/hold/holds.ts";
import { LiveCalls } from "../../src/gateway/replaying/live-calls.ts";
import { ReplayHandler } from "../../src/gateway/replaying/replay-handler.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { matcherOf } from "../../src/replay/matching/matcher-by-name.ts";
import { recordingOf } from "../../src/replay/recording.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { ReplaySession } from "../../src/replay/replay-session.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";
import type { Run } from "../../src/run/run.ts";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import { openRun } from "./agent-run.ts";
import { gatewayBeforeStub } from "./gateway-before-stub.ts";
import { StubProvider } from "./stub-provider.ts";
import { tempFolder } from "./temp-folder.ts";

const MASKER = new Masker({ secrets: [] });
const RULES = replayRules({});

/** `plan`: a fork by it; without one a replay. */
export async function watchedAgain(run: Run, plan?: ForkPlan) {
  const stub = new StubProvider();
  const file = join(tempFolder(), "again.vcr");
  const recorder = new RunRecorder(
    file,
    { id: "r_again", parent: { kind: plan ? "fork" : "replay" } },
    { masker: MASKER },
  );
  const outgoing = new OutgoingRequests(plan?.rewrites ?? [], otherEdits(plan?.edits ?? []));
  outgoing.onEdits = (edits) => recorder.edits(edits);
  const breaks = new LiveBreakpoints(file);
  const holds = new Holds({ breaks, rewriter: outgoing });
  holds.setWatched(true);
  const matcher = plan === undefined ? matcherOf("identity") : forkMatcher(plan.limit);
  const session = new ReplaySession(recordingOf(run, RULES, "wire"), { matcher, rules: RULES });
  const shared = {
    session,
    recorder,
    holds,
    reader: new WireReader(RULES, { masker: MASKER }),
    secrets: new Secrets({}),
    run: "r_1",
  };
  const fork = plan && new ForkHandler({ ...shared, plan, outgoing, placeholders: new Map() });
  const live = new LiveCalls({ part: undefined, placeholders: {} });
  const handler: ExchangeHandler = fork ?? new ReplayHandler({ ...shared, live });
  const gateway = await gatewayBeforeStub(stub, { handler, holds, breaks });
  return {
    ...{ stub, holds, session, fork },
    url: (path: string) => `${gateway.url}/openai${path}`,
    finished: () => {
      recorder.exit({ code: 0 });
      recorder.close();
      return openRun(file);
    },
  };
}
