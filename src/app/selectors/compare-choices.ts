import { sanitise } from "../../text/sanitise.ts";
import type { Choice } from "../choice.ts";
import type { State } from "../state.ts";
import { selectedIndex } from "../visible.ts";

/** What the run in view, or its selected event, can be compared with. */
export function compareChoices(state: State): readonly Choice[] {
  const { run, annotations, siblings } = state;
  const here = selectedIndex(state);
  const previous = here < 0 ? -1 : run.previousCall(here);
  const marked = [...annotations.marks].map((step) => run.indexOf(step)).filter((i) => i >= 0 && i !== here);
  const parent = run.header.parent?.file;
  return [
    ...(parent === undefined ? [] : [{ label: "parent of this fork", help: sanitise(parent), file: parent }]),
    ...siblings
      .filter((file) => file !== parent)
      .map((file) => ({ label: sanitise(file.replace(/^.*[/\\]/, "")), help: "another run beside this one", file })),
    ...(previous < 0
      ? []
      : [
          {
            label: "previous call",
            help: sanitise(`step ${run.row(previous).step}, of the same agent`),
            event: previous,
          },
        ]),
    ...marked.map((i) => ({ label: "marked event", help: sanitise(`step ${run.row(i).step}`), event: i })),
  ];
}
