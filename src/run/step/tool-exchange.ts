import { field, type Json } from "../../json/json.ts";
import type { Message, Part } from "../../providers/message.ts";
import { resultsOf } from "../../providers/tool-results.ts";
import type { RowNumber } from "../../trace/row-sink.ts";
import type { OpenedRun } from "../opened-run.ts";
import type { ToolExchange } from "../run.ts";
import { DAMAGE_LETTER, stepName } from "./step-name.ts";

/** Arguments and result of a tool event: from its own body, or from the model's call and the request that answered it. */
export function readTool(run: OpenedRun, row: RowNumber): ToolExchange {
  const { table } = run.store;
  const letter = table.letter(row);
  const name = table.name(row) ?? "tool";
  const isError = table.status(row) === "error";
  if (letter === 0 || letter >= DAMAGE_LETTER) return recordedTool(run, row, { name, isError });
  const { answer } = run.exchangeOfRow(table.parent.get(row));
  const call = answer?.calls[letter - 1];
  const carrier = table.resultRow.get(row);
  // A tool that the vendor runs answers within the answer itself.
  const own = call && answer?.message ? resultsOf(answer.message).find(({ id }) => id === call.id) : undefined;
  const part = own ?? (call && carrier >= 0 ? resultPart(run, carrier, call.id) : undefined);
  return {
    name,
    ...(call && { callId: call.id, args: call.args }),
    ...(part && { result: { role: "tool", parts: part.parts } satisfies Message }),
    ...(carrier >= 0 && { resultStep: stepName(table.seq(carrier), table.letter(carrier)) }),
    isError: isError || part?.isError === true,
  };
}

function recordedTool(
  run: OpenedRun,
  row: RowNumber,
  base: { readonly name: string; readonly isError: boolean },
): ToolExchange {
  const body = run.bodyOfRow(row);
  const callId = run.store.callId(row);
  const args = body.request?.json ?? body.request?.text;
  const answer = body.error?.message ?? body.response?.json ?? body.response?.text;
  return {
    ...base,
    ...(callId !== undefined && { callId }),
    ...(args !== undefined && { args }),
    ...(answer !== undefined && { result: { role: "tool", parts: [valuePart(answer)] } satisfies Message }),
  };
}

function valuePart(value: Json): Part {
  const text = typeof value === "string" ? value : field(value, "text");
  return typeof text === "string" ? { type: "text", text } : { type: "other", label: "result", json: value };
}

/** The newest messages carry the result: looked for from the end. */
function resultPart(run: OpenedRun, carrier: RowNumber, id: string): (Part & { readonly type: "result" }) | undefined {
  const messages = run.messagesOfRow(carrier);
  for (let i = messages.length - 1; i >= 0; i--) {
    for (const part of messages[i]!.read().parts) if (part.type === "result" && part.id === id) return part;
  }
  return undefined;
}
