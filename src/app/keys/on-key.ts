import { type Command, SCREENS } from "../command.ts";
import { contextOf } from "../context.ts";
import type { Update } from "../effect.ts";
import { typeIntoPrompt } from "../prompt/prompt.ts";
import { runCommand } from "../run-command.ts";
import { reachedBy } from "../selectors/choice-keys.ts";
import { choicesOf } from "../selectors/choices.ts";
import { type Context, NO_PENDING, type State } from "../state.ts";
import { type Key, keyName, typed } from "./key.ts";
import { tableOf } from "./remap.ts";

/** Milliseconds after which the strip shows how a chord can go on. */
const CHORD_HELP_AFTER = 300;
/** Milliseconds in which a count has to go on. */
const COUNT_TIME = 900;

/** What a key does: it goes on a chord or a count, runs a command, or is typed into what is open. */
export function onKey(before: State, key: Key): Update {
  const state = before.toast?.stands ? { ...before, toast: null } : before;
  const context = contextOf(state);
  const panes = SCREENS.includes(context);
  if (panes && state.pending.keys.length === 0 && isCount(key)) return onDigit(state, key.name, context);
  const keys = [...state.pending.keys, keyName(key)];
  const { commands, keymap } = tableOf(state);
  const match = keymap.match(keys, context);
  if (match.type === "prefix") {
    return {
      state: { ...state, pending: { ...state.pending, keys } },
      effects: [{ type: "after", ms: CHORD_HELP_AFTER, action: { type: "which-key" } }],
    };
  }
  const fresh = { ...state, pending: NO_PENDING };
  if (match.type === "command")
    return runCounted(state, match.command, commands) ?? runCommand(fresh, match.command, { commands });
  if (context === "prompt") {
    const text = typed(key);
    return text === undefined ? withoutEffects(fresh) : typeIntoPrompt(fresh, text);
  }
  if (context === "choices") return takeByKey(fresh, keys);
  if (context === "palette") return { state: fresh, effects: [{ type: "forward", sequence: key.sequence }] };
  return withoutEffects(fresh);
}

/** A choice is taken by the key that does the same without the list, which stands beside it. */
function takeByKey(state: State, keys: readonly string[]): Update {
  const overlay = state.overlays.at(-1);
  const below = { ...state, overlays: state.overlays.slice(0, -1) };
  const { commands, keymap } = tableOf(state);
  const match = keymap.match(keys, contextOf(below));
  if (overlay?.type !== "choices" || match.type !== "command") return withoutEffects(state);
  const { list } = choicesOf(state, overlay.kind);
  const chosen = list.find((choice) => reachedBy(choice, commands)?.id === match.command.id);
  const command = commands.find(({ id }) => id === chosen?.command);
  return command ? runCommand(below, command, { commands }) : withoutEffects(state);
}

/** Runs a command with the count that was typed before it; undefined when there is none, or the command takes none: then the digits were tabs. */
function runCounted(state: State, command: Command, commands: readonly Command[]): Update | undefined {
  const { count, beforeCount } = state.pending;
  if (count === "") return;
  let taken = false;
  const result = runCommand({ ...state, detail: beforeCount ?? state.detail, pending: NO_PENDING }, command, {
    commands,
    get count() {
      taken = true;
      return Math.min(Number(count), 1e9);
    },
  });
  return taken ? result : undefined;
}

function isCount(key: Key): boolean {
  return !key.ctrl && !key.alt && /^\d$/.test(key.name);
}

/** `3` shows tab 3, `42G` goes to step 42: a digit does the one at once, and a command that takes a count makes it the other. */
function onDigit(state: State, digit: string, context: Context): Update {
  const { count, beforeCount } = state.pending;
  if (count === "" && digit === "0") return withoutEffects(showDigitTab(state, digit, context));
  const more = count + digit;
  const before = beforeCount ?? state.detail;
  const shown = showDigitTab({ ...state, detail: before }, digit, context);
  return {
    state: { ...shown, pending: { ...state.pending, count: more, beforeCount: before } },
    effects: [{ type: "after", ms: COUNT_TIME, action: { type: "count-over", count: more } }],
  };
}

function showDigitTab(state: State, digit: string, context: Context): State {
  const { commands, keymap } = tableOf(state);
  const match = keymap.match([digit], context);
  return match.type === "command" ? runCommand(state, match.command, { commands }).state : state;
}

function withoutEffects(state: State): Update {
  return { state, effects: [] };
}
