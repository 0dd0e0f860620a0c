import { changedPlaces } from "../../run/step/sent-request.ts";
import type { DocPart } from "./doc.ts";
import { type DocSubject, notice } from "./subject.ts";

/** Places named in one line. */
const MOST = 3;

/** That a request went out changed, where, and which of both is shown. A tool says so whose result was changed. */
export function sentParts({ run, i, row, context }: DocSubject, asked: boolean): readonly DocPart[] {
  const places = changedPlaces(run.body(i));
  if (row.kind === "tool" && row.derived && resultChanged(run, i)) {
    const words = asked
      ? "as the agent holds it: its requests went out with another result (@ shows it)"
      : "result edited: the agent itself holds another one (@ shows it)";
    return [notice("sent", words, context)];
  }
  if (places.length === 0) return [];
  const named = `${places.slice(0, MOST).join(", ")}${places.length > MOST ? ` and ${places.length - MOST} more` : ""}`;
  const words = asked
    ? `as the agent asked it: it went out changed at ${named} (@ shows that)`
    : `edited on its way at ${named} (@ shows what the agent asked)`;
  return [notice("sent", words, context)];
}

/** Only a request that was changed can carry another result than the agent's. */
function resultChanged(run: DocSubject["run"], i: number): boolean {
  const { resultStep } = run.tool(i);
  const carrier = resultStep === undefined ? -1 : run.indexOf(resultStep);
  if (carrier < 0 || changedPlaces(run.body(carrier)).length === 0) return false;
  const text = (of: DocSubject["run"]): string => JSON.stringify(of.tool(i).result?.parts ?? null);
  return text(run) !== text(run.asked);
}
