import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** Calls that vcr makes itself, by way of its own gateway: so they are recorded, held and counted like an agent's. */

export interface ClientCall {
  readonly url: string;
  /** Name, value, name, value, ... */
  readonly headers: readonly string[];
  readonly body: string;
  readonly gone: AbortSignal;
  /** A piece of an answer that is none of an error; `headers` as Node gives them. */
  onData?(chunk: Buffer, headers: readonly string[]): void;
}

export interface ClientAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The connection broke before the end. */
  readonly broken: boolean;
}

/** Failures after which a client asks again, and how often. */
const REPEATED = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
const MOST_TRIES = 3;
/** By which SDKs say that a request is one that was sent before: it is no loop. */
const RETRY = "x-stainless-retry-count";
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

interface Heard extends ClientAnswer {
  readonly retryAfterMs: number | undefined;
  /** The answer says that asking again is of no use. */
  readonly final: boolean;
}

/** Asks, and asks again where clients do. @throws what the connection to the gateway fails with; AbortError */
export async function askGateway(call: ClientCall): Promise<ClientAnswer> {
  for (let tries = 1; ; tries++) {
    const heard = await askOnce(tries === 1 ? call : { ...call, headers: [...call.headers, RETRY, String(tries - 1)] });
    if (tries >= MOST_TRIES || heard.final || !REPEATED.has(heard.status)) return heard;
    const wait = heard.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1);
    await pause(Math.min(wait, LONGEST_PAUSE_MS), undefined, { signal: call.gone });
  }
}

function askOnce({ url, headers, body, gone, onData }: ClientCall): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const all = [...headers, "content-type", "application/json", "content-length", String(bytes.length)];
    const named = Object.fromEntries(
      Array.from({ length: all.length >> 1 }, (_, i) => [all[2 * i] ?? "", all[2 * i + 1] ?? ""] as const),
    );
    const outgoing = httpRequest(url, { method: "POST", headers: named, signal: gone }, (incoming) => {
      heardFrom(incoming, onData).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

function heardFrom(incoming: IncomingMessage, onData: ClientCall["onData"]): Promise<Heard> {
  const { statusCode: status = 0, headers } = incoming;
  const after = Number(headers["retry-after"]);
  const afterMs = Number(headers["retry-after-ms"]);
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    let text = "";
    incoming.on("data", (chunk: Buffer) => {
      text += decoder.decode(chunk, { stream: true });
      if (status < 400) onData?.(chunk, incoming.rawHeaders);
    });
    incoming.on("error", (error) => (incoming.destroyed && !incoming.complete ? undefined : reject(error)));
    incoming.on("close", () => {
      resolve({
        status,
        contentType: headers["content-type"],
        text: text + decoder.decode(),
        broken: !incoming.complete,
        retryAfterMs: Number.isFinite(afterMs) ? afterMs : Number.isFinite(after) ? after * 1000 : undefined,
        final: headers["x-should-retry"] === "false",
      });
    });
  });
}
