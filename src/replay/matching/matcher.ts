import type { Rules } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";
import type { Kind } from "../../trace/event.ts";
import type { RequestSketch } from "./call-similarity.ts";

/** How a call is matched with what was recorded. Pure: a matcher looks, whoever asked it marks what was served. */

/** What a call asks, recorded or made now. */
export interface AskedCall {
  readonly kind: Kind;
  /** Model or tool. */
  readonly name: string;
  /** The dialect of its body, or the name of its API. */
  readonly op: string | undefined;
  /** Kind with endpoint or tool name: calls of different places never stand for each other. */
  readonly place: string;
  /** Identities by the plain rules; calls that share one ask the same. */
  readonly exact: readonly string[];
  /** Identities by the rules that the user has widened by name (`--ignore`, `--scrub`, `--pin-tools`). */
  readonly wide: readonly string[];
  /** What was asked with, secrets masked, as far as it is JSON. */
  readonly request: Json | undefined;
  /** For comparing by likeness; made when first asked for. */
  readonly sketch: RequestSketch;
  /** Its identity (secrets masked) by other rules. */
  identity(rules: Rules): string;
  /** True: it asks what was recorded to the letter, and no identity need be worked out. @default only identities tell */
  asksLike?(recorded: RecordedCall): boolean;
}

/** A recorded call that can be served: one exchange, or several of which the later ones repeat the failed first. */
export interface RecordedCall extends AskedCall {
  /** Of its last exchange. */
  readonly step: number;
  /** Start and end in milliseconds since the epoch, where they are known. */
  readonly at: number | undefined;
  readonly end: number | undefined;
  /** Its last exchange failed in a way that clients repeat. */
  readonly failed: boolean;
  /** JSON text of what a wrapped function was given, where it is at hand. */
  readonly given?: string | undefined;
  /** Was given to a call of this replay. */
  served: boolean;
}

export interface Match {
  readonly event: RecordedCall;
  /** False: only a rule that the user asked for made it one. */
  readonly exact: boolean;
  /** Why it is not exact, in words. */
  readonly note?: string;
}

export interface Matcher {
  readonly name: string;
  /** What was recorded before a call counts. */
  readonly positional: boolean;
  /**
   * The recorded call that answers `call`; null when there is none. `recorded` is in the order of steps, the same list each time.
   * Calls whose step is `limit` or more must not be given.
   */
  take(call: AskedCall, recorded: readonly RecordedCall[], limit: number): Match | null;
}
