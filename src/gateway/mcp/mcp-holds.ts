import { field, number, parse, text } from "../../json/json.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import type { GatewayRequest } from "../exchange.ts";
import { type HeldMessage, type ToldAnswer, told } from "../hold/held-message.ts";
import type { Holds, Stop } from "../hold/holds.ts";
import { HeldRpc } from "./held-rpc.ts";

type Phase = "request" | "response";

/**
 * `POST /<token>/_vcr/hold` with `{step, phase}`: a call of a tool whose beginning (or end) was told as an event is to
 * go on; is it to stand still? With `name` and `message`, the one of JSON-RPC that is to be passed on, it stands still
 * until the answer comes.
 */
export class McpHolds {
  readonly #holds: Holds;
  readonly #recorder: RunRecorder;
  readonly #stops = new Map<string, Stop>();
  /** Calls that have not gone to their server, or not yet. */
  kept = 0;

  constructor(holds: Holds, recorder: RunRecorder) {
    this.#holds = holds;
    this.#recorder = recorder;
  }

  async answer(request: GatewayRequest): Promise<ToldAnswer> {
    const asked = parse(request.body.toString("utf8"));
    const step = number(field(asked, "step"));
    const phase = text(field(asked, "phase"));
    if (
      step === undefined ||
      step < 0 ||
      step > this.#recorder.lastStep ||
      (phase !== "request" && phase !== "response")
    )
      return told({ error: '{"step","phase":"request"|"response"} is expected, of an event that was told' }, 400);
    const message = field(asked, "message");
    if (message === undefined) return told(await this.#looked(step, phase));
    const name = text(field(asked, "name")) ?? "";
    const key = `${step} ${phase}`;
    const stop = this.#stops.get(key);
    this.#stops.delete(key);
    // Whoever could have let it go on may have left in between.
    if (stop === undefined || !this.#holds.attended) return told({ do: "pass" });
    const held = new HeldRpc({ step, name, message, stop, phase, recorder: this.#recorder });
    const way = this.#holds.stand(held.spec, request);
    if (phase === "request") this.kept++;
    const decision = await (await way)?.(request);
    if (phase === "request" && held.passed) this.kept--;
    return decision?.do === "answer" ? decision : told({ do: "drop" });
  }

  async #looked(step: number, phase: Phase): Promise<HeldMessage> {
    if (!this.#holds.attended) return { do: "pass" };
    const stop =
      phase === "request" ? await this.#holds.atRequest(step, { isCall: true }) : await this.#holds.atAnswer(step);
    if (stop === undefined) return { do: "pass" };
    this.#stops.set(`${step} ${phase}`, stop);
    return { do: "wait" };
  }
}
