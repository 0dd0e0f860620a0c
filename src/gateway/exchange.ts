import type { AgentLine } from "./hold/agent-line.ts";
import type { Upstream } from "./routes.ts";

/** What the gateway asks of whoever records, replays, holds or changes what passes through it. */

/** A request of the agent, whole. */
export interface GatewayRequest {
  readonly method: string;
  /** As the upstream is to see it, with query. */
  readonly path: string;
  readonly route: string;
  readonly upstream: Upstream;
  /** Name, value, name, value, ... as they came. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Aborted when the agent has closed its connection. */
  readonly gone: AbortSignal;
  /** By which the agent can be kept waiting. */
  readonly line?: AgentLine;
}

/** An answer that does not come from the upstream as it is. */
export interface ServedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The body whole, where `body` gives it piece by piece. */
  readonly bytes?: Uint8Array;
}

/** An answer of the upstream, whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export type End =
  | { readonly how: "complete" }
  | { readonly how: "aborted"; readonly by: "client" | "upstream"; readonly message?: string }
  | { readonly how: "failed"; readonly code: string; readonly message: string };

/** Sees an exchange with the upstream go by. */
export interface Observer {
  /** The request is on its way. */
  sent?(): void;
  head(status: number, headers: readonly string[]): void;
  /** True: a client may take this piece for the last; it is handed on when the end is known, or after a moment. */
  data(chunk: Buffer): boolean;
  /** Once, before the agent gets the last byte. */
  end(how: End): void;
}

export type Decision =
  | {
      readonly do: "forward";
      /** What goes out instead of what the agent sent. */
      readonly instead?: { readonly path?: string; readonly headers?: readonly string[]; readonly body?: Buffer };
      readonly observer?: Observer;
      readonly review?: Review;
    }
  | { readonly do: "answer"; readonly answer: ServedAnswer }
  /** Closes the connection without an answer. */
  | { readonly do: "drop" };

/** Looks at an answer of the upstream before the agent gets any of it. */
export interface Review {
  /** Its head has come. False: it is handed on as it comes. */
  wants(status: number, headers: readonly string[]): boolean;
  /** It is whole, and the observer has been told of its end; undefined: it is handed on as it came. */
  whole(answer: WholeAnswer): Promise<Exclude<Decision, { do: "forward" }> | undefined>;
}

/** Decides what becomes of a request. May take its time: the agent waits. */
export interface ExchangeHandler {
  request(request: GatewayRequest): Decision | Promise<Decision>;
}
