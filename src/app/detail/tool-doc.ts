import { formatDuration } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { heldWords } from "../live/held-words.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { payloadParts, resultPayload } from "./exchange-doc.ts";
import { jsonPart } from "./json-part.ts";
import { messagePart } from "./message-part.ts";
import { type DocSubject, heading, line, note } from "./subject.ts";

/** Tab 4: arguments and results of this tool call, or of all calls that the answer made. */
export function toolDoc(subject: DocSubject): Doc {
  const { run, i, row } = subject;
  if (row.kind === "tool") return docOf(toolParts(subject));
  if (row.kind !== "llm") return docOf([]);
  const parts: DocPart[] = [];
  for (let at = i + 1; at < run.length; at++) {
    const next = run.row(at);
    if (next.seq !== row.seq) break;
    if (next.kind === "tool") parts.push(...toolParts({ ...subject, i: at, row: next }));
  }
  return docOf(parts);
}

export function toolParts(subject: DocSubject): readonly DocPart[] {
  const { run, i, row, context } = subject;
  const tool = run.tool(i);
  const error = context.unicode ? "✗ error" : "x error";
  const state = tool.isError ? error : row.status === "pending" ? waiting(subject) : "ok";
  const title = [
    `${row.step} ${tool.name}`,
    state,
    row.durationMs === undefined ? "" : `${row.approximate ? "≈" : ""}${formatDuration(row.durationMs)}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const key = row.step;
  return [
    heading(title, `${key} title`),
    tool.args === undefined
      ? note(`${key} no-args`, "arguments not recorded")
      : jsonPart(tool.args, { context, key: `${key} args#`, indent: 0, name: "arguments" }),
    partOf([
      line(`${key} to`, [
        {
          text: tool.resultStep === undefined ? "result" : `result, first seen by step ${sanitise(tool.resultStep)}`,
          token: tool.isError ? "status.error" : "text.dim",
        },
      ]),
    ]),
    ...resultParts(subject, key),
  ];
}

function waiting({ row, context: { held } }: DocSubject): string {
  return held?.row === row.step ? heldWords(held) : "nobody answered";
}

function resultParts(subject: DocSubject, key: string): readonly DocPart[] {
  const { result } = subject.run.tool(subject.i);
  if (!result) return [note(`${key} none`, "none")];
  const [only] = result.parts;
  if (result.parts.length === 1 && (only?.type === "text" || only?.type === "other"))
    return payloadParts(resultPayload(result.parts), subject, `${key} result`);
  return result.parts.map((part, n) =>
    messagePart({ role: "tool", parts: [part] }, { context: subject.context, key: `${key} result ${n}` }),
  );
}
