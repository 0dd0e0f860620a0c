import type { Json, JsonObject } from "../../json/json.ts";
import type { Content } from "../content.ts";
import type { Chunk, ErrorInfo, Headers, Kind, RowFields } from "../event.ts";
import type { ToolCall, ToolResult } from "../row-sink.ts";
import type { SplitText } from "./split-text.ts";

/** What a recorder hands to the writer. All of it already masked. */

export interface RequestRecord {
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;
  readonly headers?: Headers;
  readonly body?: Content;
  /** JSON pointers of the arrays (or values) of the body that repeat from call to call: "/messages", "/tools". */
  readonly repeated?: readonly string[];
  /** The body taken apart at `repeated`, where somebody has done that already: `splitText(body, repeated)`. */
  readonly parts?: SplitText;
  /** JSON pointers of places in the body where a secret was replaced. */
  readonly masked?: readonly string[];
}

export interface ResponseRecord {
  /** HTTP status. */
  readonly status?: number;
  readonly headers?: Headers;
  /** Of a stream: its raw bytes. */
  readonly body?: Content;
  /** The body is JSON: somebody has parsed it. @default it is parsed to find out */
  readonly isJson?: boolean;
  readonly streamed?: boolean;
  readonly cut?: boolean;
  readonly chunks?: readonly Chunk[];
  readonly masked?: readonly string[];
}

/** What stands before the bodies of a line, and the bodies. Missing is unknown. */
export interface EventFields extends Omit<Partial<RowFields>, "size" | "kind"> {
  /** Tools this answer asks for. */
  readonly calls?: readonly ToolCall[];
  /** Call ids this request answers for the first time. */
  readonly results?: readonly ToolResult[];
  /** Of a tool event: the call it answers. */
  readonly callId?: string;
  /** Identity of the request before masking, and version of the rules it was made by. */
  readonly fp?: string;
  readonly fpv?: number;
  /** Further fields, kept as they are. */
  readonly extra?: JsonObject;
  readonly request?: RequestRecord;
  readonly response?: ResponseRecord;
  readonly error?: ErrorInfo;
  readonly before?: Json;
  readonly after?: Json;
  /** What went upstream where it was not `request`: `{"set":{pointer: value}}`, made one after the other. */
  readonly sent?: JsonObject;
}

export interface EventRecord extends EventFields {
  readonly kind: Kind;
  /** Its step, where it has one already; larger than those before. @default the next one */
  readonly seq?: number;
}
