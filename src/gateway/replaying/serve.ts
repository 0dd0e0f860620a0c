import type { ServerResponse } from "node:http";
import type { ServedAnswer } from "../exchange.ts";

/** Sends an answer that did not come from an upstream, piece by piece where it is a stream. */
export async function serve(response: ServerResponse, answer: ServedAnswer): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) {
    // The head of an answer that was held for long is out.
    if (!response.headersSent) response.writeHead(status, { ...headers, "content-length": body.length });
    response.end(body);
    return;
  }
  if (!response.headersSent) response.writeHead(status, headers);
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  for await (const piece of body) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
