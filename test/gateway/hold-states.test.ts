import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HeldActionName } from "../../src/control/protocol.ts";
import type { Decision, GatewayRequest } from "../../src/gateway/exchange.ts";
import { Holds } from "../../src/gateway/hold/holds.ts";
import { Passage } from "../../src/gateway/passage.ts";
import { askedOf } from "../../src/gateway/recording/asked-of.ts";
import type { OpenExchange } from "../../src/record/open-exchange.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import { openRun } from "../support/agent-run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** What agents and watchers do, in any order. */
type Move =
  | { readonly do: "ask"; readonly what: number; readonly again: boolean }
  | { readonly do: "give-up"; readonly which: number }
  | { readonly do: "act"; readonly which: number; readonly action: HeldActionName }
  | { readonly do: "leave" | "come" };

const ACTIONS: readonly HeldActionName[] = ["continue", "step", "answer", "error", "edit-response", "abort"];

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ask" as const), what: fc.nat(2), again: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("give-up" as const), which: fc.nat(9) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("act" as const), which: fc.nat(9), action: fc.constantFrom(...ACTIONS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("leave" as const, "come" as const) }) },
);

interface Connection {
  readonly gone: AbortController;
  readonly decisions: Decision[];
  readonly over: Promise<void>;
}

/** A gateway's insides, with a provider that counts. */
class Gate {
  readonly path = join(tempFolder(), "run.vcr");
  readonly recorder = new RunRecorder(this.path, { id: "r" }, { masker: new Masker({ secrets: [] }) });
  readonly breaks = new LiveBreakpoints(this.path);
  readonly holds = new Holds({ breaks: this.breaks, times: { grace: 1_000_000 } });
  readonly passage = new Passage(this.holds);
  readonly connections: Connection[] = [];
  /** Calls upstream, by exchange. */
  readonly upstream = new Map<OpenExchange, number>();

  constructor() {
    this.holds.setWatched(true);
    this.holds.setBreakpoints([{ expression: "phase:request,response", on: true }]);
  }

  ask(what: number, again: boolean): void {
    const gone = new AbortController();
    const decisions: Decision[] = [];
    const body = Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: `question ${what}` }] }));
    const request: GatewayRequest = {
      ...{ method: "POST", path: "/v1/chat/completions", route: "openai", body, gone: gone.signal },
      upstream: { protocol: "https:", hostname: "api.openai.com", port: 443 },
      headers: ["content-type", "application/json", ...(again ? ["x-stainless-retry-count", "1"] : [])],
    };
    const over = this.#decided(request).then((decision) => void decisions.push(decision));
    this.connections.push({ gone, decisions, over });
  }

  async #decided(request: GatewayRequest): Promise<Decision> {
    const asked = askedOf(request);
    const known = this.recorder.know(asked);
    const back = this.passage.back(known, request);
    if (back !== undefined) return back;
    const exchange = this.recorder.begin(asked, {}, known);
    return this.passage.take({ known, exchange }, { go: () => this.#provider(exchange) }, request);
  }

  #provider(exchange: OpenExchange): Decision {
    this.upstream.set(exchange, (this.upstream.get(exchange) ?? 0) + 1);
    const body = Buffer.from('{"choices":[{"index":0,"message":{"role":"assistant","content":"said"}}]}');
    exchange.head(200, ["content-type", "application/json"]);
    exchange.data(body);
    exchange.end({ how: "complete" });
    return { do: "answer", answer: { status: 200, headers: { "content-type": "application/json" }, body } };
  }

  act(which: number, name: HeldActionName): void {
    const held = this.holds.held();
    const call = held[which % Math.max(1, held.length)];
    if (call === undefined || !call.actions.includes(name)) return;
    if (name === "answer") this.holds.act(call.id, { do: name, body: "made" });
    else if (name === "error") this.holds.act(call.id, { do: name, error: "429" });
    else if (name === "edit-response")
      this.holds.act(call.id, { do: name, changes: [{ pointer: "/choices/0/message/content", value: "edited" }] });
    else if (name === "continue" || name === "step" || name === "abort") this.holds.act(call.id, { do: name });
  }

  async make(next: Move): Promise<void> {
    if (next.do === "ask") this.ask(next.what, next.again);
    else if (next.do === "give-up") this.connections[next.which % Math.max(1, this.connections.length)]?.gone.abort();
    else if (next.do === "act") this.act(next.which, next.action);
    else this.holds.setWatched(next.do === "come");
    // Breakpoints look at the file; nothing else is waited for.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async end(): Promise<void> {
    this.holds.close();
    await Promise.all(this.connections.map(({ over }) => over));
    this.recorder.exit({ code: 0 });
    this.recorder.close();
    this.breaks.close();
  }
}

test("whatever agents and watchers do: every connection has one end, and no call is made twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 30 }), async (moves) => {
      const gate = new Gate();
      for (const each of moves) await gate.make(each);
      await gate.end();
      expect(gate.connections.map(({ decisions }) => decisions.length)).toEqual(gate.connections.map(() => 1));
      expect([...gate.upstream.values()].filter((times) => times > 1)).toEqual([]);
      expect(gate.holds.held()).toEqual([]);
      const run = await openRun(gate.path);
      const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
      expect(run.damages).toEqual([]);
      expect(rows.filter(({ status }) => status === "pending")).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
