import type { Headers } from "../../trace/event.ts";
import type { WholeAnswer, WholeExchange } from "../whole-exchange.ts";
import { type YamlMap, yamlItem } from "../yaml-text.ts";

/**
 * A cassette of version 1. Source: vcrpy's `serialize.py`, `request.py` and `serializers/compat.py`: keys in the order
 * of the alphabet, values of headers in lists, bytes that are no text as `!!binary`. It has no place for times, and
 * none for exchanges without an answer, which are left out.
 */
export function* writeVcrpy(exchanges: Iterable<WholeExchange>): Generator<string> {
  let any = false;
  for (const exchange of exchanges) {
    if (exchange.answer === undefined) continue;
    yield `${any ? "" : "interactions:\n"}${yamlItem(interaction(exchange, exchange.answer), 0)}`;
    any = true;
  }
  yield `${any ? "" : "interactions: []\n"}version: 1\n`;
}

function interaction({ method, url, requestHeaders, requestBody }: WholeExchange, answer: WholeAnswer): YamlMap {
  return {
    request: { body: requestBody ?? null, headers: lists(requestHeaders), method, uri: url },
    response: {
      body: { string: answer.body },
      headers: lists(answer.headers),
      status: { code: answer.status, message: answer.statusText },
    },
  };
}

function lists(headers: Headers): YamlMap {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
}
