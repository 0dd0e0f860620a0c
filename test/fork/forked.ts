import { join } from "node:path";
import { ForkHandler } from "../../src/fork/fork-handler.ts";
import { forkMatcher } from "../../src/fork/fork-matcher.ts";
import { editOfArgument } from "../../src/fork/plan/edit-spec.ts";
import { parameterOfArgument } from "../../src/fork/plan/parameters.ts";
import { type ForkPlan, forkPlan } from "../../src/fork/plan/plan.ts";
import type { Decision } from "../../src/gateway/exchange.ts";
import { isArray, type Json, parse } from "../../src/json/json.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { answerWithCallIds, withCallIds } from "../../src/providers/call-ids.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { newResults } from "../../src/providers/tool-results.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { recordingOf } from "../../src/replay/recording.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { ReplaySession } from "../../src/replay/replay-session.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";
import type { Run } from "../../src/run/run.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { openEvents } from "../support/agent-run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A call as it was recorded: what was asked of a path, and what was answered. */
export interface GivenCall {
  readonly path: string;
  readonly op: string;
  readonly request: Json;
  readonly response: Json;
}

export function openCalls(calls: readonly GivenCall[], repeated: readonly string[]): Promise<Run> {
  const seen = new Set<string>();
  return openEvents(
    calls.map((call, n): EventRecord => {
      const { path, op, request, response } = call;
      return {
        kind: "llm",
        name: "model",
        provider: op.split("/")[0] ?? "",
        op,
        at: 1e12 + n * 1000,
        durationMs: 500,
        status: "ok",
        ...toolsOf(call, seen),
        request: { method: "POST", path, body: JSON.stringify(request), repeated },
        response: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(response) },
      };
    }),
  );
}

/** What a recorder tells of the tools of a call. */
function toolsOf({ op, request, response }: GivenCall, seen: Set<string>): Pick<EventRecord, "calls" | "results"> {
  const dialect = dialectById(op);
  const list = dialect && getPointer(request, dialect.conversation);
  if (dialect === undefined || !isArray(list)) return {};
  const messages = withCallIds(list.map((element) => dialect.message(element)));
  const { calls } = answerWithCallIds(messages, dialect.answer(response));
  return {
    calls: calls.map(({ id, name }) => ({ id, name })),
    results: newResults(messages, seen).map(({ id }) => ({ id })),
  };
}

export function planOf(
  run: Run,
  how: { at?: string; edits?: readonly string[]; model?: string; params?: readonly string[]; once?: boolean },
): ForkPlan {
  const { at, edits = [], model, params = [], once = false } = how;
  const recording = recordingOf(run, replayRules({}), "wire");
  const secrets = new Secrets({});
  const wanted = { at, edits: edits.map(editOfArgument), model, params: params.map(parameterOfArgument), once };
  return forkPlan(run, recording, { ...wanted, secrets });
}

/** The gateway's side of a fork, without a network: what becomes of each request. */
export class Forked {
  readonly handler: ForkHandler;

  constructor(run: Run, plan: ForkPlan, placeholders: ReadonlyMap<string, string> = new Map()) {
    const rules = replayRules({});
    const masker = new Masker({ secrets: [] });
    this.handler = new ForkHandler({
      plan,
      session: new ReplaySession(recordingOf(run, rules, "wire"), { matcher: forkMatcher(plan.limit), rules }),
      reader: new WireReader(rules, { masker }),
      secrets: new Secrets({}),
      recorder: new RunRecorder(join(tempFolder(), "fork.vcr"), { id: "f" }, { masker }),
      run: "r",
      placeholders,
    });
  }

  async ask(path: string, body: Json | Buffer, headers: readonly string[] = []): Promise<Asked> {
    const text = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const decision = await this.handler.request({
      method: "POST",
      path,
      route: "openai",
      upstream: { protocol: "https:", hostname: "api.openai.com", port: 443 },
      headers: ["content-type", "application/json", ...headers],
      body: text,
      gone: new AbortController().signal,
    });
    return new Asked(decision, text);
  }
}

export class Asked {
  readonly decision: Decision;
  readonly #asked: Buffer;

  constructor(decision: Decision, asked: Buffer) {
    this.decision = decision;
    this.#asked = asked;
  }

  /** What the agent gets at once; undefined for what goes out. */
  get answer(): Json | undefined {
    const body = this.decision.do === "answer" ? this.decision.answer.body : undefined;
    return body instanceof Uint8Array ? parse(Buffer.from(body).toString()) : undefined;
  }

  /** What goes out. */
  get sent(): Json | undefined {
    if (this.decision.do !== "forward") return undefined;
    return parse((this.decision.instead?.body ?? this.#asked).toString());
  }

  /** The provider answers. */
  answered(body: Json): void {
    if (this.decision.do !== "forward") throw new Error("it did not go out");
    const { observer } = this.decision;
    observer?.head(200, ["content-type", "application/json"]);
    observer?.data(Buffer.from(JSON.stringify(body)));
    observer?.end({ how: "complete" });
  }
}
