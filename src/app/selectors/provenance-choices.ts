import { sanitise } from "../../text/sanitise.ts";
import type { Occurrence } from "../../time/provenance.ts";
import type { Choices } from "../prompt/choice.ts";
import type { State } from "../state.ts";

const MATCHES = { exact: "", normalised: " (but for white space and case)", part: " (a part of it)" } as const;

/** Where a value came from, or went. */
export function provenanceChoices({ traced }: State): Choices {
  if (!traced) return { title: "Where a value came from", list: [], empty: "nothing has been asked" };
  const title =
    traced.direction === "from"
      ? `Where the value in ${traced.of} came from`
      : `Where the value in ${traced.of} is used next`;
  const { result } = traced;
  if (!result) return { title, list: [], empty: "looking" };
  const made = result.firstIn ? [{ ...choiceOf(result.firstIn), label: `made up in ${result.firstIn.step}` }] : [];
  return {
    title: result.notice === undefined ? title : `${title}: ${result.notice}`,
    list: [...made, ...result.found.map(choiceOf)],
    empty: traced.direction === "from" ? "no earlier event holds it" : "no later event holds it",
  };
}

function choiceOf({ step, where, match, preview }: Occurrence) {
  return { label: `${step} ${where}${MATCHES[match]}`, help: sanitise(preview), step };
}
