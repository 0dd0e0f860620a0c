import type { RunRecorder } from "../../record/run-recorder.ts";
import { endedStatus, type Told, toldEvents } from "../../record/told/told-event.ts";
import { type Telling, UndecidedEvents } from "../../record/told/undecided-events.ts";
import type { Kind } from "../../trace/event.ts";
import type { EventRecord } from "../../trace/write/record.ts";

/** An event that was told to begin; `number` counts what is told. */
interface Started {
  readonly number: number;
  readonly kind: Kind;
  readonly at: number;
}

/** `POST /<token>/_vcr/events`: programs in any language tell what the gateway cannot see. Answers the steps. */
export class EventEndpoint {
  readonly #recorder: RunRecorder;
  readonly #othersAreServed: boolean;
  readonly #started = new Map<string, Started>();
  readonly #undecided = new UndecidedEvents((telling) => this.#write(telling));
  /** Steps of what was told and is open, or has just been written. */
  readonly #steps = new Map<number, number>();
  #next = 0;
  /** The newest step of each model that was told of, and the models that were seen to make requests too. */
  readonly #models = new Map<string, number>();
  readonly #asking = new Set<string>();
  /** Calls of models that were told of as live. */
  live = 0;

  /** `othersAreServed`: of models and MCP servers that are told of in a run whose other calls may be served, live is what is not said to be else. */
  constructor(recorder: RunRecorder, how: { readonly othersAreServed?: boolean } = {}) {
    this.#recorder = recorder;
    this.#othersAreServed = how.othersAreServed ?? false;
    // What is undecided when the program ends has never been answered, nor has it asked anybody.
    recorder.onExit(() => this.#undecided.tellAll());
  }

  async answer(name: string, body: Buffer): Promise<{ readonly status: number; readonly json: unknown }> {
    return name === "events"
      ? this.take(body.toString("utf8"))
      : { status: 404, json: { error: `nothing at _vcr/${name}; there is _vcr/events` } };
  }

  take(text: string): { readonly status: number; readonly json: unknown } {
    const told = toldEvents(text);
    if (typeof told === "string") return { status: 400, json: { error: told } };
    const steps: (number | null)[] = [];
    for (const one of told) {
      if (one.tell === "asks") this.#asks(one.name);
      else if (one.tell === "whole" || one.tell === "start") steps.push(this.#begin(one));
      else {
        const open = this.#started.get(one.key);
        if (open === undefined) return { status: 409, json: { error: `nothing was started as "${one.key}"`, steps } };
        this.#started.delete(one.key);
        if (one.tell === "end") steps.push(this.#end(open, one));
        else this.#undecided.decide(open.number, false);
      }
    }
    return { status: 200, json: { steps } };
  }

  /** The step; null where it is not known yet, or could not be written. */
  #begin(told: Told & { readonly tell: "whole" | "start" }): number | null {
    const seq = this.#next++;
    const parent = told.inside === undefined ? undefined : this.#started.get(told.inside)?.number;
    const { event } = told;
    const record = parent === undefined ? event : { ...event, extra: { ...event.extra, parent } };
    if (told.tell === "whole") this.#undecided.add({ do: "event", seq, record });
    else {
      this.#started.set(told.key, { number: seq, kind: event.kind, at: performance.now() });
      if (told.undecided) this.#undecided.defer(seq, record);
      else this.#undecided.add({ do: "start", seq, record });
    }
    const step = this.#steps.get(seq) ?? null;
    if (told.tell === "whole") this.#steps.delete(seq);
    return step;
  }

  #end({ number: seq, kind, at }: Started, { fields }: Told & { readonly tell: "end" }): number | null {
    if (this.#undecided.isUndecided(seq)) this.#undecided.decide(seq, true);
    const step = this.#steps.get(seq) ?? null;
    const durationMs = Math.round(performance.now() - at);
    this.#undecided.add({ do: "end", seq, fields: { status: endedStatus(kind, fields), durationMs, ...fields } });
    return step;
  }

  #write(telling: Telling): void {
    if (telling.do === "end") {
      const step = this.#steps.get(telling.seq);
      this.#steps.delete(telling.seq);
      if (step !== undefined) this.#recorder.end(step, telling.fields);
      return;
    }
    const event = this.#placed(telling.record);
    const step = telling.do === "event" ? this.#recorder.event(event) : this.#recorder.start(event);
    this.#took(event, step);
    if (step !== undefined) this.#steps.set(telling.seq, step);
  }

  /** With the step of the event inside which it happens, where that one is open. */
  #placed(told: EventRecord): EventRecord {
    const { parent, ...extra } = told.extra ?? {};
    const event = told.extra === undefined ? told : { ...told, extra };
    const isLive = this.#othersAreServed && (event.op === "mcp" || event.kind === "llm") && event.origin === undefined;
    const live = isLive ? { ...event, origin: "live" as const } : event;
    const holder = typeof parent === "number" ? this.#steps.get(parent) : undefined;
    const asks = event.kind === "llm" && this.#asking.has(event.name ?? "");
    if (holder === undefined && !asks) return live;
    const more = { ...(holder !== undefined && { parent: holder }), ...(asks && { asks }) };
    return { ...live, extra: { ...live.extra, ...more } };
  }

  #took({ kind, name = "", op, origin }: EventRecord, step: number | undefined): void {
    if (kind === "llm" && step !== undefined) this.#models.set(name, step);
    if (kind === "llm" && op !== "mcp" && origin === "live") this.live++;
  }

  /** A replay of the run has to know that not every call of the function is among those that were told. */
  #asks(name: string): void {
    if (this.#asking.has(name)) return;
    this.#asking.add(name);
    const step = this.#models.get(name);
    if (step !== undefined) this.#recorder.mark(step, { asks: true });
  }
}
