import { request as httpRequest } from "node:http";
import type { HeldCall, Notice } from "../../src/control/protocol.ts";
import type { Holds } from "../../src/gateway/hold/holds.ts";
import { recordingGateway } from "../support/recording-gateway.ts";

/** The next notice that `wanted` takes. */
export function nextNotice<T>(holds: Holds, wanted: (notice: Notice) => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const stop = holds.onNotice((notice) => {
      const found = wanted(notice);
      if (found === undefined) return;
      stop();
      resolve(found);
    });
  });
}

/** The next call that stands still. */
export function nextHeld(holds: Holds): Promise<HeldCall> {
  return nextNotice(holds, (notice) => (notice.type === "held" ? notice.call : undefined));
}

/** A recording gateway with somebody who watches, and a breakpoint ("" for none). */
export async function watchedGateway(expression: string, options: Parameters<typeof recordingGateway>[0] = {}) {
  const here = await recordingGateway(options);
  here.holds.setWatched(true);
  if (expression !== "") here.holds.setBreakpoints([{ expression, on: true }]);
  return here;
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** The connection was closed before the answer was whole. */
  readonly broken: boolean;
}

/** A call over a socket of its own, that can be given up. */
export function rawCall(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const outgoing = httpRequest(url, {
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  const answer = new Promise<RawAnswer>((resolve) => {
    outgoing.on("error", () => resolve({ status: 0, body: "", broken: true }));
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("error", () => undefined);
      response.on("close", () => resolve({ status: response.statusCode ?? 0, body: text, broken: !response.complete }));
    });
  });
  outgoing.end(JSON.stringify(body));
  return { answer, giveUp: () => outgoing.destroy() };
}

export function chat(content: string, more: object = {}) {
  return { model: "stub", messages: [{ role: "user", content }], ...more };
}
