/** What the scripted provider answers, turn by turn. Everything else (ids, usage, framing) follows from it. */
export interface Turn {
  /** Taken only by a request whose body contains this: tells agents that run at the same time apart. */
  readonly when?: string;
  /** Milliseconds from the request to the first byte of the answer. */
  readonly after: number;
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  /** Answers with this status instead. */
  readonly fail?: {
    readonly status: number;
    readonly type: string;
    readonly message: string;
    readonly retryAfter?: number;
  };
  /** The connection breaks after so many pieces of the stream. */
  readonly breakAfter?: number;
}

/** An answer on its way: what the wire formats need to know. */
export interface Reply {
  readonly turn: Turn;
  readonly model: string;
  /** Unique in the run, from 1. */
  readonly number: number;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly usage: { readonly in: number; readonly cached: number; readonly out: number };
}

/** The pieces a streaming model would hand out: words with the space before them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S{1,12}/g) ?? [];
}

/** Eight hex digits that look random and are the same in every run. */
export function token(number: number, salt: number): string {
  let x = (number * 2654435761 + salt * 40503 + 12345) >>> 0;
  x ^= x >>> 15;
  x = Math.imul(x, 2246822519) >>> 0;
  x ^= x >>> 13;
  return (x >>> 0).toString(16).padStart(8, "0");
}
