import type { RunRecorder } from "../record/run-recorder.ts";
import { endedStatus, toldEvents } from "../record/told-event.ts";
import type { Kind } from "../trace/event.ts";
import type { EventRecord } from "../trace/write/record.ts";

/** `POST /<token>/_vcr/events`: programs in any language tell what the gateway cannot see. Answers the steps. */
export class EventEndpoint {
  readonly #recorder: RunRecorder;
  readonly #othersAreServed: boolean;
  readonly #started = new Map<string, { readonly seq: number; readonly kind: Kind; readonly at: number }>();
  /** The newest step of each model that was told of, and the models that were seen to make requests too. */
  readonly #models = new Map<string, number>();
  readonly #asking = new Set<string>();
  /** Calls of models that were told of as live. */
  live = 0;

  /** `othersAreServed`: of models and MCP servers that are told of in a run whose other calls may be served, live is what is not said to be else. */
  constructor(recorder: RunRecorder, how: { readonly othersAreServed?: boolean } = {}) {
    this.#recorder = recorder;
    this.#othersAreServed = how.othersAreServed ?? false;
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
      else if (one.tell === "whole") {
        const event = this.#placed(one);
        steps.push(this.#took(event, this.#recorder.event(event)));
      } else if (one.tell === "start") {
        const event = this.#placed(one);
        const seq = this.#took(event, this.#recorder.start(event));
        if (seq !== null) this.#started.set(one.key, { seq, kind: event.kind, at: performance.now() });
        steps.push(seq);
      } else {
        const open = this.#started.get(one.key);
        if (open === undefined) return { status: 409, json: { error: `nothing was started as "${one.key}"`, steps } };
        this.#started.delete(one.key);
        const durationMs = Math.round(performance.now() - open.at);
        this.#recorder.end(open.seq, { status: endedStatus(open.kind, one.fields), durationMs, ...one.fields });
        steps.push(open.seq);
      }
    }
    return { status: 200, json: { steps } };
  }

  /** With the step of the event inside which it happens, where that one is open. */
  #placed({ event, inside }: { readonly event: EventRecord; readonly inside?: string }): EventRecord {
    const isLive = this.#othersAreServed && (event.op === "mcp" || event.kind === "llm") && event.origin === undefined;
    const live = isLive ? { ...event, origin: "live" as const } : event;
    const holder = inside === undefined ? undefined : this.#started.get(inside);
    const asks = event.kind === "llm" && this.#asking.has(event.name ?? "");
    if (holder === undefined && !asks) return live;
    const more = { ...(holder && { parent: holder.seq }), ...(asks && { asks }) };
    return { ...live, extra: { ...live.extra, ...more } };
  }

  #took({ kind, name = "", op, origin }: EventRecord, seq: number | undefined): number | null {
    if (kind === "llm" && seq !== undefined) this.#models.set(name, seq);
    if (kind === "llm" && op !== "mcp" && origin === "live") this.live++;
    return seq ?? null;
  }

  /** A replay of the run has to know that not every call of the function is among those that were told. */
  #asks(name: string): void {
    if (this.#asking.has(name)) return;
    this.#asking.add(name);
    const seq = this.#models.get(name);
    if (seq !== undefined) this.#recorder.mark(seq, { asks: true });
  }
}
