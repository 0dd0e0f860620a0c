import { compact, firstWords, messageLine, partsText } from "../../run/rows/what.ts";
import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import { truncate } from "../../text/width.ts";

const WIDTH = 160;

/** `vcr show -v`: what went in and what came out, a line each, under the event's line. */
export function previewLines(run: Run, i: number): readonly string[] {
  const row = run.row(i);
  const lines: [string, string][] = [];
  if (row.kind === "llm") {
    for (const ref of run.messages(i).slice(run.sharedMessages(i)).slice(-3)) {
      const message = ref.read();
      if (message.role !== "assistant") lines.push([message.role, messageLine(message)]);
    }
    const answer = run.exchange(i).answer;
    if (answer?.message) lines.push(["answer", messageLine(answer.message)]);
    for (const call of answer?.calls ?? []) lines.push(["call", `${call.name} ${compact(call.args)}`]);
    if (answer?.error) lines.push(["error", answer.error.message]);
  } else if (row.kind === "tool") {
    const { args, result } = run.tool(i);
    if (args !== undefined) lines.push(["arguments", compact(args)]);
    if (result) lines.push(["result", firstWords(partsText(result.parts))]);
  } else {
    const own = run.message(i);
    const body = own ? undefined : run.body(i);
    const value = body?.after ?? body?.response?.json ?? body?.response?.text ?? body?.request?.json;
    if (own) lines.push([own.role, messageLine(own)]);
    else if (value !== undefined) lines.push(["body", compact(value)]);
  }
  return lines.map(([name, text]) => truncate(`       ${name.padEnd(10)} ${sanitise(text)}`, WIDTH));
}
