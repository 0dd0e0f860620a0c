import type { Action } from "../action.ts";
import { contextOf } from "../context.ts";
import { spelledKeys } from "../keys/key-spelling.ts";
import { tableOf } from "../keys/remap.ts";
import { lineNames } from "../prompt/command-line.ts";
import type { Overlay, State } from "../state.ts";

/** What a typed line asks for: actions, and what is said besides what they change. */
export interface TypedLine {
  readonly actions: readonly Action[];
  readonly say?: "event" | "whole" | "tab" | "list" | "screen" | "words";
}

export const LINE_WORDS = [
  "n next, p previous, j STEP or a number goes there, l list, v whole event, i what is open",
  "digest, request, response, messages, tools, delta, raw: the parts of the event",
  "f or filter EXPR, /text searches, and every key and command that ? lists; q quits",
] as const;

const TABS = ["digest", "request", "response", "messages", "tools", "delta", "raw"];

/** A line typed where there is no screen. Words first, then names of the `:` line, then keys as on the screen. */
export function typedLine(state: State, typed: string): TypedLine {
  const line = typed.trim();
  if (state.prompt) return inPrompt(line);
  const top = state.overlays.at(-1);
  if (top?.type === "choices") return inChoices(line);
  if (top?.type === "palette") return inPalette(line, top);
  return atRest(state, line);
}

function command(id: string, count?: number): Action {
  return { type: "command", id, ...(count !== undefined && { count }) };
}

function inPrompt(line: string): TypedLine {
  if (line === "") return { actions: [command("prompt.cancel")] };
  const actions = [command("prompt.end"), command("prompt.erase-to-start")];
  return { actions: [...actions, { type: "paste", text: line }, command("prompt.accept")] };
}

function inChoices(line: string): TypedLine {
  const [, word = "", number] = /^(\D*?)\s*(\d*)$/.exec(line) ?? [line, line];
  const at = Number(number || 1);
  const go = [command("choices.first"), ...(at > 1 ? [command("choices.down", at - 1)] : [])];
  if (word === "" && number) return { actions: [...go, command("choices.accept")] };
  if (word === "d" && number) return { actions: [...go, command("choices.delete")] };
  if ((word === "t" || word === "space") && number) return { actions: [...go, command("choices.toggle")] };
  return { actions: [command("escape")], say: "event" };
}

function inPalette(line: string, { query, selected }: Overlay & { readonly type: "palette" }): TypedLine {
  if (line === "") return { actions: [command("escape")], say: "event" };
  if (!/^\d+$/.test(line) || line === query) return { actions: [{ type: "palette-query", query: line }] };
  const steps = Math.max(0, Number(line) - 1 - selected);
  return { actions: [...Array.from({ length: steps }, () => command("palette.next")), command("palette.accept")] };
}

function atRest(state: State, line: string): TypedLine {
  const [, word = "", argument = ""] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const own = ownWord(state, word.toLowerCase() === word ? word : "", argument);
  if (line === "" || own) return own ?? { actions: [pressed(state, "down")], say: "event" };
  if (line.startsWith("/") && line.length > 1) return searched(line.slice(1));
  const asLine = line.startsWith(":") ? line.slice(1) : line;
  const { commands } = tableOf(state);
  if (line.startsWith(":") || lineNames(commands).some(({ name }) => name === word) || /^\d+[a-z]?(!\d+)?$/.test(line))
    return onCommandLine(asLine);
  const key = keyCommand(state, line);
  return key ? { actions: [command(key)] } : onCommandLine(asLine);
}

function ownWord(state: State, word: string, argument: string): TypedLine | undefined {
  const onRuns = state.screens.at(-1) === "runs";
  const onTrace = state.screens.at(-1) === "trace";
  if (word === "n" && argument === "") return { actions: [pressed(state, "down")], say: "event" };
  if (word === "p" && argument === "") return { actions: [pressed(state, "up")], say: "event" };
  if (word === "l") return { actions: [], say: onTrace ? "list" : "screen" };
  if (word === "i" && argument === "") return { actions: [], say: "screen" };
  if (onRuns && /^\d+$/.test(word)) {
    const down = Number(word) > 1 ? [command("runs-list.down", Number(word) - 1)] : [];
    return { actions: [command("runs-list.top"), ...down, command("runs-list.open")] };
  }
  if (state.screens.at(-1) === "draft" && /^\d+$/.test(word)) {
    const down = Number(word) > 1 ? [command("draft.down", Number(word) - 1)] : [];
    return { actions: [command("draft.first"), ...down, command("draft.act")] };
  }
  if (onRuns) return undefined;
  if (word === "v") return { actions: [], say: "whole" };
  if (word === "j") return argument === "" ? { actions: [], say: "words" } : onCommandLine(`step ${argument}`);
  if (TABS.includes(word) && argument === "") return { actions: [command(`detail.${word}`)], say: "tab" };
  return undefined;
}

function searched(text: string): TypedLine {
  return { actions: [command("search"), { type: "paste", text }, command("prompt.accept")] };
}

function onCommandLine(text: string): TypedLine {
  return { actions: [command("command-line"), { type: "paste", text }, command("prompt.accept")] };
}

/** The command of an arrow, whatever its name is on this screen. */
function pressed(state: State, key: string): Action {
  const match = tableOf(state).keymap.match([key], contextOf(state));
  return command(match.type === "command" ? match.command.id : "move.down");
}

/** "s", "] e", "]e", "ctrl-d": the keys of the screen. */
function keyCommand(state: State, line: string): string | undefined {
  const { keymap } = tableOf(state);
  const spelled = spelledKeys(line)?.split(" ");
  for (const keys of [spelled, [...line]]) {
    const match = keys && keys.length <= 4 ? keymap.match(keys, contextOf(state)) : undefined;
    if (match?.type === "command") return match.command.id;
  }
  return undefined;
}
