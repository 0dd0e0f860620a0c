import type { Decision, ExchangeHandler, GatewayRequest, Observer } from "../gateway/exchange.ts";
import { RecordedAnswers } from "../gateway/recorded-answers.ts";
import { hostOf, originOf } from "../gateway/routes.ts";
import { field, isObject, type Json, type JsonObject, parse, text } from "../json/json.ts";
import { readBody } from "../providers/stream.ts";
import type { Asked } from "../record/asked.ts";
import { decodeBody } from "../record/decode-body.ts";
import { headerOf } from "../record/kept-headers.ts";
import type { RunRecorder } from "../record/run-recorder.ts";
import { MISS_STATUS, missBody, rpcMiss } from "../replay/miss-answer.ts";
import type { ReplaySession, Served } from "../replay/replay-session.ts";
import type { Secrets } from "../replay/restore-secrets.ts";
import { missFields, servedFields } from "../replay/saved-fields.ts";
import type { WireCall, WireReader } from "../replay/wire-call.ts";
import { Boundary } from "./boundary.ts";
import { driftMessage } from "./drift-message.ts";
import { editedAnswer } from "./edited-answer.ts";
import { LiveRewrites } from "./live-rewrites.ts";
import type { ForkPlan } from "./plan.ts";
import { ServerChain, withBefore } from "./server-chain.ts";
import { serverState } from "./server-state.ts";
import { givenAnswer, type Spoken, spokenIn } from "./spoken.ts";

export interface ForkHandlerOptions {
  readonly plan: ForkPlan;
  /** Its matcher gives no call at or beyond the plan's limit. */
  readonly session: ReplaySession;
  readonly reader: WireReader;
  readonly secrets: Secrets;
  readonly recorder: RunRecorder;
  /** What the forked run is called in messages. */
  readonly run: string;
  /** Values that stand in for keys, and the variables they stand for: nothing that holds one goes out. */
  readonly placeholders: ReadonlyMap<string, string>;
}

/** A call of an agent on its way through a fork. */
interface Passing {
  readonly request: GatewayRequest;
  readonly asked: Asked;
  readonly call: WireCall;
  readonly spoken: Spoken;
}

/** Serves what lies before the boundary, sends on what lies behind it, and stops what has drifted before it. */
export class ForkHandler implements ExchangeHandler {
  /** Calls that went to a provider, or to a server. */
  live = 0;
  /** Calls that were kept back, by reason. */
  readonly refused: string[] = [];
  readonly rewrites: LiveRewrites;
  readonly boundary: Boundary;
  readonly #options: ForkHandlerOptions;
  readonly #answers: RecordedAnswers;
  readonly #chain = new ServerChain();

  constructor(options: ForkHandlerOptions) {
    const { plan } = options;
    this.#options = options;
    this.boundary = new Boundary(plan.past.calls, plan.limit);
    this.#answers = new RecordedAnswers(options);
    this.rewrites = new LiveRewrites(plan.rewrites);
  }

  async request(request: GatewayRequest): Promise<Decision> {
    const { method, path, route, upstream, headers, body } = request;
    const url = `${originOf(upstream)}${path}`;
    const asked: Asked = { method, path, host: hostOf(upstream), route, url, headers, body };
    const { session, reader } = this.#options;
    const call = reader.read(asked);
    const passing: Passing = { request, asked, call, spoken: spokenIn(call, call.dialect) };
    if (call.kind === "http") {
      const around = session.take(call);
      if (around.type === "served")
        return { do: "answer", answer: await this.#answers.serve({ served: around, ...passing }) };
      return this.#live(passing);
    }
    const served = session.serve(call);
    if (served !== undefined) return this.#serve(served, passing);
    const verdict = this.boundary.decide({ exact: call.exact, places: passing.spoken.places });
    return verdict.type === "live" ? this.#live(passing) : this.#drifted(passing);
  }

  async #serve(served: Served, passing: Passing): Promise<Decision> {
    const { plan, secrets } = this.#options;
    const { call, spoken } = passing;
    const edits = plan.answers.get(served.step);
    const instead = edits && editedAnswer(served.call.body(), edits, { op: served.call.op, secrets });
    const json = (instead ?? served.call.body(served.step)).response?.json;
    this.boundary.served(served.call.step);
    if (!served.call.failed)
      this.boundary.answered(givenAnswer(spoken, json, call.dialect), edits === undefined ? served.step : "fresh");
    const carries =
      call.dialect &&
      call.request !== undefined &&
      this.rewrites.seen({ masked: call.request, dialect: call.dialect, lane: call.lane });
    if (call.op === "openai/responses") {
      const plain = editedAnswer(served.call.body(), edits ?? [], { op: call.op, secrets })?.response?.json;
      const edited = edits !== undefined || carries === true;
      this.#chain.served({ id: idOf(json), request: jsonOf(passing), masked: call.request, answer: plain, edited });
    }
    const fields = servedFields(served);
    const answer = await this.#answers.serve({
      ...passing,
      served,
      instead,
      fields: edits === undefined ? fields : { ...fields, edits: ["answer"] },
    });
    return { do: "answer", answer };
  }

  #drifted({ call, asked }: Passing): Decision {
    const { session, plan, run } = this.#options;
    const { hint: _, ...miss } = session.miss(call);
    const message = driftMessage(miss, { run, limit: plan.limit });
    return this.#answer(message, { call, asked, fields: missFields(miss) });
  }

  #refuse(why: string, { call, asked }: Passing): Decision {
    this.refused.push(why);
    return this.#answer(`vcr: ${why}. Nothing was sent to the provider.`, {
      call,
      asked,
      fields: { origin: "injected" },
    });
  }

  #answer(
    message: string,
    how: { readonly call: WireCall; readonly asked: Asked; readonly fields: Parameters<RunRecorder["begin"]>[1] },
  ): Decision {
    const { call, asked, fields } = how;
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const answer = rpc
      ? { status: 200, body: rpcMiss(call.rpcId ?? null, { message, asResult: false }) }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#answers.own(asked, answer, fields) };
  }

  #live(passing: Passing): Decision {
    const { call, asked, request } = passing;
    const { recorder, placeholders, plan } = this.#options;
    const told = [...asked.headers, asked.path].join("\n");
    for (const [value, name] of placeholders)
      if (told.includes(value)) return this.#refuse(`${name} is not set, so this call cannot go live`, passing);
    const state = call.kind === "llm" ? serverState(call.request) : undefined;
    if (state !== undefined && (this.rewrites.any || plan.answers.size > 0))
      return this.#refuse(
        `this call goes on from what the provider remembers (${state}), which no edit reaches`,
        passing,
      );
    const made = this.#rewritten(passing);
    if (typeof made === "string") return this.#refuse(made, passing);
    this.live++;
    const exchange = recorder.begin(asked, {
      origin: "live",
      ...(made?.sent === undefined ? {} : { sent: made.sent, edits: made.edits }),
      ...(made?.changed === true ? { extra: { flags: ["rewrite-changed"] } } : {}),
    });
    const observer = this.#listening(passing, {
      head: (status, headers) => exchange.head(status, headers),
      data: (chunk) => exchange.data(chunk),
      end: (how) => exchange.end(how),
    });
    if (made?.sent === undefined) return { do: "forward", observer };
    const instead = { path: made.path, headers: unpacked(request.headers), body: Buffer.from(made.text) };
    return { do: "forward", instead, observer };
  }

  /** What goes out instead of what was asked; a text says why nothing can. */
  #rewritten(passing: Passing) {
    const { call, asked } = passing;
    const { dialect, request: masked } = call;
    if (dialect === undefined || masked === undefined || call.kind !== "llm") return undefined;
    const before = this.#chain.before(masked);
    if (before?.known === false) return "the answer it goes on from is one that the fork has not seen";
    if (!this.rewrites.any && before === undefined) return undefined;
    const plain = jsonOf(passing);
    const body = textOf(passing);
    if (body === undefined || plain === undefined) return "its body could not be read, so no edit could be made in it";
    const whole = before && {
      text: JSON.stringify(withBefore(plain, before.plain)),
      masked: withBefore(masked, before.masked),
    };
    const { lane, exact } = call;
    const asIs = { text: body, masked, path: asked.path, dialect, lane, identity: exact[0] ?? "" };
    const made = this.rewrites.apply({ ...asIs, ...whole });
    if (made === undefined) return "an edit could not be made in it";
    if (whole === undefined) return made;
    const set = { "/input": whole.masked.input ?? [], ...setOf(made.sent) };
    return { ...made, sent: { ...made.sent, set, drop: ["/previous_response_id"] } };
  }

  /** Learns what the answer says before the agent has the whole of it. */
  #listening({ call, spoken }: Passing, observer: Observer): Observer {
    const parts: Buffer[] = [];
    let head: { readonly status: number; readonly headers: readonly string[] } | undefined;
    return {
      head: (status, headers) => {
        head = { status, headers };
        observer.head(status, headers);
      },
      data: (chunk) => {
        if (call.dialect !== undefined) parts.push(chunk);
        return observer.data(chunk);
      },
      end: (how) => {
        if (how.how === "complete" && head !== undefined && head.status < 400 && call.dialect !== undefined) {
          const { bytes } = decodeBody(Buffer.concat(parts), headerOf(head.headers, "content-encoding"));
          const said = Buffer.from(bytes).toString();
          const { json } = readBody(call.dialect, headerOf(head.headers, "content-type"), said);
          this.#options.reader.answered(call, () => json);
          this.boundary.answered(givenAnswer(spoken, json, call.dialect), "fresh");
        }
        observer.end(how);
      },
    };
  }
}

function textOf({ asked }: Passing): string | undefined {
  const { bytes, left } = decodeBody(asked.body, headerOf(asked.headers, "content-encoding"));
  return left === undefined ? Buffer.from(bytes).toString() : undefined;
}

function jsonOf(passing: Passing): Json | undefined {
  const body = textOf(passing);
  return body === undefined ? undefined : parse(body);
}

function idOf(json: Json | undefined): string | undefined {
  return text(field(json, "id"));
}

function setOf(sent: JsonObject | undefined): JsonObject {
  const set = field(sent, "set");
  return isObject(set) ? set : {};
}

/** A body that was changed goes out as plain text. */
function unpacked(headers: readonly string[]): readonly string[] {
  return headers.filter((_, i) => (headers[i - (i % 2)] ?? "").toLowerCase() !== "content-encoding");
}
