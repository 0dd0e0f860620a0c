import type { BodyChange, HeldAction, HeldActionName, InjectedError } from "../../control/protocol.ts";
import { field, isObject, type Json, type JsonObject } from "../../json/json.ts";
import { setValue } from "../../json/set-value.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { rpcOutcome } from "../../record/told/rpc-event.ts";
import { callLabel } from "../../replay/calls/call-label.ts";
import type { Decision } from "../exchange.ts";
import { told } from "../hold/held-message.ts";
import type { HoldSpec, Way } from "../hold/hold.ts";
import type { Stop } from "../hold/holds.ts";

/** Source: JSON-RPC 2.0, section 5.1; codes from -32000 on are free for implementations. */
const FAILURES: Readonly<Record<Exclude<InjectedError, "timeout">, JsonObject>> = {
  "429": { code: -32000, message: "Too many requests (put in by vcr)" },
  "500": { code: -32603, message: "Internal error (put in by vcr)" },
};
const CUT_OFF = { code: -32000, message: "vcr: this call was cut off while it was held" };
const GIVEN_UP = { type: "client-abort", message: "the client gave the call up while it was held" };

export interface HeldRpcOptions {
  readonly step: number;
  /** Of the tool. */
  readonly name: string;
  readonly phase: "request" | "response";
  /** What is to be passed on. */
  readonly message: Json;
  readonly stop: Stop;
  readonly recorder: RunRecorder;
}

/** A call of a tool of an MCP server, or its result, that stands still. */
export class HeldRpc {
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

function able(phase: HeldRpcOptions["phase"], hasResult: boolean): readonly HeldActionName[] {
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
