import type { ServerResponse } from "node:http";

/** An answer of the gateway's own, in the shape most clients know an error by. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify({ error: { type: "vcr_gateway", message: `vcr: ${message}` } }));
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": body.length,
    // Neither side gains by asking again.
    ...(status === 502 ? {} : { "x-should-retry": "false" }),
  });
  response.end(body);
}
