import type { ServerResponse } from "node:http";

/** What a client reads as an answer; bytes that mean nothing in it keep the client waiting. */
export type AnswerForm = "sse" | "json" | "ndjson";

interface Waiting {
  readonly type: string;
  readonly bytes: string;
}

/** Comments of server-sent events, and white space before and between JSON texts. Sources: WHATWG HTML, 9.2.6; RFC 8259, section 2. */
const WAITING: Readonly<Record<AnswerForm, Waiting>> = {
  sse: { type: "text/event-stream; charset=utf-8", bytes: ": vcr\n\n" },
  json: { type: "application/json", bytes: " " },
  ndjson: { type: "application/x-ndjson", bytes: "\n" },
};

export interface WaitTimes {
  /** Silence before the first byte, and between further ones, in milliseconds. */
  readonly first: number;
  readonly every: number;
}

/** The agent's side of a call while it waits for its answer. */
export class AgentLine {
  readonly #response: ServerResponse;
  #opened: AnswerForm | undefined;
  #timer: NodeJS.Timeout | undefined;
  #gone: AbortSignal | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** The form of an answer that has begun with bytes that mean nothing: its status is 200 for good. */
  get opened(): AnswerForm | undefined {
    return this.#opened;
  }

  /** Aborted when the agent has closed its connection without its whole answer. Made for who asks: most calls end without anybody. */
  get gone(): AbortSignal {
    this.#gone ??= goneSignal(this.#response);
    return this.#gone;
  }

  /** Sends such bytes from `first` milliseconds on, until `rest`. */
  keepWaiting(form: AnswerForm, { first, every }: WaitTimes, onOpen: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (this.#response.destroyed) return;
        const opening = this.#opened === undefined;
        if (opening) this.#open(form);
        this.#response.write(WAITING[this.#opened ?? form].bytes);
        this.keepWaiting(form, { first: every, every }, onOpen);
        if (opening) onOpen();
      },
      this.#opened === undefined ? first : every,
    );
    this.#timer.unref();
  }

  /** Nothing more is sent by itself. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** The answer is on its way, or soon: a client that has been kept waiting is kept so until then. */
  relax(): void {
    if (this.#opened === undefined) this.rest();
  }

  #open(form: AnswerForm): void {
    this.#opened = form;
    this.#response.writeHead(200, { "content-type": WAITING[form].type, "cache-control": "no-cache" });
    this.#response.flushHeaders();
    this.#response.socket?.setNoDelay(true);
  }
}

/** Whether the agent has closed its connection without its whole answer. */
export function hasLeft(response: ServerResponse): boolean {
  return response.destroyed && !response.writableFinished;
}

function goneSignal(response: ServerResponse): AbortSignal {
  if (hasLeft(response)) return AbortSignal.abort();
  const gone = new AbortController();
  response.once("close", () => {
    if (hasLeft(response)) gone.abort();
  });
  return gone.signal;
}
