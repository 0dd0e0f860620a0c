import type { BodyChange, HeldAction, HeldActionName, InjectedError } from "../control/protocol.ts";
import { field, isObject, type Json, type JsonObject, number, parse, text } from "../json/json.ts";
import { setValue } from "../json/set-value.ts";
import { rpcOutcome } from "../record/rpc-event.ts";
import type { RunRecorder } from "../record/run-recorder.ts";
import { callLabel } from "../replay/calls/call-label.ts";
import type { Decision, GatewayRequest } from "./exchange.ts";
import type { HoldSpec, Way } from "./hold.ts";
import type { Holds, Stop } from "./holds.ts";

type Phase = "request" | "response";

/** What becomes of a message between an MCP client and its server, as it is told to whoever passes it on. */
export type HeldMessage =
  /** It goes on; `message`: in this form. */
  | { readonly do: "pass"; readonly message?: Json }
  /** It stands still: ask again, with the message, and wait for the answer. */
  | { readonly do: "wait" }
  /** The client gets this; the server is not asked. */
  | { readonly do: "answer"; readonly message: Json }
  /** Nobody waits for it any more. */
  | { readonly do: "drop" };

type Told = Exclude<Decision, { do: "forward" }>;

/** Source: JSON-RPC 2.0, section 5.1; codes from -32000 on are free for implementations. */
const FAILURES: Readonly<Record<Exclude<InjectedError, "timeout">, JsonObject>> = {
  "429": { code: -32000, message: "Too many requests (put in by vcr)" },
  "500": { code: -32603, message: "Internal error (put in by vcr)" },
};
const CUT_OFF = { code: -32000, message: "vcr: this call was cut off while it was held" };
const GIVEN_UP = { type: "client-abort", message: "the client gave the call up while it was held" };

/**
 * `POST /<token>/_vcr/hold` with `{step, phase}`: a call of a tool whose beginning (or end) was told as an event is to go on; is it to stand
 * still? With `name` and `message`, the one of JSON-RPC that is to be passed on, it stands still until the answer comes.
 */
export class McpHolds {
  readonly #holds: Holds;
  readonly #recorder: RunRecorder;
  readonly #stops = new Map<string, Stop>();
  /** Calls that have not gone to their server, or not yet. */
  kept = 0;

  constructor(holds: Holds, recorder: RunRecorder) {
    this.#holds = holds;
    this.#recorder = recorder;
  }

  async answer(request: GatewayRequest): Promise<Told> {
    const asked = parse(request.body.toString("utf8"));
    const step = number(field(asked, "step"));
    const phase = text(field(asked, "phase"));
    if (
      step === undefined ||
      step < 0 ||
      step > this.#recorder.lastStep ||
      (phase !== "request" && phase !== "response")
    )
      return told({ error: '{"step","phase":"request"|"response"} is expected, of an event that was told' }, 400);
    const message = field(asked, "message");
    if (message === undefined) return told(await this.#looked(step, phase));
    const name = text(field(asked, "name")) ?? "";
    const key = `${step} ${phase}`;
    const stop = this.#stops.get(key);
    this.#stops.delete(key);
    // Whoever could have let it go on may have left in between.
    if (stop === undefined || !this.#holds.attended) return told({ do: "pass" });
    const held = new HeldRpc({ step, name, message, stop, phase, recorder: this.#recorder });
    const way = this.#holds.stand(held.spec, request);
    if (phase === "request") this.kept++;
    const decision = await (await way)?.(request);
    if (phase === "request" && held.passed) this.kept--;
    return decision?.do === "answer" ? decision : told({ do: "drop" });
  }

  async #looked(step: number, phase: Phase): Promise<HeldMessage> {
    if (!this.#holds.attended) return { do: "pass" };
    const stop =
      phase === "request" ? await this.#holds.atRequest(step, { isCall: true }) : await this.#holds.atAnswer(step);
    if (stop === undefined) return { do: "pass" };
    this.#stops.set(`${step} ${phase}`, stop);
    return { do: "wait" };
  }
}

interface HeldRpcOptions {
  readonly step: number;
  /** Of the tool. */
  readonly name: string;
  readonly phase: Phase;
  /** What is to be passed on. */
  readonly message: Json;
  readonly stop: Stop;
  readonly recorder: RunRecorder;
}

/** One message that stands still. */
class HeldRpc {
  readonly #options: HeldRpcOptions;
  /** It goes on to its server. */
  passed = false;

  constructor(options: HeldRpcOptions) {
    this.#options = options;
  }

  get spec(): HoldSpec {
    const { step, name, phase, message, stop } = this.#options;
    const { row = String(step), reason } = stop;
    return {
      ...{ step, row, reason, phase },
      label: stop.label ?? callLabel({ kind: "tool", name, op: "mcp", request: undefined }),
      key: `mcp ${step}`,
      form: undefined,
      isAskedOnce: true,
      template: { content: [{ type: "text", text: "" }] },
      actions: able(phase, field(message, "result") !== undefined),
      wayOf: (action) => (phase === "request" ? this.#requestWay(action) : this.#answerWay(action)),
      lost: () => {
        if (phase === "request") this.#lost();
      },
    };
  }

  get #id(): Json {
    return field(this.#options.message, "id") ?? null;
  }

  /** @throws Error with a message for people */
  #requestWay(action: HeldAction): Way {
    switch (action.do) {
      case "edit-request":
        return this.#changed(action.changes);
      case "error":
        return action.error === "timeout" ? this.#silent() : this.#made({ error: FAILURES[action.error] });
      case "answer":
        return this.#made({ result: resultOf(action.body) });
      case "abort":
        return this.#made({ error: CUT_OFF });
      default:
        this.passed = true;
        return () => told({ do: "pass" });
    }
  }

  /** Its arguments are others: of this call alone, there is no later one that would carry them. */
  #changed(changes: readonly BodyChange[]): Way {
    const { step, message, recorder } = this.#options;
    const params = field(message, "params");
    const given = withChanges(field(params, "arguments") ?? {}, changes);
    if (!isObject(message) || !isObject(given)) throw new Error("the arguments of a tool are an object");
    const set = Object.fromEntries(changes.flatMap(({ pointer, value, drop }) => (drop ? [] : [[pointer, value]])));
    const gone = changes.flatMap(({ pointer, drop }) => (drop ? [pointer] : []));
    const sent = { set, ...(gone.length === 0 ? {} : { drop: gone }) };
    const changed = { ...message, params: { ...(isObject(params) ? params : {}), arguments: given } };
    this.passed = true;
    return () => {
      recorder.amend(step, { edits: ["request"], sent });
      return told({ do: "pass", message: changed });
    };
  }

  /** An answer that no server was asked for; its end is told like that of any other. */
  #made(outcome: JsonObject): Way {
    const { step, recorder } = this.#options;
    const message = { jsonrpc: "2.0", id: this.#id, ...outcome };
    return () => {
      recorder.amend(step, { origin: "injected" });
      return told({ do: "answer", message });
    };
  }

  /** Nothing comes until the client gives up. */
  #silent(): Way {
    return ({ gone }) => {
      const { step, recorder } = this.#options;
      recorder.amend(step, { origin: "injected" });
      return new Promise((resolve) => {
        const left = (): void => {
          this.#lost();
          resolve({ do: "drop" });
        };
        if (gone.aborted) left();
        else gone.addEventListener("abort", left, { once: true });
      });
    };
  }

  #lost(): void {
    const { step, recorder } = this.#options;
    recorder.end(step, { status: "truncated", error: GIVEN_UP });
  }

  /** @throws Error with a message for people */
  #answerWay(action: HeldAction): Way {
    const { message } = this.#options;
    switch (action.do) {
      case "edit-response":
        return this.#replaced({ result: withChanges(field(message, "result") ?? {}, action.changes) });
      case "answer":
        return this.#replaced({ result: resultOf(action.body) });
      case "error":
        return action.error === "timeout"
          ? ({ gone }) => untilGone(gone)
          : this.#replaced({ error: FAILURES[action.error] });
      case "abort":
        return this.#replaced({ error: CUT_OFF });
      default:
        return () => told({ do: "pass" });
    }
  }

  #replaced(outcome: JsonObject): Way {
    const { step, recorder } = this.#options;
    const message = { jsonrpc: "2.0", id: this.#id, ...outcome };
    return () => {
      recorder.replace(step, { ...rpcOutcome("tool", message), edits: ["answer"] });
      return told({ do: "answer", message });
    };
  }
}

function able(phase: Phase, hasResult: boolean): readonly HeldActionName[] {
  if (phase === "request") return ["continue", "step", "edit-request", "answer", "error", "abort"];
  return ["continue", "step", ...(hasResult ? (["edit-response"] as const) : []), "answer", "error", "abort"];
}

function untilGone(gone: AbortSignal): Promise<Decision> {
  return new Promise((resolve) => {
    const left = (): void => resolve({ do: "drop" });
    if (gone.aborted) left();
    else gone.addEventListener("abort", left, { once: true });
  });
}

/** A text is what the tool says. Source: modelcontextprotocol.io, "Tools". */
function resultOf(body: Json): Json {
  return typeof body === "string" ? { content: [{ type: "text", text: body }] } : body;
}

/** @throws Error that names a place that is not there */
function withChanges(value: Json, changes: readonly BodyChange[]): Json {
  return changes.reduce((at: Json, change) => {
    const made = setValue(at, change.pointer, change.value);
    if (made === undefined)
      throw new Error(`there is nothing at ${change.pointer === "" ? "/" : change.pointer} of it`);
    return made;
  }, value);
}

function told(json: HeldMessage | { readonly error: string }, status = 200): Told {
  const body = Buffer.from(`${JSON.stringify(json)}\n`);
  return { do: "answer", answer: { status, headers: { "content-type": "application/json" }, body } };
}
