/** Recorded and made calls of one conversation for tests of matchers, without any file. */
import { fingerprint } from "../../src/identity/fingerprint.ts";
import { type Rules, rulesOf } from "../../src/identity/rules.ts";
import type { Json } from "../../src/json/json.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { requestSketch } from "../../src/replay/matching/call-similarity.ts";
import type { AskedCall, RecordedCall } from "../../src/replay/matching/matcher.ts";
import { placeOfCall } from "../../src/replay/matching/place-of-call.ts";

export function user(text: string): Json {
  return { role: "user", content: text };
}

/** A call of OpenAI's chat; `wide` are the rules that the user has widened. */
export function chatCall(body: Json, wide?: Rules): AskedCall {
  const op = "openai/chat";
  let sketch: AskedCall["sketch"] | undefined;
  const identity = (rules: Rules): string => fingerprint({ op, body: { json: body } }, rules);
  return {
    kind: "llm",
    name: "m",
    op,
    place: placeOfCall({ kind: "llm", name: "m", op }),
    exact: [identity(rulesOf())],
    wide: wide ? [identity(wide)] : [],
    request: body,
    get sketch() {
      sketch ??= requestSketch(body, { dialect: dialectById(op), rules: rulesOf() });
      return sketch;
    },
    identity,
  };
}

export function recordedCall(
  asked: AskedCall,
  step: number,
  times: { readonly at?: number; readonly end?: number } = {},
): RecordedCall {
  const { kind, name, op, place, exact, wide, request, identity } = asked;
  return {
    ...{ kind, name, op, place, exact, wide, request, identity, step },
    get sketch() {
      return asked.sketch;
    },
    at: times.at,
    end: times.end,
    failed: false,
    served: false,
  };
}
