import type { OpenExchange } from "../../record/open-exchange.ts";
import type { Asked } from "../../record/request/asked.ts";
import type { WireCall } from "../../replay/calls/wire-call.ts";
import type { Decision } from "../exchange.ts";
import { recordingObserver } from "../recording/recording-observer.ts";

/** What of a replay is called for real: the models, or the tools. */
export type LivePart = "llm" | "tools";

export interface LiveCallsOptions {
  /** Undefined: only what a user sends on by hand. */
  readonly part: LivePart | undefined;
  /** Keys that are nobody's, by the variables they were set for: a call with one of them never leaves the machine. */
  readonly placeholders: Readonly<Record<string, string>>;
}

/** The calls of a replay that go to their servers. */
export class LiveCalls {
  readonly #options: LiveCallsOptions;
  readonly #refused = new Map<string, number>();
  #count = 0;

  constructor(options: LiveCallsOptions) {
    this.#options = options;
  }

  get part(): LivePart | undefined {
    return this.#options.part;
  }

  /** Calls that went out. */
  get count(): number {
    return this.#count;
  }

  /** Goes out whatever was recorded. */
  always(call: WireCall): boolean {
    if (this.part === undefined) return false;
    return this.part === "llm" ? call.kind === "llm" : call.op === "mcp";
  }

  /** Goes out where nothing was recorded: texts to embed and what clients ask around calls of a live model. */
  otherwise(call: WireCall): boolean {
    return this.part === "llm" && (call.kind === "memory" || call.kind === "http");
  }

  /** A call goes out another way than over HTTP. */
  told(): void {
    this.#count++;
  }

  /** Calls that did not go out for want of a key, by its variable. */
  get refused(): ReadonlyMap<string, number> {
    return this.#refused;
  }

  /** Why it cannot go out, one sentence. */
  refusal(asked: Asked): string | undefined {
    const variable = this.#placeholderIn(asked);
    if (variable === undefined) return undefined;
    this.#refused.set(variable, (this.#refused.get(variable) ?? 0) + 1);
    return `${variable} is not set, so this call cannot be made for real. Nothing was sent.`;
  }

  send(exchange: OpenExchange | undefined): Decision {
    this.#count++;
    return exchange === undefined ? { do: "forward" } : { do: "forward", observer: recordingObserver(exchange) };
  }

  #placeholderIn({ headers, path }: Asked): string | undefined {
    const text = `${headers.join("\n")}\n${path}`;
    return Object.entries(this.#options.placeholders).find(([, value]) => text.includes(value))?.[0];
  }
}
