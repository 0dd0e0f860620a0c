import { byCodeUnits } from "../json/by-code-units.ts";
import { isObject, type Json } from "../json/json.ts";
import { parsePointer } from "../json/pointer.ts";
import { dialectById } from "../providers/registry.ts";
import { modelOfPath } from "../providers/request.ts";
import { digestOf, digestOfAll } from "./digest.ts";
import { isDropped, ordinals, type Spot, spotAt, topSpot } from "./normalise.ts";
import { normalisedSource, normalisedText } from "./normalised-text.ts";
import { type BodyToIdentify, type ElementList, partsOf } from "./request-parts.ts";
import type { Rules } from "./rules.ts";
import { isUnordered } from "./scrub.ts";

export interface RequestToIdentify {
  /** The dialect that reads the body ("openai/chat"); without one, method and path name the operation. */
  readonly op?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly body: BodyToIdentify | undefined;
  /**
   * Identity of the call whose answer this one continues on the vendor's side (`previous_response_id`, `conversation`);
   * where it is not known the id itself counts.
   */
  readonly previous?: string | undefined;
}

/** Fields that name what the vendor remembers. */
const CONTINUES = ["previous_response_id", "conversation"];
/** Parts of a query that are secret or change nothing. */
const SECRET_QUERY = /^(?:key|api[-_]?key|access_token|token|sig|signature|alt|\$alt)$/i;

/** Identities of the requests of one run: what repeats from call to call is digested once. */
export class Fingerprints {
  readonly rules: Rules;
  readonly #elements = new Map<string, ElementDigest>();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  /**
   * sha256(operation, frame, element digests, id vector, previous), lower-case hex. Equal for requests that ask the
   * same of the same operation; headers never count.
   */
  of(request: RequestToIdentify): string {
    const dialect = request.op === undefined ? undefined : dialectById(request.op);
    const { body } = request;
    const parts = body && partsOf(body, dialect?.repeated ?? []);
    const operation = operationOf(request, dialect?.id);
    if (!parts) return digestOfAll([operation, body?.text ?? "", body?.bytes ? hex(body.bytes) : ""]);
    const { idFor } = ordinals();
    const frame = this.#frame(parts.frame, request, dialect !== undefined);
    const texts = [operation, normalisedText(frame, this.rules, dialect ? idFor : (id) => id)];
    if (this.rules.purpose === "replay") texts.push(isStream(parts.frame, request.path) ? "stream" : "plain");
    for (const { pointer, elements } of parts.lists) {
      const spot = (parsePointer(pointer) ?? []).reduce((at, token) => spotAt(at, token), topSpot(this.rules));
      if (isDropped(spot)) continue;
      texts.push(pointer);
      for (const { digest, ids } of this.#digests(elements, spot)) texts.push(digest, ids.map(idFor).join(" "));
    }
    if (request.previous !== undefined) texts.push(`previous ${request.previous}`);
    return digestOfAll(texts);
  }

  #frame(frame: Json, request: RequestToIdentify, known: boolean): Json {
    if (!known || !isObject(frame)) return frame;
    const gone = request.previous === undefined ? ["stream"] : ["stream", ...CONTINUES];
    return gone.reduce<Json>((at, key) => withoutKey(at, key), frame);
  }

  #digests(elements: ElementList, spot: Spot): readonly ElementDigest[] {
    const digests: ElementDigest[] = [];
    for (let i = 0; i < elements.length; i++) {
      const inner = spotAt(spot, i);
      if (!isDropped(inner)) digests.push(this.#element(elements, i, inner));
    }
    return isUnordered(spot.key, this.rules.scrub) ? digests.sort((a, b) => byCodeUnits(a.digest, b.digest)) : digests;
  }

  #element(elements: ElementList, i: number, spot: Spot): ElementDigest {
    const own = elements.key?.(i);
    const key = own === undefined ? undefined : `${own} ${spot.noise.id} ${spot.ignore.id}`;
    const cached = key === undefined ? undefined : this.#elements.get(key);
    if (cached) return cached;
    const made = this.#digested(elements, i, spot);
    if (key !== undefined) this.#elements.set(key, made);
    return made;
  }

  #digested(elements: ElementList, i: number, spot: Spot): ElementDigest {
    const { idFor, ids } = ordinals();
    const source = elements.text?.(i);
    const text = source === undefined ? undefined : normalisedSource(source, this.rules, idFor, spot);
    return { digest: digestOf(text ?? normalisedText(elements.at(i), this.rules, idFor, spot)), ids };
  }
}

interface ElementDigest {
  readonly digest: string;
  /** Ids of the element in the order of its local ordinals. */
  readonly ids: readonly string[];
}

/** Identity of one request by itself. */
export function fingerprint(request: RequestToIdentify, rules: Rules): string {
  return new Fingerprints(rules).of(request);
}

/** A dialect's name stands for all its paths and API versions. The model may be named in the path only. */
function operationOf(request: RequestToIdentify, dialect: string | undefined): string {
  const { method = "", path = "" } = request;
  if (dialect !== undefined) return `${dialect} ${modelOfPath(path) ?? ""}`;
  const [route = "", query = ""] = path.split("?", 2);
  const kept = query
    .split("&")
    .filter((pair) => pair !== "" && !SECRET_QUERY.test(pair.split("=", 1)[0] ?? ""))
    .sort();
  return `${method.toUpperCase()} ${route}?${kept.join("&")}`;
}

function isStream(frame: Json, path: string | undefined): boolean {
  return (isObject(frame) && frame.stream === true) || /:stream/i.test(path ?? "");
}

function withoutKey(value: Json, key: string): Json {
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const copy: Record<string, Json> = Object.create(null);
  for (const [name, member] of Object.entries(value)) if (name !== key) copy[name] = member;
  return copy;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
