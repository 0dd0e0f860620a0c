import type { Json, JsonObject } from "../json/json.ts";

/** The one model for everything that is opened, recorded, replayed or compared. */

export const KINDS = ["llm", "tool", "memory", "node", "message", "checkpoint", "error", "http", "raw"] as const;
export type Kind = (typeof KINDS)[number];

/** `pending`: a call without an end (in flight, or never answered) or a tool call nobody answered. */
export const STATUSES = ["ok", "error", "truncated", "pending"] as const;
export type Status = (typeof STATUSES)[number];

export const ORIGINS = ["recorded", "replayed", "live", "injected", "derived"] as const;
export type Origin = (typeof ORIGINS)[number];

/** How well a replay could answer: `loose` by something weaker than an equal request, `missed` not at all. */
export const MATCHES = ["loose", "missed"] as const;
export type Match = (typeof MATCHES)[number];

export type Edit = "request" | "answer" | "tool-result";

/** Token counts; a missing field is unknown, which is not 0. `in` counts all input, cached or not. */
export interface Tokens {
  readonly in?: number;
  readonly out?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/** The indexed part of an event: kept in memory for every event. A missing field is unknown. */
export interface RowFields {
  readonly kind: Kind;
  readonly status: Status;
  readonly origin: Origin;
  /** Model, tool or node name; the role of a message; method and path of an http event. */
  readonly name?: string;
  readonly provider?: string;
  /** The dialect that reads the body: "openai/chat", "anthropic/messages", ... */
  readonly op?: string;
  /** Name the format or a wrapper gave to the agent. Lanes are derived from more than this. */
  readonly agent?: string;
  /** Start, in milliseconds since the epoch. */
  readonly at?: number;
  readonly durationMs?: number;
  /** The duration is a gap between time stamps, not a measurement: shown as "≈". */
  readonly approximate?: boolean;
  readonly tokens?: Tokens;
  /** USD, as stored in a foreign file; never computed here. */
  readonly cost?: number;
  readonly httpStatus?: number;
  /** Step of the failed exchange this one repeats. */
  readonly retryOf?: number;
  readonly edits?: readonly Edit[];
  /** Of an event of a replay or a fork; missing: it was answered exactly, or from elsewhere. */
  readonly match?: Match;
  /** Bytes of the event in its file. */
  readonly size?: number;
}

/**
 * `36`: a step of its own. `36a`: a derived tool call, named after the llm event that asked for it.
 * Letters go a..z, aa..zz.
 */
export type StepName = string;

/** Header of a run: everything is optional since other formats say little. */
export interface RunHeader {
  readonly id?: string;
  /** Milliseconds since the epoch. */
  readonly created?: number;
  /** Tool and version that wrote it. */
  readonly by?: string;
  readonly argv?: readonly string[];
  readonly cwd?: string;
  readonly title?: string;
  readonly meta?: JsonObject;
  readonly tags?: readonly string[];
  readonly parent?: {
    readonly kind?: string;
    readonly id?: string;
    readonly file?: string;
    readonly sha256?: string;
    readonly at?: number;
  };
  /** Those in force, as far as the file has been read: a run in progress may change them. */
  readonly edits?: Json;
  /** How the recorded process ended, and when; missing while it runs, or where nobody saw the end. */
  readonly exit?: { readonly code?: number; readonly signal?: string; readonly at?: number };
}

export type Headers = Readonly<Record<string, string>>;

/**
 * A body as it was on the wire. Exactly one of `text` and `bytes` is the truth; `json` is its parsed form.
 * Reading is lazy: getters parse when asked for the first time.
 */
export interface Payload {
  /** Parsed form where the body is JSON; a folded stream has the JSON of the equivalent plain response. */
  readonly json?: Json | undefined;
  readonly text?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  /** What came over the wire, where `text` is a reading of it: a vendor's binary stream. */
  readonly wire?: Uint8Array | undefined;
  /** What is odd about it, in words: "altered since recording", "blob missing: <sha256>, expected at <path>". */
  readonly notice?: string | undefined;
  /** JSON pointers of places where a secret was replaced, where the file names them. Of a stream they begin with the number of the data line. */
  readonly masked?: readonly string[] | undefined;
}

/** Elements of a big array of a request, readable one by one. */
export interface Elements {
  readonly length: number;
  at(index: number): Json;
  /** JSON text of the element, where the file has it verbatim. */
  text?(index: number): string | undefined;
  /** Identity inside this run: equal keys mean equal content, so that views can cache by it. */
  key(index: number): string;
}

export interface RequestBody extends Payload {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Headers | undefined;
  /** The array at a JSON pointer ("/messages") without parsing the rest, where the file allows it. */
  elements?(pointer: string): Elements | undefined;
  /** What the file keeps apart because it is sent with many calls: reading the pieces costs no more than what is new. */
  readonly repeated?: Repeated | undefined;
}

/** A body in two halves: what is its own, and the parts it shares with other bodies of the run. */
export interface Repeated {
  /** The JSON with an empty array or null at each of the places. */
  readonly frame: Json | undefined;
  readonly places: readonly {
    readonly pointer: string;
    readonly elements: Elements;
    /** One value, not an array: `elements` holds just it. */
    readonly single: boolean;
  }[];
}

/** A chunk of a stream: milliseconds since the one before, and its length in bytes. */
export type Chunk = readonly [dt: number, length: number];

export interface ResponseBody extends Payload {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** Present when the answer was streamed and the file kept its timing. */
  readonly chunks?: readonly Chunk[] | undefined;
  /** The answer is a stream of server-sent events (or a vendor's like): `json` is its folded form. */
  readonly streamed?: boolean | undefined;
  /** The stream ended before its own end mark. */
  readonly cut?: boolean | undefined;
}

export interface ErrorInfo {
  readonly type?: string;
  readonly message: string;
  readonly detail?: Json;
}

/** The big part of an event: read on demand. Every field may be missing. */
export interface EventBody {
  readonly request?: RequestBody | undefined;
  readonly response?: ResponseBody | undefined;
  readonly error?: ErrorInfo | undefined;
  /** State of a node or checkpoint event. */
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** Of a call that was changed on its way: what went upstream, as changes to `request`. */
  readonly sent?: Json | undefined;
  /** Lines of the file this event is made of, verbatim, for the Raw view. Read lazily. */
  raw(): string;
  /** A field of the line that opened the event, or of the last one that has it, where these are JSON objects. Without it: in `raw`. */
  field?(key: string, of: "first" | "last"): Json | undefined;
}
