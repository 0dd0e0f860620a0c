import type { OpenExchange } from "../../record/open-exchange.ts";
import type { Observer } from "../exchange.ts";

/** Writes an exchange down as it goes by. */
export function recordingObserver(exchange: OpenExchange): Observer {
  return {
    head: (status, headers) => exchange.head(status, headers),
    data: (chunk) => exchange.data(chunk),
    end: (how) => exchange.end(how),
  };
}
