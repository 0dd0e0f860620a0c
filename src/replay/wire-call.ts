import { fingerprint, type RequestToIdentify } from "../identity/fingerprint.ts";
import { type Rules, rulesOf } from "../identity/rules.ts";
import { isObject, type Json, parse } from "../json/json.ts";
import type { Dialect } from "../providers/dialect.ts";
import { type Asked, type ReadRequest, readRequest } from "../record/asked.ts";
import { ElementBook } from "../record/element-book.ts";
import { headerOf, learnKeys } from "../record/kept-headers.ts";
import { maskContent, maskSplit } from "../record/mask-request.ts";
import { splitBody } from "../record/split-request.ts";
import type { Masker } from "../redact/masker.ts";
import type { Kind } from "../trace/event.ts";
import { plainBody, rpcBody } from "./body-to-identify.ts";
import { type RequestSketch, requestSketch } from "./call-similarity.ts";
import { Identifier } from "./identifier.ts";
import type { AskedCall } from "./matcher.ts";
import { placeOfCall } from "./place-of-call.ts";
import type { ReplayRules } from "./replay-rules.ts";

/** A request that an agent makes now, read the way recorded ones were. */
export class WireCall implements AskedCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op: string | undefined;
  readonly place: string;
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  /** Identities of the same request for the answer in the other form: streamed or whole. */
  readonly otherForm: readonly string[];
  readonly dialect: Dialect | undefined;
  readonly path: string;
  /** Calls with the same one belong to one conversation. */
  readonly lane: string;
  readonly request: Json | undefined;
  /** Number of a JSON-RPC message. */
  readonly rpcId: Json | undefined;
  readonly #masked: RequestToIdentify;
  readonly #text: string | undefined;
  #sketch: RequestSketch | undefined;

  constructor(read: ReadRequest, asked: Asked, how: { readonly bodies: WireBodies; readonly ids: WireIdentities }) {
    const { call } = read;
    const { bodies, ids } = how;
    this.kind = call.kind;
    this.name = call.name;
    this.op = call.op;
    this.dialect = call.dialect;
    this.path = asked.path;
    this.place = placeOfCall({ ...this, method: asked.method });
    this.exact = ids.exact;
    this.wide = ids.wide;
    this.otherForm = ids.otherForm;
    this.request = bodies.json;
    this.rpcId = bodies.rpcId;
    this.#masked = bodies.masked;
    this.#text = bodies.text;
    const first = read.split?.places.find(({ pointer }) => pointer === call.dialect?.conversation)?.elements[0];
    this.lane = `${headerOf(asked.headers, "x-vcr-agent") ?? ""} ${this.place} ${first?.digest ?? this.exact[0]}`;
  }

  get sketch(): RequestSketch {
    this.#sketch ??= requestSketch(this.request, { dialect: this.dialect, rules: rulesOf(), text: this.#text });
    return this.#sketch;
  }

  identity(rules: Rules): string {
    return fingerprint(this.#masked, rules);
  }
}

interface WireBodies {
  readonly masked: RequestToIdentify;
  readonly json: Json | undefined;
  readonly text: string | undefined;
  readonly rpcId: Json | undefined;
}

interface WireIdentities {
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  readonly otherForm: readonly string[];
}

export interface WireReaderOptions {
  readonly masker: Masker;
  /** Name of the variable that holds a route's key, for its placeholder. */
  readonly keyName?: (route: string) => string | undefined;
}

/** Reads the requests of one replay: what earlier ones were answered counts for later ones. */
export class WireReader {
  readonly #book: ElementBook;
  readonly #masker: Masker;
  readonly #keyName: WireReaderOptions["keyName"];
  readonly #unmasked: Identifier;
  readonly #masked: Identifier;
  readonly #wide: Identifier | undefined;
  readonly #requests = new WeakMap<WireCall, readonly RequestToIdentify[]>();

  constructor(rules: ReplayRules, how: WireReaderOptions) {
    this.#masker = how.masker;
    this.#book = new ElementBook(how.masker);
    this.#keyName = how.keyName;
    this.#unmasked = new Identifier(rules.plain);
    this.#masked = new Identifier(rules.plain);
    this.#wide = rules.wide && new Identifier(rules.wide);
  }

  read(asked: Asked): WireCall {
    const read = readRequest(asked, this.#book);
    learnKeys(asked.headers, asked.path, { masker: this.#masker, name: this.#keyName?.(asked.route) ?? "API_KEY" });
    const own = this.#own(read, asked);
    const bodies = this.#maskedBodies(read, asked);
    const { masked } = bodies;
    const ids = [this.#masked.of(masked), this.#unmasked.of(own)];
    const wide = this.#wide === undefined ? [] : [this.#wide.of(masked), this.#wide.of(own)];
    const other = otherForm(masked);
    const otherIds = other === undefined ? [] : [this.#masked.of(other)];
    const call = new WireCall(read, asked, {
      bodies,
      ids: { exact: [...new Set(ids)], wide: [...new Set(wide)], otherForm: otherIds },
    });
    this.#requests.set(call, [masked, own]);
    return call;
  }

  /** What `call` was answered, folded where it was a stream. */
  answered(call: WireCall, answer: () => Json | undefined): void {
    const [masked, own] = this.#requests.get(call) ?? [];
    if (masked === undefined || own === undefined) return;
    this.#masked.answered(this.#masked.of(masked), masked, answer);
    this.#unmasked.answered(this.#unmasked.of(own), own, answer);
    this.#wide?.answered(this.#wide.of(masked), masked, answer);
  }

  #own({ call, split, bytes }: ReadRequest, asked: Asked): RequestToIdentify {
    const base = { op: call.op, method: asked.method, path: asked.path };
    const json = call.op === "mcp" ? parse(Buffer.from(bytes).toString()) : undefined;
    if (json !== undefined) return { ...base, body: { json: rpcBody(json) } };
    return { ...base, body: split ? splitBody(split) : plainBody(bytes, headerOf(asked.headers, "content-type")) };
  }

  #maskedBodies({ call, split, bytes }: ReadRequest, asked: Asked): WireBodies {
    const { body } = split ? maskSplit(split, this.#book, this.#masker) : maskContent(bytes, this.#masker);
    const text = typeof body === "string" ? body : undefined;
    const json = text === undefined ? undefined : parse(text);
    const content = typeof body === "string" ? Buffer.from(body) : body;
    const identified =
      json === undefined
        ? plainBody(content, headerOf(asked.headers, "content-type"))
        : { json: call.op === "mcp" ? rpcBody(json) : json };
    const masked = { op: call.op, method: asked.method, path: asked.path, body: identified };
    return { masked, json, text, rpcId: call.op === "mcp" && isObject(json) ? json.id : undefined };
  }
}

/** The request that asks the same for a whole answer instead of a stream, or the other way round. */
function otherForm(request: RequestToIdentify): RequestToIdentify | undefined {
  const { body, path = "", op } = request;
  const json = body?.json;
  if (op === "gemini/generate") {
    const streams = /:streamGenerateContent/i.test(path);
    const other = streams
      ? path.replace(/:streamGenerateContent/i, ":generateContent")
      : path.replace(/:generateContent/i, ":streamGenerateContent");
    return { ...request, path: other };
  }
  if (!isObject(json) || op === undefined) return undefined;
  return { ...request, body: { json: { ...json, stream: json.stream !== true } } };
}
