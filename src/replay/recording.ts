import { RULES_VERSION } from "../identity/rules.ts";
import { storedField } from "../run/records/stored-fields.ts";
import type { Row, Run } from "../run/run.ts";
import type { EventBody } from "../trace/event.ts";
import { Identifier } from "./calls/identifier.ts";
import { opOfRow } from "./calls/op-of-row.ts";
import { isAskedByServer } from "./calls/rpc-call.ts";
import type { ServableCall } from "./calls/servable-call.ts";
import { identityOfBody, requestToIdentify, StoredCall } from "./calls/stored-call.ts";
import { storedCallFields } from "./calls/stored-call-fields.ts";
import type { RecordedCall } from "./matching/matcher.ts";
import type { ReplayRules } from "./replay-rules.ts";

/** A run as what can be served of it. */
export interface Recording {
  /** In the order of steps. Exchanges that repeat a failed one are one call with it. */
  readonly calls: readonly ServableCall[];
  /** What goes on around calls (probes, lists of models), by identity, in the order of steps. */
  readonly around: ReadonlyMap<string, readonly ServableCall[]>;
  /** Calls that nobody answered: they cannot be served. */
  readonly unanswered: readonly RecordedCall[];
  /** What MCP servers asked back while they worked on a call, by its step. */
  readonly askedBack?: ReadonlyMap<number, readonly ServableCall[]>;
}

/** Kinds that somebody asks for; the others are told, or derived. */
const SERVED = new Set(["llm", "tool", "memory", "http"]);

/**
 * What passed through vcr ("wire": HTTP, MCP over stdio), or was asked inside a program of wrapped functions: of all of
 * them, or of those of models, or of the others. Those that are left out are taken to run.
 */
export type RecordedPart = "wire" | "inside" | "inside-models" | "inside-tools";

/** The run must have been read to its end. */
export function recordingOf(run: Run, rules: ReplayRules, where: RecordedPart): Recording {
  const steps = recordingSteps(run, rules, where);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, row by row: each yields how far it is, from 0 to 1. */
export function* recordingSteps(
  run: Run,
  rules: ReplayRules,
  where: RecordedPart,
): Generator<number, Recording, undefined> {
  const loader = new Loader(run, rules, where);
  for (let i = 0; i < run.length; i++) {
    loader.take(i);
    yield i / run.length;
  }
  return loader;
}

class Loader implements Recording {
  readonly run: Run;
  readonly calls: StoredCall[] = [];
  readonly around = new Map<string, StoredCall[]>();
  readonly unanswered: StoredCall[] = [];
  readonly askedBack = new Map<number, StoredCall[]>();
  readonly #rules: ReplayRules;
  readonly #onWire: boolean;
  readonly #part: RecordedPart;
  readonly #plain: Identifier;
  readonly #wide: Identifier | undefined;
  /** The newest call of each identity. */
  readonly #newest = new Map<string, StoredCall>();
  /** Steps of wrapped calls of kinds that are served. */
  readonly #inside = new Set<number>();
  readonly #byStep = new Map<number, StoredCall>();

  constructor(run: Run, rules: ReplayRules, part: RecordedPart) {
    this.run = run.asked;
    this.#rules = rules;
    this.#onWire = part === "wire";
    this.#part = part;
    this.#plain = new Identifier(rules.plain);
    this.#wide = rules.wide && new Identifier(rules.wide);
  }

  take(i: number): void {
    const row = this.run.row(i);
    if (row.derived || !SERVED.has(row.kind)) return;
    const body = this.run.body(i);
    if (body.request === undefined || isPassing(row, body) !== this.#onWire) return;
    const call = new StoredCall(this.run, row, body);
    if (isAskedByServer(body)) return this.#askBack(call, body);
    if (!this.#onWire && !this.#wrapped(row, body)) return;
    if (this.#onWire) this.#identify(call, body);
    else this.#identifyLater(call);
    if (body.response === undefined && body.error === undefined) {
      this.unanswered.push(call);
      return;
    }
    if (row.kind === "http") {
      const [id = ""] = call.exact;
      this.around.set(id, [...(this.around.get(id) ?? []), call]);
      return;
    }
    const repeated = this.#repeated(call, row.retryOf);
    if (repeated !== undefined) {
      repeated.repeatedBy(row, body);
      this.#byStep.set(row.seq, repeated);
      return;
    }
    this.calls.push(call);
    this.#byStep.set(row.seq, call);
    if (call.onWire) for (const id of call.exact) this.#newest.set(id, call);
  }

  #askBack(call: StoredCall, body: EventBody): void {
    const { parent } = storedCallFields(body);
    if (parent !== undefined) this.askedBack.set(parent, [...(this.askedBack.get(parent) ?? []), call]);
  }

  /** Made by a wrapped function, and not inside of another one that is served itself: that one is not run again. */
  #wrapped({ seq, kind }: Row, body: EventBody): boolean {
    if (this.#part !== "inside" && (kind === "llm") !== (this.#part === "inside-models")) return false;
    const { returns, parent } = storedCallFields(body);
    if (returns !== undefined) this.#inside.add(seq);
    return returns !== undefined && (parent === undefined || !this.#inside.has(parent));
  }

  #identify(call: StoredCall, body: EventBody): void {
    const { wide } = this.#rules;
    const answer = () => body.response?.json;
    const request = body.request?.path === undefined ? undefined : requestToIdentify(body.request, call.op);
    const by = (identifier: Identifier, rules = this.#rules.plain): string => {
      const id = identityOfBody(body, call, (each) => identifier.of(each), rules);
      if (request !== undefined) identifier.answered(request, answer);
      return id;
    };
    call.identified(this.#withKept(by(this.#plain), body));
    if (this.#wide !== undefined && wide !== undefined) call.wide = [by(this.#wide, wide)];
  }

  /** Inside a program calls say nothing of each other, and most are asked again to the letter. */
  #identifyLater(call: StoredCall): void {
    const { plain, wide } = this.#rules;
    call.identified(() => this.#withKept(call.identity(plain), call.body()));
    if (wide !== undefined) call.wide = [call.identity(wide)];
  }

  #withKept(plain: string, body: EventBody): readonly string[] {
    const kept = this.#rules.usual ? keptIdentity(this.run, body, plain) : undefined;
    return kept === undefined ? [plain] : [plain, kept];
  }

  /** The call whose failed exchange this one repeats: as the file says, or the same asked again after the failure. */
  #repeated(call: StoredCall, retryOf: number | undefined): StoredCall | undefined {
    if (!call.onWire) return undefined;
    const named = retryOf === undefined ? undefined : this.#byStep.get(retryOf);
    if (named !== undefined) return named;
    const last = call.exact.map((id) => this.#newest.get(id)).find((each) => each !== undefined);
    if (last?.failed !== true) return undefined;
    return last.end !== undefined && call.at !== undefined && call.at < last.end ? undefined : last;
  }
}

/** It passed through vcr: over HTTP, or through the tap of an MCP server. Others were told by a program. */
function isPassing(row: Row, { request }: EventBody): boolean {
  return request?.path !== undefined || opOfRow(row) === "mcp";
}

/** Placeholders of masking look like this. */
const MASKED = /<[A-Z0-9_]+>/;

/**
 * The identity of the request as it was before masking, where something in it was masked. Where nothing was, the body
 * itself counts: somebody may have edited it.
 */
function keptIdentity(run: Run, body: EventBody, plain: string): string | undefined {
  if (run.format !== "vcr") return undefined;
  const fp = storedField(body, "fp");
  if (typeof fp !== "string" || fp === plain || storedField(body, "fpv") !== RULES_VERSION) return undefined;
  return MASKED.test(body.request?.text ?? "") ? fp : undefined;
}
