import { field, isObject, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { callStatus } from "../../record/answer/call-status.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { applyEdits } from "../../redact/edit.ts";
import type { Masker } from "../../redact/masker.ts";
import { rpcMiss } from "../../replay/answers/miss-answer.ts";
import { askedRpc, type RpcCall } from "../../replay/calls/rpc-call.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import type { ReplaySession, Served } from "../../replay/replay-session.ts";
import { maskedPlaces, type Secrets } from "../../replay/restore-secrets.ts";
import { servedFields } from "../../replay/saved-fields.ts";
import type { EventBody } from "../../trace/event.ts";
import type { EventFields } from "../../trace/write/record.ts";

/** What becomes of a message of an MCP client: it is answered, or the server has to be asked for real. */
export type McpVerdict =
  | {
      readonly do: "answer";
      readonly message: Json;
      /** What the server asked of the client before it answered: method and params of each. */
      readonly first?: readonly JsonObject[];
    }
  | { readonly do: "forward" };

/** A call that nothing recorded answers. */
export type Unserved =
  | { readonly do: "forward" }
  | {
      readonly do: "answer";
      readonly message: string;
      /** Told as what the tool said, to a model that is live; else an error. */
      readonly asResult: boolean;
      readonly fields: Fields;
    };

type Fields = Pick<EventFields, "origin" | "edits" | "extra">;

/** How a replay and a fork differ. */
export interface McpPolicy {
  /** The server is asked whatever was recorded. */
  always(): boolean;
  unserved(call: RpcCall): Unserved;
  /** Told of what is served; may put another answer in its place. */
  served?(served: Served): { readonly body: EventBody; readonly edits: Fields["edits"] } | undefined;
}

export interface McpAnswersOptions {
  readonly session: ReplaySession;
  readonly rules: ReplayRules;
  readonly masker: Masker;
  readonly secrets: Secrets;
  /** Where the run is saved; undefined: nowhere. */
  readonly recorder?: RunRecorder | undefined;
  readonly policy: McpPolicy;
}

/** Answers clients of MCP servers over stdio out of a recording; no server runs. */
export class McpAnswers {
  readonly #options: McpAnswersOptions;

  constructor(options: McpAnswersOptions) {
    this.#options = options;
  }

  /** `POST /<token>/_vcr/mcp` with `{server, message}`; without a message it says that there is somebody who answers. */
  answer(body: Buffer): { readonly status: number; readonly json: unknown } {
    const value = parse(body.toString("utf8"));
    const server = text(field(value, "server"));
    if (server === undefined) return { status: 400, json: { error: '{"server","message"} is expected' } };
    const message = field(value, "message");
    return { status: 200, json: message === undefined ? { serves: true } : this.ask(server, message) };
  }

  /** `message`: one request of JSON-RPC. */
  ask(server: string, message: Json): McpVerdict {
    const { policy, session } = this.#options;
    const call = askedRpc(message, { ...this.#options, server });
    if (call === undefined || policy.always()) return { do: "forward" };
    const id = field(message, "id") ?? null;
    const outcome = call.kind === "http" ? session.take(call) : session.serve(call);
    if (outcome?.type === "served") return this.#served(call, outcome, id);
    // Clients ask by the clock whether somebody is there.
    if (call.method === "ping") return { do: "answer", message: { jsonrpc: "2.0", id, result: {} } };
    const unserved = policy.unserved(call);
    if (unserved.do === "forward") return unserved;
    const { message: words, asResult, fields } = unserved;
    const answer = rpcMiss(id, { message: words, asResult });
    this.#write(call, { status: "error", error: { type: "rpc", message: words }, ...fields });
    return { do: "answer", message: answer };
  }

  #served(call: RpcCall, served: Served, id: Json): McpVerdict {
    const instead = this.#options.policy.served?.(served);
    const body = instead?.body ?? served.call.body(served.step);
    const { response, error } = body;
    const fields: Fields = { ...servedFields(served), ...(instead?.edits ? { edits: instead.edits } : {}) };
    const result = parse(this.#plain(body)) ?? {};
    const step = this.#write(call, {
      ...fields,
      status: callStatus(call.kind, { error, answer: JSON.stringify(result) }),
      ...(response?.text === undefined ? {} : { response: { body: JSON.stringify(result) } }),
      ...(error === undefined ? {} : { error }),
    });
    const message = error === undefined ? { result } : { error: rpcError(error) };
    const first = this.#askedBack(served, step);
    return { do: "answer", message: { jsonrpc: "2.0", id, ...message }, ...(first.length > 0 ? { first } : {}) };
  }

  /** Told again in the saved run, inside the call that has `step` there. */
  #askedBack({ call }: Served, step: number | undefined): readonly JsonObject[] {
    const asked = this.#options.session.recording.askedBack?.get(call.step) ?? [];
    return asked.map((each) => {
      const { response, error } = each.body();
      this.#options.recorder?.event({
        ...{ kind: each.kind, name: each.name, op: "mcp", at: Date.now(), durationMs: 0, origin: "replayed" },
        ...(each.server === undefined ? {} : { provider: each.server }),
        status: error === undefined ? "ok" : "error",
        request: { body: JSON.stringify(each.request ?? {}) },
        ...(response?.text === undefined ? {} : { response: { body: response.text } }),
        ...(error === undefined ? {} : { error }),
        extra: {
          servedFrom: each.step,
          rpc: each.name,
          from: "server",
          ...(step === undefined ? {} : { parent: step }),
        },
      });
      return { method: each.name, params: each.request ?? {} };
    });
  }

  /** With the secrets of this environment back in their places. */
  #plain(body: EventBody): string {
    const said = body.response?.text ?? "";
    const { edits } = this.#options.secrets.edits(said, maskedPlaces(body), false);
    return edits.length === 0 ? said : applyEdits(said, edits);
  }

  /** Its step in the saved run. */
  #write(call: RpcCall, { extra, ...fields }: EventFields): number | undefined {
    const { kind, name, server, method, given } = call;
    return this.#options.recorder?.event({
      ...{ kind, name, provider: server, op: "mcp", at: Date.now(), durationMs: 0 },
      request: { body: JSON.stringify(given) },
      ...fields,
      extra: { ...extra, rpc: method },
    });
  }
}

/** As the server put it then. */
function rpcError(error: NonNullable<EventBody["error"]>): JsonObject {
  return isObject(error.detail) ? error.detail : { code: -32000, message: error.message };
}
