import { costLabel } from "../../text/format.ts";
import { endWords } from "../live/end-words.ts";
import { type LiveState, liveOf } from "../live/live-state.ts";
import type { State } from "../state.ts";

interface Fact {
  readonly text: string;
  readonly token: string;
}

/** The badge of a run that is being written, and what it has come to so far. */
export function liveFacts(state: State): readonly Fact[] {
  const live = liveOf(state);
  if (!live) return [];
  const { status, held } = live;
  const { spent, atLeast = false } = status;
  const served = status.served === 0 ? "" : `, ${status.served} served`;
  return [
    badge(live),
    ...(held.length === 0 ? [] : [{ text: `${held.length} held`, token: "breakpoint" }]),
    ...(live.phase === "on" ? [{ text: `${status.live} live${served}`, token: "text.strong" }] : []),
    ...(spent === undefined ? [] : [{ text: `${costLabel(spent, atLeast)} spent`, token: "text.strong" }]),
  ];
}

function badge({ phase, mode, from, status }: LiveState): Fact {
  if (phase === "lost") return { text: "CONNECTION LOST", token: "status.error" };
  const { exit, failed } = status.agent;
  if (failed !== undefined) return { text: "AGENT NOT STARTED", token: "status.error" };
  if (phase === "over") {
    const { tone } = endWords(status.agent, mode);
    const text =
      exit?.signal !== undefined
        ? `ENDED BY ${exit.signal}`
        : exit?.code
          ? `${mode === "continue" ? "ENDED" : "FAILED"}, EXIT ${exit.code}`
          : "ENDED";
    return { text, token: tone === "error" ? "status.error" : tone === "warning" ? "warning" : "status.ok" };
  }
  const words = { record: "RECORDING", replay: "REPLAY", continue: "CONTINUING", fork: "LIVE" }[mode];
  return { text: ` ${words}${from === undefined ? "" : ` from step ${from}`} `, token: "live" };
}
