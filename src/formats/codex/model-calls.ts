import type { JsonObject } from "../../json/json.ts";
import type { Tokens } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { Place, Said } from "./conversation.ts";
import { textsOf } from "./items.ts";
import type { UsageOf } from "./record.ts";

/**
 * Gathers records into calls of the model: what lies between a question and the count of its tokens. Where the count
 * stands has changed: behind the answer, behind the tools' outputs, and (2025) in front of the answer's own records.
 */

export interface ModelCall {
  readonly row: RowNumber;
  readonly place: Place;
  readonly said: Said;
  /** When the model was asked. */
  readonly asked: number | undefined;
  /** Texts of the answer, and whether an item, the event that mirrors it or both have brought them. */
  readonly texts: Map<string, "item" | "event" | "both">;
  tokens: Tokens | undefined;
  /** The tokens were there before the first item. */
  early: boolean;
  items: boolean;
  open: boolean;
  size: number;
}

export interface Piece {
  readonly items: readonly JsonObject[];
  readonly mirror: boolean;
  readonly segment: Segment;
  readonly at: number | undefined;
}

export class ModelCalls {
  readonly #sink: RowSink;
  readonly #begin: (piece: Piece) => ModelCall;
  #current: ModelCall | undefined;
  /** A count that came before anything of the answer it belongs to. */
  #ahead: { readonly tokens: Tokens; readonly segment: Segment } | undefined;
  #total: string | undefined;
  /** Since the last answer the model must have been asked again. */
  #asked = true;
  /** This thread counts each response by itself: `token_count` only repeats it. */
  #exact = false;

  /** `begin` opens the row of a new call. */
  constructor(sink: RowSink, begin: (piece: Piece) => ModelCall) {
    this.#sink = sink;
    this.#begin = begin;
  }

  /** The call that `piece` is a part of. */
  add(piece: Piece): ModelCall {
    const texts = piece.items.flatMap(textsOf);
    const way = piece.mirror ? "event" : "item";
    const known = this.#current;
    const repeats = known !== undefined && texts.some((words) => other(known.texts.get(words), way));
    // Where counts stand in front of items, events stand in front of both: a new event begins an answer.
    const goesOn = known !== undefined && (known.open || (known.early && !this.#asked && !piece.mirror));
    const call = known !== undefined && (repeats || goesOn) ? this.#extend(known, piece.segment) : this.#start(piece);
    // What only repeats words must not open a call again that was closed.
    if (!repeats) call.open = true;
    for (const words of texts) call.texts.set(words, other(call.texts.get(words), way) ? "both" : way);
    if (!piece.mirror) call.items = true;
    this.#asked = false;
    this.#time(call, piece.at);
    return call;
  }

  /** A tool's output has come: more calls of the same answer may follow only where its tokens are known already. */
  close(): void {
    if (this.#current !== undefined) this.#current.open = false;
  }

  /** The model will be asked again: what follows is another call. */
  ask(): void {
    this.close();
    this.#asked = true;
  }

  count(tokens: Tokens, { of, total, segment }: { of: UsageOf; total: string | undefined; segment: Segment }): void {
    if (of === "response") this.#exact = true;
    const repeated = of === "count" && (this.#exact || (total !== undefined && total === this.#total));
    this.#total = total ?? this.#total;
    if (repeated) return;
    const call = this.#current;
    if (call === undefined || (!call.open && call.tokens !== undefined && of !== "turn")) {
      this.#ahead = { tokens, segment };
      this.#asked = true;
      return;
    }
    call.early = call.open && !call.items;
    if (!call.early) this.ask();
    this.#extend(call, segment);
    call.tokens = tokens;
    this.#sink.set(call.row, { tokens });
  }

  #start(piece: Piece): ModelCall {
    const call = this.#begin(piece);
    this.#current = call;
    if (this.#ahead === undefined) return call;
    const { tokens, segment } = this.#ahead;
    this.#ahead = undefined;
    call.early = true;
    call.tokens = tokens;
    this.#extend(call, segment);
    this.#sink.set(call.row, { tokens });
    return call;
  }

  #extend(call: ModelCall, segment: Segment): ModelCall {
    call.said.segments.push(segment);
    call.size += segment.length;
    this.#sink.extend(call.row, segment);
    this.#sink.set(call.row, { size: call.size });
    return call;
  }

  #time(call: ModelCall, at: number | undefined): void {
    if (at === undefined || call.asked === undefined || at < call.asked) return;
    this.#sink.set(call.row, { durationMs: at - call.asked, approximate: true });
  }
}

/** Whether words brought one way (`known`) now come the other way. */
function other(known: "item" | "event" | "both" | undefined, way: "item" | "event"): boolean {
  return known !== undefined && known !== "both" && known !== way;
}
