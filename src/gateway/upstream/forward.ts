import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { nextTick } from "node:process";
import type { Decision, End, GatewayRequest, Observer, Review, WholeAnswer } from "../exchange.ts";
import { hasLeft } from "../hold/agent-line.ts";
import { refusal, refuse } from "../refuse.ts";
import { serve } from "../replaying/serve.ts";
import { hostOf, originOf } from "../routes.ts";
import { requestHeaders, responseHeaders } from "./passed-headers.ts";
import { relay } from "./relay.ts";
import type { UpstreamAgents } from "./upstream-agents.ts";

type Forward = Extract<Decision, { do: "forward" }>;

/** Sends a request on and its answer back. Resolves when the exchange is over, whatever became of it. */
export async function forward(
  request: GatewayRequest,
  response: ServerResponse,
  how: { readonly decision: Forward; readonly agents: UpstreamAgents },
): Promise<void> {
  const { decision, agents } = how;
  const { observer } = decision;
  let outgoing: ClientRequest | undefined;
  const stop = (): void => {
    if (hasLeft(response)) outgoing?.destroy();
  };
  const send = (): ClientRequest => {
    const sent = open(request, decision, agents);
    outgoing = sent;
    // Behind the tick in which Node hands the request to a connection that is open.
    if (observer?.sent) nextTick(() => told(observer, sent));
    return sent;
  };
  response.once("close", stop);
  try {
    const incoming = await answerTo(send, agents);
    observer?.head(incoming.statusCode ?? 0, incoming.rawHeaders);
    if (decision.review?.wants(incoming.statusCode ?? 0, incoming.rawHeaders))
      await reviewed(incoming, response, { request, observer, review: decision.review });
    else {
      request.line?.rest();
      await relay(incoming, response, observer);
    }
  } catch (error) {
    const end = hasLeft(response) ? ({ how: "aborted", by: "client" } as const) : failure(error);
    observer?.end(end);
    if (end.how === "failed") await failed(request, response, { message: end.message, review: decision.review });
    else response.destroy();
  } finally {
    response.off("close", stop);
  }
}

function told(observer: Observer, outgoing: ClientRequest): void {
  try {
    observer.sent?.();
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function open(request: GatewayRequest, decision: Forward, agents: UpstreamAgents): ClientRequest {
  const { upstream, method } = request;
  const body = decision.instead?.body ?? request.body;
  const raw = decision.instead?.headers ?? request.headers;
  const path = decision.instead?.path ?? request.path;
  const { absolute, headers: proxy = {}, ...connection } = agents.connection(upstream);
  const sends = body.length > 0 || !["GET", "HEAD", "OPTIONS", "DELETE"].includes(method);
  const headers = requestHeaders(raw, { host: hostOf(upstream), length: sends ? body.length : undefined });
  for (const [name, value] of Object.entries(proxy)) headers.push(name, String(value));
  const ask = upstream.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = ask({
    ...connection,
    method,
    path: absolute ? `${originOf(upstream)}${path}` : path,
    headers: headers as unknown as Record<string, string>,
    setHost: false,
  });
  outgoing.end(body.length > 0 ? body : undefined);
  return outgoing;
}

/**
 * A connection kept alive may have been closed by the other side just before: then it is tried once more on a fresh one.
 * Others that lie idle are likely to be as old, and would fail the second time too.
 */
async function answerTo(send: () => ClientRequest, agents: UpstreamAgents): Promise<IncomingMessage> {
  const outgoing = send();
  try {
    return await firstAnswer(outgoing);
  } catch (error) {
    const stale = outgoing.reusedSocket && error instanceof Error && "code" in error && CLOSED.has(error.code);
    if (!stale) throw error;
    agents.dropIdle();
    return firstAnswer(send());
  }
}

/** What Node says of a connection that the other side has closed. */
const CLOSED = new Set<unknown>(["ECONNRESET", "EPIPE"]);

function firstAnswer(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error("the connection was closed before an answer came"));
    outgoing.once("close", closed);
    outgoing.on("error", reject);
    outgoing.once("response", (incoming) => {
      outgoing.off("close", closed);
      resolve(incoming);
    });
  });
}

interface Reviewed {
  readonly request: GatewayRequest;
  readonly observer: Observer | undefined;
  readonly review: Review;
}

async function reviewed(incoming: IncomingMessage, response: ServerResponse, how: Reviewed): Promise<void> {
  const { request, observer, review } = how;
  const parts: Buffer[] = [];
  let broken: Error | undefined;
  try {
    for await (const part of incoming) {
      const chunk: Buffer = part;
      observer?.data(chunk);
      parts.push(chunk);
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
  }
  const body = Buffer.concat(parts);
  const head = (): unknown =>
    response.headersSent ||
    response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage ?? "", responseHeaders(incoming.rawHeaders));
  if (broken !== undefined) {
    const by = hasLeft(response) ? ("client" as const) : ("upstream" as const);
    observer?.end({ how: "aborted", by, ...(by === "client" ? {} : { message: broken.message }) });
    request.line?.rest();
    head();
    return void response.write(body, () => response.destroy());
  }
  observer?.end({ how: "complete" });
  const answer: WholeAnswer = { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body };
  const decision = await review.whole(answer);
  request.line?.rest();
  if (decision?.do === "answer") return serve(response, decision.answer);
  if (decision !== undefined || response.destroyed) return void response.destroy();
  head();
  response.end(body);
}

/** No answer came: what the agent is told of it may be looked at like one. */
async function failed(
  request: GatewayRequest,
  response: ServerResponse,
  how: { readonly message: string; readonly review: Review | undefined },
): Promise<void> {
  const message = `${originOf(request.upstream)} cannot be reached: ${how.message}`;
  const { status, headers, body } = refusal(502, message);
  const decision = await how.review?.whole({ status, headers: Object.entries(headers).flat(), body });
  request.line?.rest();
  if (decision?.do === "answer") await serve(response, decision.answer);
  else if (decision?.do === "drop") response.destroy();
  else refuse(response, 502, message);
}

function failure(error: unknown): End {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "network";
  return { how: "failed", code, message: message || code };
}
