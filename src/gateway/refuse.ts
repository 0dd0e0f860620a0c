import type { ServerResponse } from "node:http";

/** An answer of the gateway's own, in the shape most clients know an error by. */
export function refusal(status: number, message: string) {
  return {
    status,
    headers: {
      "content-type": "application/json",
      // Neither side gains by asking again.
      ...(status === 502 ? {} : { "x-should-retry": "false" }),
    },
    body: Buffer.from(JSON.stringify({ error: { type: "vcr_gateway", message: `vcr: ${message}` } })),
  };
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { headers, body } = refusal(status, message);
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(body);
}
