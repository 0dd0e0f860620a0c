import { isArray, isObject, type Json, type JsonObject, parse } from "../../json/json.ts";
import { BlobFolder } from "../blob-folder.ts";
import { type Insertions, inserted } from "../cache-marker.ts";
import { locate, members, type Span, splice } from "../json-text.ts";
import type { ByteSource } from "../source/source.ts";
import type { RunPart } from "./run-part.ts";

/** Reads single elements and blobs by name, putting back what was moved out of them. */

/** Longer lines are not made strings of. */
export const LONGEST_LINE = 256 * 1024 * 1024;
const FIRST_READ = 4096;
const LINE_END = 0x0a;

interface LineParts {
  /** JSON text of a field. */
  field(key: string): string | undefined;
}

export class ElementReader {
  readonly #source: ByteSource;
  readonly #blobs: BlobFolder;
  readonly #first = Buffer.allocUnsafeSlow(FIRST_READ);

  constructor(source: ByteSource) {
    this.#source = source;
    this.#blobs = new BlobFolder(source.path);
  }

  /** Text of an element; undefined when it is missing or its line is broken. What else is wrong goes to `notices`. */
  element(run: RunPart, name: readonly [pool: string, number: number], notices: Set<string>): string | undefined {
    const line = this.#parts(run, name);
    const marks = line?.field("insert");
    const own = marks === undefined ? line : this.#parts(run, [name[0].replace(/\+$/, ""), name[1]]);
    const bare = own?.field("body");
    const text = marks === undefined || bare === undefined ? bare : inserted(bare, insertionsOf(parse(marks)));
    const fill = own?.field("fill");
    return text === undefined || fill === undefined ? text : this.fillBlobs(text, parse(fill), notices);
  }

  /** Pointers of places in an element where a secret was replaced; those of its unmarked form hold for its twin. */
  masked(run: RunPart, [pool, number]: readonly [string, number]): readonly string[] {
    const places = parse(this.#parts(run, [pool.replace(/\+$/, ""), number])?.field("masked") ?? "");
    const own = isArray(places) ? places : parse(this.#parts(run, [pool, number])?.field("masked") ?? "");
    return isArray(own) ? own.filter((each) => typeof each === "string") : [];
  }

  #parts(run: RunPart, [pool, number]: readonly [string, number]): LineParts | undefined {
    const offset = run.elements.find(pool, number);
    const line = offset === undefined ? undefined : this.#lineAt(offset);
    const parts = line === undefined ? undefined : members(line, 0);
    if (line === undefined || !parts?.complete) return undefined;
    return {
      field: (key) => {
        const span = parts.fields.get(key);
        return span && line.slice(span.start, span.end);
      },
    };
  }

  /** `text` with its blobs put back; `null` stays where one is missing. */
  fillBlobs(text: string, fill: unknown, notices: Set<string>): string {
    const changes: (Span & { by: string })[] = [];
    for (const [pointer, entry] of Object.entries(isObject(fill) ? fill : {})) {
      const span = isObject(entry) && entry.blob !== undefined ? locate(text, pointer) : undefined;
      const by = isObject(entry) ? this.leaf(entry, notices) : undefined;
      if (span && by !== undefined) changes.push({ ...span, by });
    }
    return changes.length === 0 ? text : splice(text, changes);
  }

  /** JSON text of a leaf kept as a blob. */
  leaf(entry: JsonObject, notices: Set<string>): string | undefined {
    const content = this.content(entry, notices);
    if (entry.as !== "base64" || !content) return content?.toString();
    const before = typeof entry.before === "string" ? entry.before : "";
    return `"${before}${content.toString("base64")}"`;
  }

  /** Bytes of a blob; undefined, and a notice, when it is missing or not what it was. */
  content(entry: JsonObject, notices: Set<string>): Buffer | undefined {
    try {
      return this.#blobs.read(typeof entry.blob === "string" ? entry.blob : "");
    } catch (error) {
      notices.add(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #lineAt(offset: number): string | undefined {
    const filled = this.#source.readInto(this.#first, offset);
    const near = this.#first.subarray(0, filled).indexOf(LINE_END);
    if (near >= 0) return this.#first.toString("utf8", 0, near);
    for (let length = FIRST_READ * 4; length <= LONGEST_LINE; length *= 4) {
      const bytes = this.#source.read(offset, length);
      const end = bytes.indexOf(LINE_END);
      if (end >= 0 || bytes.length < length) return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
    }
    return undefined;
  }
}

function insertionsOf(value: Json | undefined): Insertions {
  if (!isArray(value)) return [];
  return value.flatMap((insertion): [number, string][] => {
    const [at, text] = isArray(insertion) ? insertion : [];
    return typeof at === "number" && typeof text === "string" ? [[at, text]] : [];
  });
}
