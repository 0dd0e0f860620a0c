import { fingerprint, type RequestToIdentify } from "../../identity/fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import { field, isObject, type Json, type JsonObject, parse } from "../../json/json.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { headerOf, learnKeys } from "../../record/masked/kept-headers.ts";
import { maskContent, maskSplit } from "../../record/masked/mask-request.ts";
import { type Asked, type ReadRequest, readRequest } from "../../record/request/asked.ts";
import { ElementBook } from "../../record/request/element-book.ts";
import { splitBody } from "../../record/request/split-request.ts";
import type { Masker } from "../../redact/masker.ts";
import type { Kind } from "../../trace/event.ts";
import { type RequestSketch, requestSketch } from "../matching/call-similarity.ts";
import type { AskedCall } from "../matching/matcher.ts";
import { placeOfCall } from "../matching/place-of-call.ts";
import type { ReplayRules } from "../replay-rules.ts";
import { plainBody, rpcBody } from "./body-to-identify.ts";
import { Identifier } from "./identifier.ts";

/** A request that an agent makes now, read the way recorded ones were. */
export class WireCall implements AskedCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op: string | undefined;
  readonly place: string;
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  readonly dialect: Dialect | undefined;
  readonly path: string;
  /** Calls with the same one belong to one conversation. */
  readonly lane: string;
  /** Number of a JSON-RPC message. */
  readonly rpcId: Json | undefined;
  readonly #bodies: WireBodies;
  readonly #otherForm: () => readonly string[];
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
    this.#otherForm = ids.otherForm;
    this.#bodies = bodies;
    this.rpcId = bodies.rpcId;
    const first = read.split?.places.find(({ pointer }) => pointer === call.dialect?.conversation)?.elements[0];
    this.lane = `${headerOf(asked.headers, "x-vcr-agent") ?? ""} ${this.place} ${first?.digest ?? this.exact[0]}`;
  }

  /** Identities of the same request for the answer in the other form: streamed or whole. Few calls are asked for them. */
  get otherForm(): readonly string[] {
    return this.#otherForm();
  }

  /** Of calls that are answered nobody asks for it. */
  get request(): Json | undefined {
    return this.#bodies.json();
  }

  get sketch(): RequestSketch {
    const text = this.#bodies.text();
    this.#sketch ??= requestSketch(this.request, { dialect: this.dialect, rules: rulesOf(), text });
    return this.#sketch;
  }

  identity(rules: Rules): string {
    return fingerprint(this.#bodies.masked, rules);
  }
}

interface WireBodies {
  readonly masked: RequestToIdentify;
  json(): Json | undefined;
  text(): string | undefined;
  readonly rpcId: Json | undefined;
}

interface WireIdentities {
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  otherForm(): readonly string[];
}

export interface WireReaderOptions {
  readonly masker: Masker;
  /** Name of the variable that holds a route's key, for its placeholder. */
  readonly keyName?: (route: string) => string | undefined;
  /** What is known of requests already, by the same masker. @default nothing */
  readonly book?: ElementBook | undefined;
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
    this.#book = how.book ?? new ElementBook(how.masker);
    this.#keyName = how.keyName;
    this.#unmasked = new Identifier(rules.plain);
    this.#masked = new Identifier(rules.plain);
    this.#wide = rules.wide && new Identifier(rules.wide);
  }

  /** `read`: where a recorder has read it already. */
  read(asked: Asked, read: ReadRequest = readRequest(asked, this.#book)): WireCall {
    learnKeys(asked.headers, asked.path, { masker: this.#masker, name: this.#keyName?.(asked.route) ?? "API_KEY" });
    const own = this.#own(read, asked);
    const bodies = this.#maskedBodies(read, asked, own);
    const { masked } = bodies;
    const ids = masked === own ? [this.#masked.of(own)] : [this.#masked.of(masked), this.#unmasked.of(own)];
    const widened = this.#wide;
    const wide = widened === undefined ? [] : [...new Set([masked, own])].map((request) => widened.of(request));
    const inOtherForm = once(() => {
      const other = otherForm(masked);
      return other === undefined ? [] : [this.#masked.of(other)];
    });
    const call = new WireCall(read, asked, {
      bodies,
      ids: { exact: [...new Set(ids)], wide: [...new Set(wide)], otherForm: inOtherForm },
    });
    this.#requests.set(call, [masked, own]);
    return call;
  }

  /** What `call` was answered, folded where it was a stream. */
  answered(call: WireCall, answer: () => Json | undefined): void {
    const [masked, own] = this.#requests.get(call) ?? [];
    if (masked === undefined || own === undefined) return;
    this.#masked.answered(masked, answer);
    this.#unmasked.answered(own, answer);
    this.#wide?.answered(masked, answer);
  }

  #own({ call, split, bytes }: ReadRequest, asked: Asked): RequestToIdentify {
    const base = { op: call.op, method: asked.method, path: asked.path };
    const json = call.op === "mcp" ? parse(Buffer.from(bytes).toString()) : undefined;
    if (json !== undefined) return { ...base, body: { json: rpcBody(json) } };
    return { ...base, body: split ? splitBody(split) : plainBody(bytes, headerOf(asked.headers, "content-type")) };
  }

  #maskedBodies({ call, split, bytes }: ReadRequest, asked: Asked, own: RequestToIdentify): WireBodies {
    const mcp = call.op === "mcp";
    const { body, masked } = split ? maskSplit(split, this.#book, this.#masker) : maskContent(bytes, this.#masker);
    const content = typeof body === "string" ? Buffer.from(body) : body;
    const text = once(() => (typeof body === "string" ? body : split && Buffer.from(body).toString()));
    const json = once(() => {
      const source = text();
      return source === undefined ? undefined : parse(source);
    });
    const rpcId = mcp ? field(json(), "id") : undefined;
    // Taken apart already, and nothing in it is masked.
    if (split && masked.length === 0 && !mcp) return { masked: own, json, text, rpcId };
    const value = json();
    const identified =
      value === undefined
        ? plainBody(content, headerOf(asked.headers, "content-type"))
        : { json: mcp ? rpcBody(value) : value };
    return { masked: { op: call.op, method: asked.method, path: asked.path, body: identified }, json, text, rpcId };
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
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
  if (op === undefined) return undefined;
  const { frame, places = [] } = body?.repeated ?? {};
  if (isObject(frame)) return { ...request, body: { repeated: { frame: inOtherForm(frame), places } } };
  return isObject(json) ? { ...request, body: { json: inOtherForm(json) } } : undefined;
}

function inOtherForm(body: JsonObject): JsonObject {
  return { ...body, stream: body.stream !== true };
}
