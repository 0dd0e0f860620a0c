import { sanitise } from "../../text/sanitise.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import type { Choice } from "../prompt/choice.ts";
import type { State } from "../state.ts";

/** What the run in view, or its selected event, can be compared with: of a fork its parent first, then what was marked. */
export function compareChoices(state: State): readonly Choice[] {
  const { run, annotations, siblings } = state;
  const here = selectedIndex(state);
  const previous = here < 0 ? -1 : run.previousCall(here);
  const marked = [...annotations.marks].map((step) => run.indexOf(step)).filter((i) => i >= 0);
  const { parent } = run.header;
  const parentName = parent?.file === undefined ? undefined : nameOf(parent.file);
  return [
    ...(parent === undefined ? [] : [parentChoice(parent)]),
    ...markedPairs(marked.filter((i) => i !== here).toSorted((a, b) => a - b)).map((pair) => ({
      label: "two marked events",
      help: sanitise(`step ${run.row(pair[0]).step} and step ${run.row(pair[1]).step}`),
      pair,
    })),
    ...marked
      .filter((i) => i !== here && here >= 0)
      .map((i) => ({ label: "marked event", help: sanitise(`step ${run.row(i).step}`), pair: inOrder(here, i) })),
    ...(previous < 0
      ? []
      : [
          {
            label: "previous call",
            help: sanitise(`step ${run.row(previous).step}, of the same agent`),
            pair: inOrder(previous, here),
          },
        ]),
    ...siblings
      .map((file) => ({ label: sanitise(nameOf(file)), help: "another run beside this one", file }))
      .filter(({ file }) => nameOf(file) !== parentName),
  ];
}

/** Each mark with the next one. */
function markedPairs(places: readonly number[]): readonly (readonly [number, number])[] {
  return places.slice(1).map((place, n) => [places[n]!, place] as const);
}

function inOrder(a: number, b: number): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}

type Parent = NonNullable<State["run"]["header"]["parent"]>;

function parentChoice({ kind, file, id }: Parent): Choice {
  return {
    label: kind === "replay" ? "the run it replays" : "parent of this fork",
    help: sanitise(file ?? id ?? ""),
    parent: true,
  };
}

function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, "");
}
