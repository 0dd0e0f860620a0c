/** A gateway with a stub provider behind its routes, both gone when the test has ended. */
import { onTestFinished } from "vitest";
import type { ExchangeHandler } from "../../src/gateway/exchange.ts";
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts";
import type { Holds } from "../../src/gateway/hold/holds.ts";
import { upstreamOf } from "../../src/gateway/routes.ts";
import type { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import type { StubProvider } from "./stub-provider.ts";

const ROUTES = ["openai", "anthropic", "gemini", "cohere", "ollama"];

export async function gatewayBeforeStub(
  stub: StubProvider,
  how: {
    readonly handler: ExchangeHandler;
    readonly holds: Holds;
    readonly breaks: LiveBreakpoints;
    readonly own?: GatewayOptions["own"];
  },
): Promise<Gateway> {
  const { handler, holds, breaks, own } = how;
  const upstream = upstreamOf(await stub.listen());
  if (upstream === undefined) throw new Error("the stub has no address");
  const routes = ROUTES.map((id) => ({ id, upstreams: [upstream], hosts: [] }));
  const gateway = new Gateway({ routes, handler, environment: {}, ...(own && { own }) });
  await gateway.listen();
  onTestFinished(async () => {
    holds.close();
    breaks.close();
    await gateway.close();
    await stub.close();
  });
  return gateway;
}
