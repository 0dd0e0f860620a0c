import type { RunRecorder } from "../record/run-recorder.ts";
import type { Decision, ExchangeHandler, GatewayRequest } from "./exchange.ts";
import { hostOf, originOf } from "./routes.ts";

/** Forwards everything and writes it down. */
export class RecordingHandler implements ExchangeHandler {
  readonly #recorder: RunRecorder;

  constructor(recorder: RunRecorder) {
    this.#recorder = recorder;
  }

  request(request: GatewayRequest): Decision {
    const { method, path, route, upstream, headers, body } = request;
    const url = `${originOf(upstream)}${path}`;
    const exchange = this.#recorder.begin({ method, path, host: hostOf(upstream), route, url, headers, body });
    return {
      do: "forward",
      observer: {
        head: (status, answered) => exchange.head(status, answered),
        data: (chunk) => exchange.data(chunk),
        end: (how) => exchange.end(how),
      },
    };
  }
}
