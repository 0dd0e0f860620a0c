import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import { count } from "../../providers/count.ts";
import { defined } from "../../providers/defined.ts";
import { type ErrorInfo, KINDS, type Kind, ORIGINS, STATUSES, type Status, type Tokens } from "../../trace/event.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import { callStatus } from "../answer/call-status.ts";
import { toldProblem } from "./told-problem.ts";

/**
 * Events that a program tells of itself, as JSON: an object, an array of them, or one a line.
 *
 *     {"kind":"tool","name":"search","args":{"q":"SFO"},"result":["UA 12"],"durationMs":81,"callId":"call_9"}
 *     {"kind":"tool","name":"search","args":{"q":"SFO"},"error":"timeout"}
 *     {"kind":"node","name":"plan","before":{...},"after":{...}}
 *     {"kind":"checkpoint","name":"ready","state":{...}}
 *     {"kind":"llm","model":"my-model","request":{...},"response":{...},"tokens":{"in":61,"out":18}}
 *     {"kind":"error","message":"gave up"}
 *
 * In Python, under `vcr record`:
 *
 *     def tell(**event):
 *         request = urllib.request.Request(os.environ["VCR_URL"] + "/_vcr/events", data=json.dumps(event).encode())
 *         return json.load(urllib.request.urlopen(request))["steps"]
 *
 *     tell(kind="tool", name="search", args={"q": "SFO"}, result=["UA 12"])
 *
 * One that takes time may be told in two: `{"start":"x1","kind":"tool","name":"search","args":{...}}`, then `{"end":"x1","result":...}`.
 * What happens inside of one that is open says so: `"inside":"x1"`.
 */
export type Told =
  | { readonly tell: "whole"; readonly event: EventRecord; readonly inside?: string }
  | {
      readonly tell: "start";
      readonly key: string;
      readonly event: EventRecord;
      readonly inside?: string;
      /** It is one only once it has ended, or the program has. */
      readonly undecided: boolean;
    }
  | { readonly tell: "drop"; readonly key: string }
  | { readonly tell: "end"; readonly key: string; readonly fields: EventFields }
  | { readonly tell: "asks"; readonly name: string };

/** What a body tells, or what is wrong with it. */
export function toldEvents(body: string): readonly Told[] | string {
  const whole = parse(body);
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
  const values = whole === undefined ? lines.map(parse) : isArray(whole) ? whole : [whole];
  if (values.length === 0) return "no event: send a JSON object, an array of them, or one a line";
  const told: Told[] = [];
  for (const [i, value] of values.entries()) {
    const one = value === undefined ? "not JSON" : toldEvent(value);
    if (typeof one === "string") return `event ${i}: ${one}`;
    told.push(one);
  }
  return told;
}

function toldEvent(value: Json): Told | string {
  if (!isObject(value)) return "not an object";
  const problem = toldProblem(value);
  if (problem !== undefined) return problem;
  const end = text(field(value, "end"));
  if (end !== undefined) return { tell: "end", key: end, fields: fieldsOf(value) };
  const drop = text(field(value, "drop"));
  if (drop !== undefined) return { tell: "drop", key: drop };
  const asks = text(field(value, "asks"));
  if (asks !== undefined) return { tell: "asks", name: asks };
  const kind = KINDS.find((each) => each === field(value, "kind"));
  if (kind === undefined) return `"kind" must be one of ${KINDS.join(", ")}`;
  const event: EventRecord = { kind, ...headOf(value, kind), ...fieldsOf(value) };
  const start = text(field(value, "start"));
  const holder = text(field(value, "inside"));
  const inside = holder === undefined ? {} : { inside: holder };
  const undecided = field(value, "undecided") === true;
  if (start !== undefined) return { tell: "start", key: start, event, ...inside, undecided };
  return { tell: "whole", event: { status: endedStatus(kind, event), ...event }, ...inside };
}

/** How an event has ended of which that was not said. */
export function endedStatus(kind: Kind, { error, response }: EventFields): Status {
  const { streamed = false, body } = response ?? {};
  return callStatus(kind, { error, answer: typeof body === "string" && !streamed ? body : undefined });
}

function headOf(value: Json, kind: Kind): EventFields {
  const name = text(field(value, "name")) ?? text(field(value, "model"));
  const agent = text(field(value, "agent"));
  const callId = text(field(value, "callId"));
  const provider = text(field(value, "provider"));
  const op = text(field(value, "op"));
  const asked = field(value, "args") ?? field(value, "request");
  const at = number(field(value, "at"));
  const rpc = text(field(value, "rpc"));
  const from = text(field(value, "from"));
  return {
    name: name ?? kind,
    at: at ?? Date.now(),
    ...(agent === undefined ? {} : { agent }),
    ...(callId === undefined ? {} : { callId }),
    ...(provider === undefined ? {} : { provider }),
    ...(op === undefined ? {} : { op }),
    ...(asked === undefined ? {} : { request: { body: JSON.stringify(asked) } }),
    ...(rpc === undefined ? {} : { extra: { rpc, ...(from === undefined ? {} : { from }) } }),
  };
}

function fieldsOf(value: Json): EventFields {
  const answer = field(value, "result") ?? field(value, "response");
  const error = errorOf(value);
  const status = STATUSES.find((each): each is Status => each === field(value, "status"));
  const durationMs = number(field(value, "durationMs"));
  const origin = ORIGINS.find((each) => each === field(value, "origin"));
  const extra = besidesOf(value);
  const before = field(value, "before");
  const after = field(value, "after") ?? field(value, "state");
  const tokens = tokensOf(field(value, "tokens"));
  const known = status ?? (error ? "error" : undefined);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(answer === undefined ? {} : { response: answered(answer, field(value, "streamed") === true) }),
    ...(origin === undefined ? {} : { origin }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
    ...(error === undefined ? {} : { error }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** What our own programs tell besides: of wrapped functions, and of what a replay made of their calls. */
function besidesOf(value: Json): JsonObject {
  const miss = field(value, "miss");
  return defined({
    returns: text(field(value, "returns")),
    asks: field(value, "asks") === true ? true : undefined,
    servedFrom: number(field(value, "servedFrom")),
    loose: text(field(value, "loose")),
    miss: isObject(miss) ? miss : undefined,
  });
}

/** Pieces of a stream come as lines of JSON in one text. */
function answered(answer: Json, streamed: boolean): NonNullable<EventFields["response"]> {
  return streamed && typeof answer === "string" ? { streamed, body: answer } : { body: JSON.stringify(answer) };
}

function errorOf(value: Json): ErrorInfo | undefined {
  const error = field(value, "error");
  const message = text(error) ?? text(field(error, "message")) ?? text(field(value, "message"));
  if (message === undefined)
    return error === undefined || error === null ? undefined : { message: JSON.stringify(error) };
  const type = text(field(error, "type"));
  const detail = field(error, "detail");
  return { message, ...(type === undefined ? {} : { type }), ...(detail === undefined ? {} : { detail }) };
}

function tokensOf(value: Json | undefined): Tokens | undefined {
  if (!isObject(value)) return undefined;
  const counts = ["in", "out", "cacheRead", "cacheWrite", "reasoning"].flatMap((key) => {
    const known = count(field(value, key));
    return known === undefined ? [] : [[key, known] as const];
  });
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}
