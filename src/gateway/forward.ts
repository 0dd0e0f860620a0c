import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Decision, End, GatewayRequest, Observer, WholeAnswer } from "./exchange.ts";
import { requestHeaders, responseHeaders } from "./passed-headers.ts";
import { refuse } from "./refuse.ts";
import { relay } from "./relay.ts";
import { hostOf, originOf } from "./routes.ts";
import { serve } from "./serve.ts";
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
  const stop = (): void => void outgoing?.destroy();
  const send = (): ClientRequest => (outgoing = open(request, decision, agents));
  request.gone.addEventListener("abort", stop, { once: true });
  try {
    const incoming = await answerTo(send);
    observer?.head(incoming.statusCode ?? 0, incoming.rawHeaders);
    if (decision.review) await reviewed(incoming, response, { observer, review: decision.review });
    else await relay(incoming, response, { observer, gone: request.gone });
  } catch (error) {
    const end = request.gone.aborted ? ({ how: "aborted", by: "client" } as const) : failure(error);
    observer?.end(end);
    if (end.how === "failed") refuse(response, 502, `${originOf(request.upstream)} cannot be reached: ${end.message}`);
    else response.destroy();
  } finally {
    request.gone.removeEventListener("abort", stop);
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
  outgoing.setNoDelay(true);
  outgoing.end(body.length > 0 ? body : undefined);
  return outgoing;
}

/** A connection kept alive may have been closed by the other side just before: then it is tried once more on a fresh one. */
async function answerTo(send: () => ClientRequest): Promise<IncomingMessage> {
  const outgoing = send();
  try {
    return await firstAnswer(outgoing);
  } catch (error) {
    const stale = outgoing.reusedSocket && error instanceof Error && "code" in error && error.code === "ECONNRESET";
    if (!stale) throw error;
    return firstAnswer(send());
  }
}

function firstAnswer(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("the connection was closed before an answer came")));
  });
}

async function reviewed(
  incoming: IncomingMessage,
  response: ServerResponse,
  how: { readonly observer: Observer | undefined; readonly review: NonNullable<Forward["review"]> },
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) {
    const chunk: Buffer = part;
    how.observer?.data(chunk);
    parts.push(chunk);
  }
  const body = Buffer.concat(parts);
  const answer: WholeAnswer = { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body };
  const instead = await how.review(answer);
  how.observer?.end({ how: "complete" });
  if (instead) return serve(response, instead);
  response.writeHead(answer.status, incoming.statusMessage ?? "", responseHeaders(answer.headers));
  response.end(body);
}

function failure(error: unknown): End {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "network";
  return { how: "failed", code, message: message || code };
}
