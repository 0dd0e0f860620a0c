import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { WrappedCall } from "./session.ts";
import { warnOnce } from "./warnings.ts";
import { isAsyncIterable, isGenerator } from "./watched-stream.ts";

/** Where Node says that a request is made, in the flow of whoever makes it. Source: Node's page on diagnostics_channel, undici's on its channels. */
const CHANNELS = ["undici:request:create", "http.client.request.start", "net.client.socket"];

const flow = new AsyncLocalStorage<{ asked: boolean }>();
let watching = false;

/** Calls a wrapped model whose requests somebody outside keeps, and warns where it has made none: then nothing is kept of it. */
export function seenOutside(call: WrappedCall): unknown {
  watch();
  const place = { asked: false };
  const answer = flow.run(place, () => call.invoke());
  const check = (value: unknown): void => {
    // Streams ask when they are read, outside of this flow.
    if (!place.asked && !isAsyncIterable(value) && !isGenerator(value)) warn(call.name);
  };
  // Promises of clients' own classes do other things when they are waited for.
  if (answer instanceof Promise && Object.getPrototypeOf(answer) === Promise.prototype)
    answer.then(check, () => undefined);
  else if (!(typeof answer === "object" && answer !== null && "then" in answer)) check(answer);
  return answer;
}

function warn(name: string): void {
  warnOnce(
    "CaptureGapWarning",
    `llm ${name} made no request, so vcr has not recorded it: calls of models are kept as requests here; record() of the library keeps them as calls`,
  );
}

function watch(): void {
  if (watching) return;
  watching = true;
  const made = (): void => {
    const place = flow.getStore();
    if (place !== undefined) place.asked = true;
  };
  for (const name of CHANNELS) subscribe(name, made);
}
