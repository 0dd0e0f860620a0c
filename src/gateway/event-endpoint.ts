import type { RunRecorder } from "../record/run-recorder.ts";
import { toldEvents } from "../record/told-event.ts";
import type { EventRecord } from "../trace/record.ts";

/** `POST /<token>/_vcr/events`: programs in any language tell what the gateway cannot see. Answers the steps. */
export class EventEndpoint {
  readonly #recorder: RunRecorder;
  readonly #started = new Map<string, { readonly seq: number; readonly at: number }>();

  readonly #serversAreLive: boolean;

  /** `serversAreLive`: what taps tell of MCP servers is asked for real in a run whose other calls may be served. */
  constructor(recorder: RunRecorder, how: { readonly serversAreLive?: boolean } = {}) {
    this.#recorder = recorder;
    this.#serversAreLive = how.serversAreLive ?? false;
  }

  async answer(name: string, body: Buffer): Promise<{ readonly status: number; readonly json: unknown }> {
    if (name !== "events") return { status: 404, json: { error: `nothing at _vcr/${name}; there is _vcr/events` } };
    const told = toldEvents(body.toString("utf8"));
    if (typeof told === "string") return { status: 400, json: { error: told } };
    const steps: (number | null)[] = [];
    for (const one of told) {
      if (one.tell === "whole") steps.push(this.#recorder.event(this.#placed(one)) ?? null);
      else if (one.tell === "start") {
        const seq = this.#recorder.start(this.#placed(one));
        if (seq !== undefined) this.#started.set(one.key, { seq, at: performance.now() });
        steps.push(seq ?? null);
      } else {
        const open = this.#started.get(one.key);
        if (open === undefined) return { status: 409, json: { error: `nothing was started as "${one.key}"`, steps } };
        this.#started.delete(one.key);
        const durationMs = Math.round(performance.now() - open.at);
        this.#recorder.end(open.seq, { status: one.fields.error ? "error" : "ok", durationMs, ...one.fields });
        steps.push(open.seq);
      }
    }
    return { status: 200, json: { steps } };
  }

  /** With the step of the event inside which it happens, where that one is open. */
  #placed({ event, inside }: { readonly event: EventRecord; readonly inside?: string }): EventRecord {
    const live = this.#serversAreLive && event.op === "mcp" ? { ...event, origin: "live" as const } : event;
    const holder = inside === undefined ? undefined : this.#started.get(inside);
    return holder === undefined ? live : { ...live, extra: { ...live.extra, parent: holder.seq } };
  }
}
