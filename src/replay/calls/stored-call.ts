import { callFingerprint, givenFingerprint } from "../../identity/event-fingerprint.ts";
import { fingerprint, type RequestToIdentify } from "../../identity/fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";
import { ordered } from "../../json/tagged-value.ts";
import { dialectById } from "../../providers/registry.ts";
import type { Row, Run } from "../../run/run.ts";
import { lastedUntil } from "../../run/step/lasted-until.ts";
import type { Edit, EventBody, Kind } from "../../trace/event.ts";
import { type RequestSketch, requestSketch } from "../matching/call-similarity.ts";
import { placeOfCall } from "../matching/place-of-call.ts";
import { recordedBody } from "./body-to-identify.ts";
import { opOfRow } from "./op-of-row.ts";
import { rpcIdentity } from "./rpc-call.ts";
import type { ServableCall } from "./servable-call.ts";

/** A call as a run keeps it; bodies are read again when they are needed. */
export class StoredCall implements ServableCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op: string | undefined;
  readonly place: string;
  /** The MCP server it was asked of, over stdio. */
  readonly server: string | undefined;
  readonly at: number | undefined;
  /** It was an exchange over HTTP. */
  readonly onWire: boolean;
  wide: readonly string[] = [];
  served = false;
  readonly #run: Run;
  readonly #steps: number[];
  #end: number | undefined;
  #failed: boolean;
  #sketch: RequestSketch | undefined;
  #exact: readonly string[] | (() => readonly string[]) = [];

  /** `row` and `body` are those of the exchange, the first of this call. */
  constructor(run: Run, row: Row, body: EventBody) {
    const { request } = body;
    const path = request?.path;
    this.#run = run;
    this.#steps = [row.seq];
    this.kind = row.kind;
    this.name = row.name ?? row.kind;
    this.op = opOfRow(row);
    this.onWire = path !== undefined;
    this.server = this.op === "mcp" && !this.onWire ? row.provider : undefined;
    const { kind, name, op, server } = this;
    this.place = placeOfCall({ kind, name, op, server, method: request?.method, path });
    this.at = row.at;
    this.#end = lastedUntil(row);
    this.#failed = isFailure(body);
  }

  get exact(): readonly string[] {
    if (typeof this.#exact === "function") this.#exact = this.#exact();
    return this.#exact;
  }

  /** A function: it is worked out when it is asked for. */
  identified(exact: readonly string[] | (() => readonly string[])): void {
    this.#exact = exact;
  }

  get given(): string | undefined {
    return this.onWire ? undefined : this.body().request?.text;
  }

  get step(): number {
    return this.#steps.at(-1) ?? 0;
  }

  /** Of all its exchanges, the failed ones first. */
  get steps(): readonly number[] {
    return this.#steps;
  }

  get end(): number | undefined {
    return this.#end;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** This exchange repeats the failed last one. */
  repeatedBy(row: Row, body: EventBody): void {
    this.#steps.push(row.seq);
    this.#end = lastedUntil(row);
    this.#failed = isFailure(body);
  }

  /** Of the last exchange, or of the one at `step`. */
  body(step: number = this.step): EventBody {
    return this.#run.body(this.#run.indexOf(String(step)));
  }

  edits(step: number = this.step): readonly Edit[] | undefined {
    return this.#run.row(this.#run.indexOf(String(step))).edits;
  }

  get durationMs(): number | undefined {
    return this.#run.row(this.#run.indexOf(String(this.step))).durationMs;
  }

  get request(): Json | undefined {
    return this.body().request?.json;
  }

  get sketch(): RequestSketch {
    if (this.#sketch !== undefined) return this.#sketch;
    const { request } = this.body();
    const dialect = this.op === undefined ? undefined : dialectById(this.op);
    const made = requestSketch(request?.json, { dialect, rules: rulesOf(), text: request?.text });
    // What was served is seldom looked at again.
    if (!this.served) this.#sketch = made;
    return made;
  }

  identity(rules: Rules): string {
    const body = this.body();
    return identityOfBody(body, this, (request) => fingerprint(request, rules), rules);
  }
}

/** A request over HTTP by `of`; a call of a server over stdio, or inside a program, by what it was given. */
export function identityOfBody(
  { request }: EventBody,
  call: Pick<StoredCall, "kind" | "name" | "op" | "server">,
  of: (request: RequestToIdentify) => string,
  rules: Rules,
): string {
  const { kind, name, op, server } = call;
  if (request?.path === undefined) {
    if (server !== undefined) return rpcIdentity({ kind, name, server, request: request?.json }, rules);
    if (request?.text !== undefined) return givenFingerprint(kind, name, request.text, rules);
    const json = request?.json;
    return callFingerprint(kind, name, json === undefined ? undefined : ordered(json), rules);
  }
  return of(requestToIdentify(request, op));
}

export function requestToIdentify(
  request: NonNullable<EventBody["request"]>,
  op: string | undefined,
): RequestToIdentify {
  const { method, path } = request;
  return { op, method, path, body: recordedBody(request, op) };
}

const REPEATED = new Set([408, 409, 429]);

/** An end after which clients ask again. */
function isFailure({ request, response, error }: EventBody): boolean {
  if (request?.path === undefined) return false;
  const status = response?.status;
  if (status !== undefined && (status >= 500 || REPEATED.has(status))) return true;
  return (
    error?.type === "client-abort" || error?.type === "upstream-abort" || (status === undefined && error !== undefined)
  );
}
