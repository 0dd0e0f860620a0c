import type { Run } from "../../run/run.ts";
import { formatCount } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { breakpointText } from "../../time/breakpoint.ts";
import { OPTIONS } from "../options.ts";
import type { Choice, Choices } from "../prompt/choice.ts";
import type { ChoiceKind, State } from "../state.ts";
import { compareChoices } from "./compare-choices.ts";
import { abortChoices, heldChoices, leaveChoices, rewriteChoices } from "./live-choices.ts";
import { provenanceChoices } from "./provenance-choices.ts";
import { runEntries } from "./runs.ts";

export function choicesOf(state: State, kind: ChoiceKind): Choices {
  switch (kind) {
    case "provenance":
      return provenanceChoices(state);
    case "compare":
      return {
        title: "Compare with",
        list: compareChoices(state),
        empty: "nothing beside this run: vcr tui A B, or :diff FILE",
      };
    case "edit":
      return {
        title: `Edit step ${state.list.step} for a fork`,
        list: [
          { label: "the request", help: "what the model is asked: it is asked again, live", edit: "request" },
          { label: "the answer", help: "what the agent gets: it goes on from there, live", edit: "response" },
        ],
        empty: "",
      };
    case "runs":
      return { title: "Runs of this file", list: runEntries(state), empty: "none" };
    case "breakpoints":
      return {
        title: "Breakpoints",
        list: breakpoints(state),
        empty: "none: b sets one on the selected event, i one with a condition",
      };
    case "marks":
      return {
        title: "Marks and notes",
        list: marks(state),
        empty: "none: m marks the selected event, ; writes a note on it",
      };
    case "jumps":
      return { title: "Places jumped from", list: jumps(state), empty: "none yet" };
    case "outline":
      return { title: "Agents", list: outline(state.run), empty: "no model calls" };
    case "held":
      return heldChoices(state);
    case "rewrites":
      return rewriteChoices(state);
    case "leave":
      return leaveChoices(state);
    case "abort":
      return abortChoices(state);
    case "options":
      return { title: "Options, kept in the config file", list: options(state), empty: "none" };
    case "export":
      return { title: "Export", list: exports(state), empty: "nothing is selected" };
  }
}

function breakpoints({ annotations, hitCounts }: State): readonly Choice[] {
  return annotations.breakpoints.map((each) => {
    const count = hitCounts?.get(each.id);
    const hits = count === undefined ? "" : counted(count, "hit");
    return {
      label: sanitise(breakpointText(each)),
      help: [each.on ? "on" : "off", hits].filter(Boolean).join(" · "),
      breakpoint: each.id,
      ...("step" in each.at && { step: each.at.step }),
    };
  });
}

function marks({ annotations, run }: State): readonly Choice[] {
  const steps = new Set([...annotations.marks, ...annotations.notes.keys()]);
  const placed = [...steps].map((step) => ({ step, i: run.indexOf(step) })).toSorted((a, b) => a.i - b.i);
  return placed.map(({ step, i }) => {
    const note = annotations.notes.get(step);
    const what = i < 0 ? "not read yet" : describe(run, i);
    return {
      label: `${annotations.marks.has(step) ? "*" : " "} ${step}`,
      help: sanitise(note === undefined ? what : `${note} · ${what}`),
      step,
    };
  });
}

function options(state: State): readonly Choice[] {
  return OPTIONS.map((option) => ({
    label: `${option.name}: ${option.value(state)}`,
    help: option.title,
    option: option.name,
  }));
}

function jumps({ jumps: { back }, run }: State): readonly Choice[] {
  return back
    .toReversed()
    .map((step) => ({ step, i: run.indexOf(step) }))
    .filter(({ i }) => i >= 0)
    .map(({ step, i }) => ({ label: step, help: sanitise(describe(run, i)), step }));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Lanes as a tree: who was started by whom. */
function outline(run: Run): readonly Choice[] {
  const firsts = new Map<number, { readonly i: number; errors: number; tokens: number | undefined }>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    if (row.kind !== "llm" && row.kind !== "tool") continue;
    const known = firsts.get(row.lane) ?? { i, errors: 0, tokens: undefined };
    if (row.status === "error" && row.repeatedBy === undefined) known.errors++;
    const total = row.kind === "llm" ? (row.tokens?.in ?? 0) + (row.tokens?.out ?? 0) : 0;
    if (total > 0) known.tokens = (known.tokens ?? 0) + total;
    firsts.set(row.lane, known);
  }
  const below = (parent: number | undefined, depth: number): readonly Choice[] =>
    run.lanes
      .filter((lane) => lane.parent === parent)
      .flatMap((lane) => {
        const first = firsts.get(lane.number);
        if (!first) return below(lane.number, depth);
        const facts = [
          counted(lane.calls, "call"),
          first.errors > 0 ? counted(first.errors, "error") : "",
          first.tokens === undefined ? "" : `${formatCount(first.tokens)} tok`,
          ...lane.notes,
        ].filter(Boolean);
        const { step } = run.row(first.i);
        return [
          {
            label: `${"  ".repeat(depth)}${sanitise(lane.name)}`,
            help: `from step ${step} · ${facts.join(" · ")}`,
            step,
          },
          ...below(lane.number, depth + 1),
        ];
      });
  return below(undefined, 0);
}

/** What can be written to a file, with a name to begin with. */
function exports({ list, run }: State): readonly Choice[] {
  const name = run.path.replace(/^.*[/\\]/, "").replace(/\.(vcr|jsonl?|ya?ml|gz)+$/i, "");
  const at =
    list.step === ""
      ? []
      : ([
          ["request", "request body", `${name}-${list.step}-request.json`],
          ["response", "response body", `${name}-${list.step}-response.json`],
          ["event", "the whole event as JSON", `${name}-${list.step}.json`],
          ["curl", "request as a curl command", `${name}-${list.step}.sh`],
          ["conversation", "conversation up to here, as Markdown", `${name}-${list.step}.md`],
        ] as const);
  return [...at, ["shown", "the shown events as a .vcr file", `${name}-shown.vcr`] as const].map(
    ([what, help, file]) => ({ label: what, help, line: `export ${what} ${file}` }),
  );
}

function describe(run: Run, i: number): string {
  const { kind, name = "" } = run.row(i);
  return `${kind} ${name} ${run.what(i)}`;
}
