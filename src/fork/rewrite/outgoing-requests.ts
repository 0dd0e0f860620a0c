import type { BodyChange, LiveRewrite } from "../../control/protocol.ts";
import type { Outgoing, Rewriter } from "../../gateway/upstream/rewriter.ts";
import { field, isArray, isObject, type Json, type JsonObject, parse } from "../../json/json.ts";
import { headerOf } from "../../record/masked/kept-headers.ts";
import type { Asked } from "../../record/request/asked.ts";
import { decodeBody } from "../../record/request/decode-body.ts";
import type { WireCall } from "../../replay/calls/wire-call.ts";
import { handRewrites } from "./hand-rewrites.ts";
import { LiveRewrites } from "./live-rewrites.ts";
import { type Rewrite, rewriteJson } from "./rewrite.ts";
import { ServerChain, withBefore } from "./server-chain.ts";

/** Longest value of a rewrite that is shown. */
const SHOWN = 80;

/** What goes out instead of what an agent asks: its rewrites made, and what the provider remembers wrongly put together again. */
export class OutgoingRequests implements Rewriter {
  readonly rewrites: LiveRewrites;
  readonly chain = new ServerChain();
  /** Told of every change of what is in force. */
  onEdits: ((edits: readonly Json[]) => void) | undefined;
  readonly #others: readonly Json[];

  /** `others`: edits of the run that are no rewrites (of answers); nobody switches those. */
  constructor(rewrites: readonly Rewrite[] = [], others: readonly Json[] = []) {
    this.rewrites = new LiveRewrites(rewrites);
    this.#others = others;
  }

  get any(): boolean {
    return this.rewrites.any;
  }

  get list(): readonly LiveRewrite[] {
    return this.rewrites.list.map(({ rewrite: { step, pointer, after }, on }) => ({
      words: after === undefined ? `${step}:${pointer} left out` : `${step}:${pointer} = ${shown(after)}`,
      on,
    }));
  }

  set(index: number, on: boolean): void {
    this.rewrites.set(index, on);
    this.#tell();
  }

  add(call: WireCall, step: number, changes: readonly BodyChange[]): () => void {
    const takeBack = this.rewrites.add(handRewrites(call, step, changes));
    this.#tell();
    return () => {
      takeBack();
      this.#tell();
    };
  }

  #tell(): void {
    const inForce = this.rewrites.list.flatMap(({ rewrite, on }) => (on ? [rewriteJson(rewrite)] : []));
    this.onEdits?.([...this.#others, ...inForce]);
  }

  apply(call: WireCall, asked: Asked): Outgoing | string | undefined {
    const { dialect, request: masked, lane, exact } = call;
    if (dialect === undefined || masked === undefined || call.kind !== "llm") return undefined;
    const before = this.chain.before(masked);
    if (before?.known === false) return "the answer it goes on from is one that the fork has not seen";
    if (!this.any && before === undefined) return undefined;
    const body = textAsked(asked);
    const plain = body === undefined ? undefined : parse(body);
    if (body === undefined || plain === undefined) return "its body could not be read, so no edit could be made in it";
    const whole = before && {
      text: JSON.stringify(withBefore(plain, before.plain)),
      masked: withBefore(masked, before.masked),
    };
    const asIs = { text: body, masked, path: asked.path, dialect, lane, identity: exact[0] ?? "" };
    const made = this.rewrites.apply({ ...asIs, ...whole });
    if (made === undefined) return "an edit could not be made in it";
    const { sent } = made;
    if (whole === undefined) return sent === undefined ? undefined : { ...made, sent };
    const set = { "/input": whole.masked.input ?? [], ...setOf(sent) };
    return { ...made, sent: { ...sent, set, drop: [...dropOf(sent), "/previous_response_id"] } };
  }
}

function textAsked(asked: Asked): string | undefined {
  const { bytes, left } = decodeBody(asked.body, headerOf(asked.headers, "content-encoding"));
  return left === undefined ? Buffer.from(bytes).toString() : undefined;
}

export function jsonAsked(asked: Asked): Json | undefined {
  const body = textAsked(asked);
  return body === undefined ? undefined : parse(body);
}

function setOf(sent: JsonObject | undefined): JsonObject {
  const set = field(sent, "set");
  return isObject(set) ? set : {};
}

function dropOf(sent: JsonObject | undefined): readonly Json[] {
  const drop = field(sent, "drop");
  return isArray(drop) ? drop : [];
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
