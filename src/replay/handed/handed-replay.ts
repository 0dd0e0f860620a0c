import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, readFileSync } from "node:fs";
import { env } from "node:process";
import { isScrub } from "../../identity/scrub.ts";
import { defined } from "../../providers/defined.ts";
import { callStatus } from "../../record/answer/call-status.ts";
import { maskedEvent } from "../../record/masked/masked-event.ts";
import { recordedElsewhere } from "../../record/remote/remote-recorder.ts";
import { RemoteTap } from "../../record/remote/remote-tap.ts";
import { Session, type SessionHandler, type WrappedCall } from "../../record/session.ts";
import { toldJson } from "../../record/told/told-json.ts";
import { callRecord } from "../../record/wrapped/value-record.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import type { EventRecord } from "../../trace/write/record.ts";
import { toolMissText } from "../answers/miss-answer.ts";
import { storedCallFields } from "../calls/stored-call-fields.ts";
import { matcherOf } from "../matching/matcher-by-name.ts";
import { replayRules } from "../replay-rules.ts";
import { type ReplayCall, ReplaySession, type Served } from "../replay-session.ts";
import { ReplayedCalls } from "../replayed-calls.ts";
import type { Miss } from "../report/miss.ts";
import { Secrets } from "../restore-secrets.ts";
import { missFields, servedFields } from "../saved-fields.ts";
import { boundaryOf } from "./handed-boundary.ts";
import { type Handed, handedOf } from "./handed-recording.ts";

/** Variables by which `vcr replay` hands recorded calls to the programs it starts, and the file in which these say what they served. */
export const HANDED = "VCR_SERVED";
export const HANDED_LOG = "VCR_SERVED_LOG";

/** For programs that `vcr replay` has started; undefined elsewhere. */
export function handedReplay(): SessionHandler | undefined {
  const [path, log, url] = [env[HANDED], env[HANDED_LOG], env.VCR_URL];
  if (!path || !log || !url) return undefined;
  let made: SessionHandler | undefined;
  const handler = (): SessionHandler => (made ??= handlerOf(path, { log, url }));
  return {
    tell: (event) => handler().tell(event),
    call: (call) => handler().call(call),
  };
}

function handlerOf(path: string, to: { readonly log: string; readonly url: string }): SessionHandler {
  const handed = handedOf(readFileSync(path, "utf8"));
  if (handed === undefined) throw new Error(`${path} does not hold the calls of a replay`);
  return new Session("replay", path, (session) => new HandedHandler(session, handed, to)).handler;
}

class HandedHandler implements SessionHandler {
  readonly #calls: ReplayedCalls;
  /** Makes calls that run for real, which go into the saved replay as they happen. */
  readonly #real: SessionHandler;
  readonly #tap: RemoteTap;
  readonly #log: string;
  readonly #handed: Handed;
  /** Names of models that were recorded as calls; of those, the ones that made requests too. */
  readonly #models: ReadonlySet<string>;
  readonly #asking: ReadonlySet<string>;
  readonly #rules: ReturnType<typeof replayRules>;
  readonly #masker = new Masker({ secrets: environmentSecrets(env) });
  /** The time once a step is answered. */
  readonly #clocks: ReadonlyMap<number, number | undefined>;
  readonly #inLive = new AsyncLocalStorage<boolean>();
  /** The program has been given the answer of a call that was made for real. */
  #gaveFresh = false;

  constructor(session: Session, handed: Handed, to: { readonly log: string; readonly url: string }) {
    const { match, threshold, window, ignore, scrub, pinTools, normalise, calls } = handed;
    const rules = replayRules({ ignore, scrub: scrub.filter(isScrub), pinTools }, normalise);
    const fuzzy = { ...(threshold === undefined ? {} : { threshold }), ...(window === undefined ? {} : { window }) };
    const replay = new ReplaySession(
      { calls, around: new Map(), unanswered: [] },
      { matcher: matcherOf(match, fuzzy), rules },
    );
    const models = calls.filter(({ kind }) => kind === "llm");
    this.#rules = rules;
    this.#log = to.log;
    this.#handed = handed;
    this.#models = new Set(models.map(({ name }) => name));
    this.#asking = new Set(models.filter((each) => storedCallFields(each.body()).asks).map(({ name }) => name));
    this.#clocks = new Map(calls.map(({ step, clock }) => [step, clock]));
    this.#tap = new RemoteTap(to.url);
    this.#real = recordedElsewhere(session, this.#tap);
    this.#calls = new ReplayedCalls(session, {
      ...{ replay, rules, matcher: match, revive: true, byFlags: true },
      masker: this.#masker,
      secrets: new Secrets(env),
      ...(handed.tellMisses ? { missResult: toolMissText } : {}),
      unserved: (call, asked) => (this.#isElsewhere(call, asked) ? () => this.#make(call) : undefined),
      ...(handed.fork && { missWords: `diverged before the fork at step ${handed.fork.limit}` }),
      onServed: (call, served) => this.#served(call, served),
      onMiss: (call, miss) => this.#missed(call, miss),
    });
  }

  tell(event: Parameters<SessionHandler["tell"]>[0]): void {
    this.#calls.tell(event);
  }

  call(call: WrappedCall): unknown {
    return this.#runs(call) ? this.#make(call) : this.#calls.call(call);
  }

  #runs({ kind, name }: WrappedCall): boolean {
    if (this.#handed.fork && this.#inLive.getStore() === true) return true;
    if (kind === "llm") return this.#handed.modelsAsk && !this.#models.has(name);
    return kind !== "node" && this.#handed.toolsRun;
  }

  /** For a program that lives by the recording's clock: the hook that keeps it has left a way to set it. */
  #setClock(step: number): void {
    const set: unknown = Reflect.get(globalThis, Symbol.for("agent-vcr.set-clock"));
    const clock = this.#clocks.get(step);
    if (clock !== undefined && typeof set === "function") set(clock);
  }

  /** A model may have asked on the wire; what lies past the boundary of a fork is live. */
  #isElsewhere({ kind, name }: WrappedCall, { exact }: ReplayCall): boolean {
    if (kind === "llm" && this.#asking.has(name)) return true;
    const { fork, calls } = this.#handed;
    if (fork === undefined) return false;
    const { unserved, fresh } = boundaryOf(fork.boundary);
    const isOver = unserved === 0 && calls.every(({ served }) => served);
    return isOver || fresh || this.#gaveFresh || exact.some((id) => fork.beyond.includes(id));
  }

  /** For real, with what it calls itself; but what a model asks on the wire is answered there, as what it calls is here. */
  #make(call: WrappedCall): unknown {
    const { kind, name } = call;
    if (kind === "llm" && (this.#asking.has(name) || !this.#models.has(name))) return this.#real.call(call);
    const answer = this.#inLive.run(true, () => this.#real.call(call));
    const gave = (): void => {
      this.#gaveFresh = true;
    };
    if (answer instanceof Promise) answer.then(gave, gave);
    else gave();
    return answer;
  }

  #served(call: WrappedCall, served: Served): void {
    const { step, loose } = served;
    this.#setClock(step);
    const body = served.call.body(step);
    const { returns, asks } = storedCallFields(body);
    const { response, error } = body;
    const { origin, extra } = servedFields(served);
    this.#say(
      { served: step, loose },
      {
        ...callRecord(call, this.#rules.plain),
        ...defined({ origin }),
        status: callStatus(call.kind, { error, answer: response?.text }),
        durationMs: 0,
        ...(response?.text === undefined
          ? {}
          : { response: { body: response.text, ...(response.streamed === true ? { streamed: true } : {}) } }),
        ...(error === undefined ? {} : { error }),
        extra: { ...extra, ...defined({ returns }), ...(asks ? { asks } : {}) },
      },
    );
  }

  #missed(call: WrappedCall, miss: Miss): void {
    const { origin, extra } = missFields(miss);
    this.#say(
      { miss },
      {
        ...callRecord(call, this.#rules.plain),
        ...defined({ origin, extra }),
        status: "error",
        error: { type: "vcr_no_recording", message: miss.words },
      },
    );
  }

  /** In a file, by which it is known even when the program ends at once, as after a miss that nobody catches. */
  #say(what: object, event: EventRecord): void {
    if (this.#handed.ownMasking) this.#tap.event(event);
    const masked = this.#handed.ownMasking ? undefined : maskedEvent(event, this.#masker);
    const told = masked && { kind: masked.kind, ...toldJson(masked) };
    appendFileSync(this.#log, `${JSON.stringify({ ...what, event: told })}\n`, { mode: 0o600 });
    if (told !== undefined) this.#tap.look();
  }
}
