import { appendFileSync, readFileSync } from "node:fs";
import { env } from "node:process";
import { isScrub } from "../identity/scrub.ts";
import { RemoteTap } from "../record/remote-tap.ts";
import { Session, type SessionHandler, type WrappedCall } from "../record/session.ts";
import { callRecord } from "../record/value-record.ts";
import { environmentSecrets } from "../redact/environment-secrets.ts";
import { Masker } from "../redact/masker.ts";
import { type Handed, handedOf } from "./handed-recording.ts";
import { matcherOf } from "./matcher-by-name.ts";
import { toolMissText } from "./miss-answer.ts";
import { replayRules } from "./replay-rules.ts";
import { type Outcome, ReplaySession } from "./replay-session.ts";
import { ReplayedCalls } from "./replayed-calls.ts";
import { Secrets } from "./restore-secrets.ts";
import { storedCallFields } from "./stored-call-fields.ts";

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
  readonly #tap: RemoteTap;
  readonly #log: string;
  /** Calls of models are answered here; else on the wire, or by models. */
  readonly #holdsModels: boolean;
  readonly #rules: ReturnType<typeof replayRules>;

  constructor(session: Session, handed: Handed, to: { readonly log: string; readonly url: string }) {
    const { match, threshold, window, ignore, scrub, pinTools, normalise, calls } = handed;
    const rules = replayRules({ ignore, scrub: scrub.filter(isScrub), pinTools }, normalise);
    const fuzzy = { ...(threshold === undefined ? {} : { threshold }), ...(window === undefined ? {} : { window }) };
    const replay = new ReplaySession(
      { calls, around: new Map(), unanswered: [] },
      { matcher: matcherOf(match, fuzzy), rules },
    );
    this.#rules = rules;
    this.#log = to.log;
    this.#holdsModels = calls.some(({ kind }) => kind === "llm");
    this.#tap = new RemoteTap(to.url);
    this.#calls = new ReplayedCalls(session, {
      ...{ replay, rules, matcher: match, revive: true, byFlags: true },
      masker: new Masker({ secrets: environmentSecrets(env) }),
      secrets: new Secrets(env),
      ...(handed.tellMisses ? { missResult: toolMissText } : {}),
      onOutcome: (call, outcome) => this.#took(call, outcome),
    });
  }

  tell(event: Parameters<SessionHandler["tell"]>[0]): void {
    this.#calls.tell(event);
  }

  call(call: WrappedCall): unknown {
    return call.kind === "llm" && !this.#holdsModels ? call.invoke() : this.#calls.call(call);
  }

  /** Said in a file, by which it is known even when the program ends at once; the event itself goes to the saved replay. */
  #took(call: WrappedCall, outcome: Outcome): void {
    const record = callRecord(call, this.#rules.plain);
    if (outcome.type === "served") {
      const { step, loose } = outcome;
      const body = outcome.call.body(step);
      const { returns } = storedCallFields(body);
      const { response, error } = body;
      appendFileSync(this.#log, `${JSON.stringify({ served: step, loose })}\n`, { mode: 0o600 });
      this.#tap.event({
        ...record,
        status: error === undefined ? "ok" : "error",
        durationMs: 0,
        ...(response?.text === undefined
          ? {}
          : { response: { body: response.text, ...(response.streamed === true ? { streamed: true } : {}) } }),
        ...(error === undefined ? {} : { error }),
        ...(returns === undefined ? {} : { extra: { returns } }),
      });
    } else if (outcome.type === "missed") {
      appendFileSync(this.#log, `${JSON.stringify({ miss: outcome.miss })}\n`, { mode: 0o600 });
      this.#tap.event({ ...record, status: "error", error: { type: "vcr_no_recording", message: outcome.miss.words } });
    }
  }
}
