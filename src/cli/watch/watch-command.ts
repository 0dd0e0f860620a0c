import { isInjectedError } from "../../control/held-action.ts";
import type { BodyChange, HeldAction } from "../../control/protocol.ts";
import { isArray, isObject, type Json, parse } from "../../json/json.ts";
import { parsePointer } from "../../json/pointer.ts";

/** A line that a user types who watches a run by the line. */
export type WatchCommand =
  | { readonly type: "act"; readonly id: number | undefined; readonly action: HeldAction }
  | { readonly type: "all"; readonly action: HeldAction }
  | { readonly type: "edit"; readonly id: number | undefined }
  /** In the half that can still be changed. */
  | { readonly type: "change"; readonly id: number | undefined; readonly change: BodyChange }
  | { readonly type: "pause" }
  | { readonly type: "break"; readonly expression: string }
  | { readonly type: "unbreak"; readonly expression: string | undefined }
  | { readonly type: "hold"; readonly on: boolean }
  | { readonly type: "kill" }
  | { readonly type: "list" }
  | { readonly type: "quit" }
  | { readonly type: "help" };

export const WATCH_HELP = [
  "c [N]          go on with the held call N; without N with the one held longest",
  "C              go on with all of them",
  "s [N]          go on, and stand still at the next call",
  "e [N]          edit it in $EDITOR, on a terminal: the request before it goes out, else the answer",
  "set PTR=VALUE  it goes on with another value there: set /temperature=0; JSON, else text",
  "drop PTR       it goes on without that member: drop /tool_choice",
  "answer TEXT    the agent gets this answer; JSON is taken as the whole body",
  "error 429      the agent gets an error: 429, 500 or timeout",
  "recorded [M]   the agent gets what was recorded, of step M or the nearest",
  "live [N]       a call that has drifted goes to its provider",
  "x [N]          close its connection",
  "N COMMAND      any of these for the held call N: 2 answer no rooms left",
  "break EXPR     stand still at calls that match a filter: break tool:search, break phase:response status:error",
  "unbreak [EXPR] drop that breakpoint, or all",
  "p              stand still at the next call",
  "l              list held calls and breakpoints",
  "hold on|off    calls stay held, or go on, when the last watcher leaves",
  "kill           end the agent",
  "q              leave; the run goes on",
];

/** Undefined: an empty line. Text: what is wrong. */
export function readWatchCommand(line: string): WatchCommand | string | undefined {
  const words = line.trim();
  if (words === "") return undefined;
  const numbered = /^(\d{1,9})\s+(\S.*)$/s.exec(words);
  if (numbered?.[2] === undefined) return command(words, undefined);
  const read = command(numbered[2], Number(numbered[1]));
  return typeof read === "string" || read.type === "act" || read.type === "edit" || read.type === "change"
    ? read
    : `${words}: a number stands before what is done with a held call`;
}

function command(words: string, id: number | undefined): WatchCommand | string {
  const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(words) ?? [];
  switch (name) {
    case "c":
      return plain({ do: "continue" }, id, rest);
    case "s":
      return plain({ do: "step" }, id, rest);
    case "x":
      return plain({ do: "abort" }, id, rest);
    case "live":
      return plain({ do: "live" }, id, rest);
    case "e": {
      const number = numberIn(rest);
      return number === false ? `e ${rest}: expected the number of a held call` : { type: "edit", id: id ?? number };
    }
    case "set":
    case "drop": {
      const change = changeOf(name, rest);
      return typeof change === "string" ? change : { type: "change", id, change };
    }
    case "answer":
      return rest === ""
        ? "answer: with which text?"
        : { type: "act", id, action: { do: "answer", body: bodyOf(rest) } };
    case "error":
      return isInjectedError(rest)
        ? { type: "act", id, action: { do: "error", error: rest } }
        : "error: 429, 500 or timeout";
    case "recorded": {
      const step = numberIn(rest);
      if (step === false) return `recorded ${rest}: expected the number of a step`;
      return { type: "act", id, action: { do: "recorded", ...(step === undefined ? {} : { step }) } };
    }
    case "break":
      return rest === "" ? "break: at what? break tool:search" : { type: "break", expression: rest };
    case "hold":
      return rest === "on" || rest === "off" ? { type: "hold", on: rest === "on" } : "hold: on or off";
    default:
      return word(name, rest);
  }
}

function word(name: string, rest: string): WatchCommand | string {
  switch (name) {
    case "C":
      return { type: "all", action: { do: "continue" } };
    case "unbreak":
      return { type: "unbreak", expression: rest === "" ? undefined : rest };
    case "p":
      return { type: "pause" };
    case "l":
      return { type: "list" };
    case "kill":
      return { type: "kill" };
    case "q":
      return { type: "quit" };
    case "?":
    case "help":
      return { type: "help" };
    default:
      return `${name}: no such command; ? lists them`;
  }
}

function plain(action: HeldAction, id: number | undefined, rest: string): WatchCommand | string {
  const number = numberIn(rest);
  if (number === false) return `${rest}: expected the number of a held call`;
  return { type: "act", id: id ?? number, action };
}

/** False: something else than a number. */
function numberIn(text: string): number | undefined | false {
  if (text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : false;
}

function changeOf(name: "set" | "drop", rest: string): BodyChange | string {
  const [, pointer = "", value] = (name === "set" ? /^(\/[^=]*)=(.*)$/s : /^(\/[^=]*)$/).exec(rest) ?? [];
  if (pointer === "" || parsePointer(pointer) === undefined)
    return name === "set"
      ? "set: expected POINTER=VALUE, as set /temperature=0"
      : "drop: expected a POINTER, as drop /tool_choice";
  return value === undefined ? { pointer, drop: true } : { pointer, value: parse(value) ?? value };
}

function bodyOf(text: string): Json {
  const json = parse(text);
  return isObject(json) || isArray(json) ? json : text;
}
