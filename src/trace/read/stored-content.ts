import { isArray, isObject, type Json, parse, text as textOf } from "../../json/json.ts";
import { checksum } from "../checksum.ts";
import type { Elements, Repeated } from "../event.ts";
import { locate, type Members, members, type Span, splice } from "../json-text.ts";
import { type ElementReader, LONGEST_LINE } from "./element-reader.ts";
import { FilledArray, valueName } from "./filled-array.ts";
import type { RunPart } from "./run-part.ts";

/** Where a content's repeated parts are to be found. */
export interface Origin {
  readonly run: RunPart;
  readonly reader: ElementReader;
  /** The walk has not been as far as this line: elements that are not found may yet be. */
  readonly indexing: boolean;
}

/** The content of a `request` or `response` object, rebuilt when asked for. FORMAT.md, section 3. */
export class StoredContent {
  readonly #object: string;
  #members: Members | undefined;
  readonly #origin: Origin;
  readonly #notices = new Set<string>();
  /** By pointer: which elements could not be found. */
  readonly #missing = new Map<string, readonly string[]>();
  #rebuilt: { readonly text?: string; readonly bytes?: Uint8Array } | undefined;
  #checked = false;
  #json: { readonly value: Json | undefined } | undefined;

  /** `object` is the JSON text of the request or response. */
  constructor(object: string, origin: Origin) {
    this.#object = object;
    this.#origin = origin;
  }

  get #parts(): Members {
    if (this.#members === undefined) {
      this.#members = members(this.#object, 0) ?? { fields: new Map(), complete: false };
      if (!this.#members.complete) this.#notices.add("the line breaks off");
    }
    return this.#members;
  }

  /** A small field, parsed. */
  field(key: string): Json | undefined {
    const raw = this.#raw(key);
    return raw === undefined ? undefined : parse(raw);
  }

  get text(): string | undefined {
    return this.#content().text;
  }

  get bytes(): Uint8Array | undefined {
    return this.#content().bytes;
  }

  get json(): Json | undefined {
    this.#json ??= { value: this.text === undefined ? undefined : parse(this.text) };
    return this.#json.value;
  }

  get notice(): string | undefined {
    const { text, bytes } = this.#content();
    const crc = textOf(this.field("crc"));
    const content = text ?? bytes;
    const whole = this.#notices.size === 0 && this.#missing.size === 0;
    if (!this.#checked && whole && crc !== undefined && content !== undefined) {
      if (checksum(content) !== crc) this.#notices.add("altered since recording");
    }
    this.#checked = true;
    const words = [...this.#notices, ...this.#missingWords()];
    return words.length > 0 ? words.join("; ") : undefined;
  }

  /** The array at `pointer` element by element, where it lies in pools. */
  elements(pointer: string): Elements | undefined {
    const fill = this.field("fill");
    const ranges = isObject(fill) && Object.hasOwn(fill, pointer) ? fill[pointer] : undefined;
    return isArray(ranges) ? new FilledArray(ranges, this.#origin.run, this.#origin.reader) : undefined;
  }

  /** The two halves of a filled body; undefined where the line holds all of it. */
  get repeated(): Repeated | undefined {
    const fill = this.field("fill");
    const body = this.#raw("body");
    if (!isObject(fill) || body === undefined) return undefined;
    const places = Object.entries(fill).map(([pointer, entry]) => {
      const elements = this.elements(pointer);
      return { pointer, elements: elements ?? this.#single(pointer, entry), single: elements === undefined };
    });
    return { frame: parse(body), places };
  }

  /** Pointers of all places in the content where a secret was replaced. */
  get masked(): readonly string[] {
    const own = this.field("masked");
    const fill = this.field("fill");
    const { run, reader } = this.#origin;
    const inside = Object.entries(isObject(fill) ? fill : {}).flatMap(([pointer, entry]) => {
      const name = valueName(entry);
      if (name) return reader.masked(run, name).map((place) => `${pointer}${place}`);
      const array = isArray(entry) ? new FilledArray(entry, run, reader) : undefined;
      return Array.from({ length: array?.length ?? 0 }).flatMap((_, i) =>
        (array?.masked(i) ?? []).map((place) => `${pointer}/${i}${place}`),
      );
    });
    return [...(isArray(own) ? own.filter((each) => typeof each === "string") : []), ...inside];
  }

  #single(pointer: string, entry: Json): Elements {
    const name = valueName(entry);
    const key = name ? `${name[0]}:${name[1]}` : JSON.stringify(entry);
    return { length: 1, key: () => key, at: () => parse(this.#replacement(pointer, entry, true) ?? "null") ?? null };
  }

  #raw(key: string): string | undefined {
    const span = this.#parts.fields.get(key);
    return span && this.#object.slice(span.start, span.end);
  }

  #content(): { readonly text?: string; readonly bytes?: Uint8Array } {
    this.#rebuilt ??= this.#rebuild();
    return this.#rebuilt;
  }

  #rebuild(): { readonly text?: string; readonly bytes?: Uint8Array } {
    const body = this.#raw("body");
    if (body !== undefined) return { text: this.#filled(body) };
    const text = textOf(this.field("text"));
    if (text !== undefined) return { text };
    const base64 = textOf(this.field("base64"));
    if (base64 !== undefined) return { bytes: Buffer.from(base64, "base64") };
    const blob = this.field("blob");
    if (blob === undefined) return {};
    const content = this.#origin.reader.content({ blob }, this.#notices);
    if (!content) return {};
    return this.field("as") === "text" ? { text: content.toString() } : { bytes: content };
  }

  /** Rebuilt without a look at each element; where the checksum does not agree, with one. */
  #filled(body: string): string {
    const tail = textOf(this.field("tail")) ?? "";
    // What holds nothing from elsewhere stands as it is.
    if (!this.#parts.fields.has("fill")) return body + tail;
    const crc = textOf(this.field("crc"));
    const quick = crc === undefined ? undefined : this.#fillIn(body, false) + tail;
    if (quick !== undefined && checksum(quick) === crc) {
      this.#checked = true;
      return quick;
    }
    return this.#fillIn(body, true) + tail;
  }

  #fillIn(body: string, checking: boolean): string {
    this.#missing.clear();
    const fill = this.field("fill");
    if (!isObject(fill)) return body;
    const changes: (Span & { readonly by: string })[] = [];
    let length = body.length;
    for (const [pointer, entry] of Object.entries(fill)) {
      const span = locate(body, pointer);
      const by = span && this.#replacement(pointer, entry, checking);
      if (!span || by === undefined) continue;
      length += by.length;
      if (length > LONGEST_LINE) {
        this.#notices.add(`longer than ${LONGEST_LINE} characters: parts are left out`);
        break;
      }
      changes.push({ ...span, by });
    }
    return splice(body, changes);
  }

  /** What stands at a filled place; undefined leaves it empty. */
  #replacement(pointer: string, entry: Json, checking: boolean): string | undefined {
    const { run, reader } = this.#origin;
    if (isArray(entry)) return this.#list(pointer, new FilledArray(entry, run, reader), checking);
    const name = valueName(entry);
    if (!name) return isObject(entry) && entry.blob !== undefined ? reader.leaf(entry, this.#notices) : undefined;
    const value = sound(reader.element(run, name, this.#notices), checking);
    if (value === undefined) this.#missing.set(pointer, [`${name[0]}:${name[1]}`]);
    return value;
  }

  #list(pointer: string, array: FilledArray, checking: boolean): string {
    const separator = textOf(this.field("sep")) ?? ",";
    const texts: string[] = [];
    const missing: string[] = [];
    let length = 0;
    for (let i = 0; i < array.length && length <= LONGEST_LINE; i++) {
      const text = sound(array.text(i, this.#notices), checking);
      if (text === undefined) missing.push(array.key(i));
      texts.push(text ?? "null");
      length += texts.at(-1)?.length ?? 0;
    }
    if (missing.length > 0) this.#missing.set(pointer, missing);
    return `[${texts.join(separator)}]`;
  }

  #missingWords(): string[] {
    const why = this.#origin.indexing ? "not indexed yet" : "missing or damaged";
    return [...this.#missing].map(([pointer, keys]) => {
      const some = keys.slice(0, 3).join(", ") + (keys.length > 3 ? `, … (${keys.length} in all)` : "");
      return `element ${some} of ${pointer} is ${why}`;
    });
  }
}

/** An element's text; when `checking`, only if it is JSON. */
function sound(text: string | undefined, checking: boolean): string | undefined {
  return text === undefined || (checking && parse(text) === undefined) ? undefined : text;
}
