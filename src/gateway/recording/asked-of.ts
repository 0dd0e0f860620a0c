import type { Asked } from "../../record/request/asked.ts";
import type { GatewayRequest } from "../exchange.ts";
import { hostOf, originOf } from "../routes.ts";

/** A request as recorders and matchers know it. */
export function askedOf({ method, path, route, upstream, headers, body }: GatewayRequest): Asked {
  return { method, path, host: hostOf(upstream), route, url: `${originOf(upstream)}${path}`, headers, body };
}
