import type { HeldCall, Notice, RunStatus } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { Action } from "../action.ts";
import { originOf } from "../draft/open-draft.ts";
import type { Effect, Update } from "../effect.ts";
import { isBusy, settle } from "../select.ts";
import type { State } from "../state.ts";
import { addLog, toast } from "../toast.ts";
import { fromLive } from "./breakpoints.ts";
import { endWords } from "./end-words.ts";
import { type LiveState, liveOf, liveState, withLive } from "./live-state.ts";
import { withOutput } from "./output-log.ts";

/** What whoever serves the run has said, and what is then true. */

type Of<T extends Action["type"]> = Action & { readonly type: T };

/** A countdown is drawn anew so often, in milliseconds. */
const TICK = 1000;
/** Characters of an answer in flight that are kept: its end. The whole is in the file when it is there. */
const STREAMED = 16_000;

export function onLiveHello(state: State, { hello, path }: Of<"live-hello">): Update {
  const annotations = { ...state.annotations, breakpoints: fromLive(hello.breakpoints, state.annotations.breakpoints) };
  const list = { ...state.list, follow: "yes" as const };
  const watched = settle({ ...state, live: liveState(hello, path), annotations, list });
  return ticking({ state: watched, effects: [] });
}

export function onLiveNotices(state: State, { notices }: Of<"live-notices">): Update {
  let update: Update = { state, effects: [] };
  for (const notice of notices) {
    const { live } = update.state;
    if (!live) break;
    const next = onNotice(update.state, live, notice);
    update = { state: next.state, effects: [...update.effects, ...next.effects] };
  }
  return ticking({ state: settle(update.state), effects: update.effects });
}

export function onLiveLost(state: State): Update {
  if (state.live?.phase !== "on") return { state, effects: [] };
  const ended = settle(withLive(state, { phase: "lost", held: [], chosen: null }));
  return toast(ended, "vcr, which served this run, has gone: what is in the file stays, nothing more comes", "error");
}

export function onLiveTick(state: State): Update {
  return ticking({ state: withLive(state, { ticking: false }), effects: [] });
}

/** What was streamed is in the file as soon as its call has ended. */
export function withoutEnded(state: State): State {
  const live = liveOf(state);
  if (!live || live.streams.size === 0) return state;
  const open = [...live.streams].filter(([step]) => {
    const i = state.run.indexOf(String(step));
    return i < 0 || state.run.row(i).status === "pending";
  });
  return open.length === live.streams.size ? state : withLive(state, { streams: new Map(open) });
}

function onNotice(state: State, live: LiveState, notice: Notice): Update {
  switch (notice.type) {
    case "held":
      return onHeld(state, live, notice.call);
    case "held-changed":
      return only(
        withLive(state, { held: live.held.map((each) => (each.id === notice.call.id ? notice.call : each)) }),
      );
    case "released":
      return onReleased(state, live, notice);
    case "chunk":
      return only(withLive(state, { streams: withChunk(live.streams, notice.step, notice.text) }));
    case "status":
      return onStatus(state, live, notice.status);
    case "breakpoints":
      return only(withBreakpoints(state, notice.breakpoints));
    case "output":
      return only(withLive(state, { output: withOutput(live.output, [notice.piece]), pane: opened(live) }));
    case "over":
      return onOver(state, live, notice);
  }
}

function withBreakpoints(state: State, live: Parameters<typeof fromLive>[0]): State {
  const breakpoints = fromLive(live, state.annotations.breakpoints);
  return { ...state, annotations: { ...state.annotations, breakpoints } };
}

function onHeld(state: State, live: LiveState, call: HeldCall): Update {
  const held = [...live.held.filter(({ id }) => id !== call.id), call];
  const known = live.held.some(({ id }) => id === live.chosen);
  const next = withLive(state, { held, chosen: known ? live.chosen : call.id });
  const words = `step ${call.row} is held: ${sanitise(call.reason.words)}`;
  if (known || state.list.follow === "no" || isBusy(state) || state.screens.at(-1) !== "trace")
    return toast(next, `${words}; ]h goes there`);
  return { state: addLog(next, "info", words), effects: [] };
}

function onReleased(state: State, live: LiveState, notice: Notice & { readonly type: "released" }): Update {
  const call = live.held.find(({ id }) => id === notice.id);
  const held = live.held.filter(({ id }) => id !== notice.id);
  const chosen = live.chosen === notice.id ? (held[0]?.id ?? null) : live.chosen;
  const unsent = live.unsent?.id === notice.id ? null : live.unsent;
  const next = withLive(state, { held, chosen, unsent });
  if (call && notice.by === "client-gone") return toast(next, `step ${call.row}: its client has given up`, "warning");
  // What is being asked about it can be asked no more.
  if (call && notice.id === live.pinned) return toast(next, `step ${call.row} is held no more`, "warning");
  return only(next);
}

function onStatus(state: State, live: LiveState, status: RunStatus): Update {
  const { failed } = status.agent;
  const next = withLive(state, { status });
  if (failed === undefined || live.status.agent.failed !== undefined) return only(next);
  return toast(next, `the agent could not be started: ${sanitise(failed)}`, "error");
}

/** The screen is that of any recorded run from here on; one key leads to what has become different. */
function onOver(state: State, live: LiveState, { status, report }: Notice & { readonly type: "over" }): Update {
  const ended = withLive(state, { phase: "over", status, held: [], chosen: null, unsent: null });
  const logged = report.reduce((said, line) => addLog(said, "info", sanitise(line)), ended);
  const { words, tone } = endWords(status.agent, live.mode);
  // Rows of the file may still be on their way: that nothing went out is said by whoever served it.
  const back = status.live === 0 && originOf(state) !== undefined;
  const origin = live.mode === "fork" ? "was forked from" : "goes on from";
  const compare = live.from === undefined ? "" : `; D compares it with the run it ${origin}`;
  const next = back ? "; r goes back to its draft" : compare;
  const why =
    status.agent.failed === undefined ? words : `the agent could not be started: ${sanitise(status.agent.failed)}`;
  return toast(logged, `${why}${next}`, tone);
}

function withChunk(streams: LiveState["streams"], step: number, text: string): LiveState["streams"] {
  return new Map(streams).set(step, `${streams.get(step) ?? ""}${text}`.slice(-STREAMED));
}

/** The first line that the agent writes opens the pane; closed by hand it stays closed. */
function opened({ pane, output }: LiveState): LiveState["pane"] {
  return output.lines.length === 0 && output.dropped === 0 ? { ...pane, open: true } : pane;
}

/** While some client's patience runs out, a frame a second. */
function ticking({ state, effects }: Update): Update {
  const { live } = state;
  const counts = live?.phase === "on" && live.held.some(({ until }) => until !== undefined);
  if (!live || !counts || live.ticking) return { state, effects };
  const tick: Effect = { type: "after", ms: TICK, action: { type: "live-tick" } };
  return { state: withLive(state, { ticking: true }), effects: [...effects, tick] };
}

function only(state: State): Update {
  return { state, effects: [] };
}
