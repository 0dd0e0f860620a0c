import type { HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { driftWords, failureWords, heldWords } from "../live/held-words.ts";
import type { DocContext } from "./context.ts";
import { type DocPart, type DocRow, partOf } from "./doc.ts";
import { heading, line, note, notice } from "./subject.ts";
import { textRows } from "./text-part.ts";

/** Why a call stands still, and what it is nearest to when it is not what was recorded. Above what the call itself says. */
export function heldParts(call: HeldCall, context: DocContext): readonly DocPart[] {
  const { reason, drift, failsAs } = call;
  return [
    heading(`${heldWords(call)}: ${reason.words}`, "held"),
    ...(failsAs === undefined ? [] : [notice("held fails", failureWords(call), context)]),
    ...(drift === undefined
      ? []
      : [
          ...(driftWords(call) === ""
            ? []
            : [partOf(textRows(driftWords(call), "held drift", { context, indent: 0, token: "warning" }))]),
          partOf(drift.lines.map(diffLine)),
        ]),
    ...(call.phase === "result" && typeof call.template === "string" ? recorded(call.template, context) : []),
    ...(call.actions.length === 0 ? [note("held nothing", "it can only be waited for")] : []),
  ];
}

function recorded(text: string, context: DocContext): readonly DocPart[] {
  return [
    heading("recorded result", "held recorded"),
    partOf(textRows(text, "held result", { context, indent: 0, token: "text" })),
  ];
}

function diffLine(text: string, n: number): DocRow {
  // Whoever is asked here is not replaying.
  if (text === "+++ replayed") return line(`held line ${n}`, [{ text: "+++ asked now", token: "diff.added" }]);
  const token = text.startsWith("+") ? "diff.added" : text.startsWith("-") ? "diff.removed" : "text";
  return line(`held line ${n}`, [{ text: sanitise(text), token }]);
}
