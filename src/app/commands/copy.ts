import type { Command, CommandResult } from "../command.ts";
import { PANES } from "../command.ts";
import { currentRow } from "../detail/current-row.ts";
import { docFor } from "../detail/doc-for.ts";
import { detailInView } from "../diff/pair.ts";
import type { Effect } from "../effect.ts";
import { curlOf } from "../export/curl.ts";
import { payloadText, pretty } from "../export/payload-text.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

interface Taken {
  readonly text: string;
  readonly label: string;
}

type Take = (state: State) => Taken | string;

const value: Take = (state) => {
  const row = currentRow(state);
  const own = row?.value?.();
  return own === undefined
    ? row
      ? { text: row.spans.map((span) => span.text).join(""), label: "line" }
      : "nothing is selected"
    : { text: typeof own === "string" ? JSON.stringify(own) : pretty(own), label: "value" };
};

const string: Take = (state) => {
  const own = currentRow(state)?.value?.();
  return own === undefined
    ? "no value on this line"
    : { text: pretty(own), label: typeof own === "string" ? "string" : "value" };
};

const path: Take = (state) => {
  const pointer = currentRow(state)?.pointer;
  return pointer === undefined
    ? "no JSON path on this line (1 and 2 show trees)"
    : { text: pointer === "" ? "/" : pointer, label: "path" };
};

const key: Take = (state) => {
  const name = currentRow(state)?.name;
  return name === undefined ? "no key on this line" : { text: name, label: "key" };
};

function payload(side: "request" | "response"): Take {
  return (state) => {
    const i = selectedIndex(state);
    if (i < 0) return "nothing is selected";
    const text = payloadText(state.run, i, side);
    if (text === undefined) return `no ${side} in this event`;
    const tool = state.run.row(i).kind === "tool";
    return { text, label: tool ? (side === "request" ? "arguments" : "result") : side };
  };
}

const curl: Take = (state) => {
  const i = selectedIndex(state);
  const request = i < 0 ? undefined : state.run.body(i).request;
  const row = i < 0 ? undefined : state.run.row(i);
  const text = request && curlOf(request, row?.provider);
  return text === undefined ? "no HTTP request in this event" : { text, label: "curl command" };
};

const permalink: Take = (state) => ({ text: `${state.run.path}#${state.list.step}`, label: "link" });

function taking(take: Take, effect: (taken: Taken) => Effect): (state: State) => CommandResult {
  return (state) => {
    const taken = take(detailInView(state));
    return typeof taken === "string" ? toast(state, taken, "warning") : { state, effects: [effect(taken)] };
  };
}

/** Everything that can be copied; its twin prints to the normal screen, where every terminal can select. */
const TAKES: readonly { readonly key: string; readonly id: string; readonly title: string; readonly take: Take }[] = [
  { key: "y", id: "value", title: "value under the cursor, as JSON", take: value },
  { key: "s", id: "string", title: "string, unescaped", take: string },
  { key: "p", id: "path", title: "JSON pointer", take: path },
  { key: "k", id: "key", title: "key", take: key },
  { key: "r", id: "request", title: "request", take: payload("request") },
  { key: "R", id: "response", title: "response", take: payload("response") },
  { key: "c", id: "curl", title: "curl command", take: curl },
  { key: "l", id: "link", title: "link to this step (run.vcr#42)", take: permalink },
];

const wholeTab: Take = (state) => {
  const doc = docFor(state);
  const lines: string[] = [];
  for (let n = 0; n < doc.count; n++) {
    const row = doc.row(n);
    const lead = row.lead ? row.lead.text : "";
    lines.push(lead.padEnd(row.indent) + row.spans.map((span) => span.text).join(""));
  }
  return lines.length === 0 ? "nothing to open" : { text: lines.join("\n"), label: "tab" };
};

/** The value under the cursor, or from the list what the tab shows: whole bodies where it is a body. */
function opened(state: State): Taken | string {
  if (state.focus === "detail") {
    const own = currentRow(state)?.value?.();
    if (own !== undefined) return { text: pretty(own), label: typeof own === "string" ? "txt" : "json" };
  }
  if (onDiff(state)) return asText(wholeTab(state));
  const side = state.detail.tab === 1 ? "request" : state.detail.tab === 2 ? "response" : undefined;
  if (side) {
    const whole = payload(side)(state);
    if (typeof whole !== "string") return { text: whole.text, label: /^\s*[[{]/.test(whole.text) ? "json" : "txt" };
  }
  const i = selectedIndex(state);
  if (state.detail.tab === 6 && i >= 0) return { text: state.run.body(i).raw(), label: "txt" };
  return asText(wholeTab(state));
}

function asText(taken: Taken | string): Taken | string {
  return typeof taken === "string" ? taken : { ...taken, label: "txt" };
}

const open = (program: "pager" | "editor") =>
  taking(opened, (taken) => ({ type: "open", program, text: taken.text, extension: taken.label }));

/** What can be copied is in the detail of a run, and in a pair of a comparison. */
const WITH_PAIR = [...PANES, "diff"] as const;

export const COPY: readonly Command[] = [
  ...TAKES.flatMap(({ key: letter, id, title, take }): readonly Command[] => [
    {
      id: `copy.${id}`,
      keys: [`y ${letter}`],
      contexts: WITH_PAIR,
      title: `Copy ${title}`,
      group: "Copy and open",
      run: taking(take, (taken) => ({ type: "copy", ...taken })),
    },
    {
      id: `print.${id}`,
      keys: [`p ${letter}`],
      contexts: WITH_PAIR,
      title: `Print ${title}`,
      group: "Copy and open",
      run: taking(take, (taken) => ({ type: "print", text: taken.text })),
    },
  ]),
  {
    id: "print.tab",
    keys: ["p a"],
    contexts: WITH_PAIR,
    title: "Print all of this tab",
    group: "Copy and open",
    run: taking(wholeTab, (taken) => ({ type: "print", text: taken.text })),
  },
  {
    id: "open.pager",
    keys: ["v"],
    contexts: WITH_PAIR,
    title: "Open in $PAGER: the value under the cursor, or the tab",
    hint: "view",
    hintRank: 65,
    group: "Copy and open",
    line: ["view"],
    run: open("pager"),
  },
  {
    id: "open.editor",
    keys: [],
    contexts: WITH_PAIR,
    title: "Open in $EDITOR (a copy: the recording is never changed)",
    group: "Copy and open",
    line: ["edit"],
    run: open("editor"),
  },
];
