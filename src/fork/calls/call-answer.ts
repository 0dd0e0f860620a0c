import { isArray, type Json, parse } from "../../json/json.ts";
import { setValue } from "../../json/set-value.ts";
import { callStatus } from "../../record/answer/call-status.ts";
import { answerText } from "../../replay/answers/recorded-outcome.ts";
import { storedCallFields } from "../../replay/calls/stored-call-fields.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import { storedPlaces } from "../../run/records/stored-fields.ts";
import type { EventBody, Kind } from "../../trace/event.ts";
import type { EventFields } from "../../trace/write/record.ts";
import type { AnswerEdit } from "../rewrite/edited-answer.ts";

/** Answers of wrapped calls with edits in them. An answer that came in pieces is the list of these. */

export function givesPieces(body: EventBody): boolean {
  return /(?:stream|generator)$/.test(storedCallFields(body).returns ?? "");
}

/** What was answered, as JSON; null where the call threw instead. */
export function answerJson(body: EventBody, text: string = body.response?.text ?? ""): Json {
  if (!givesPieces(body)) return parse(text) ?? null;
  return text.split("\n").flatMap((line) => (line === "" ? [] : [parse(line) ?? null]));
}

/** What the program is given instead of what was recorded. */
export function editedCall(body: EventBody, edits: readonly AnswerEdit[], secrets: Secrets): EventBody {
  const text = editedText(body, edits, answerText(body, { secrets }));
  const { error } = body;
  // Its secrets are back in their places already: no line names any that are masked.
  return { response: { text }, ...(error && !isWhole(edits) ? { error } : {}), raw: () => "" };
}

/** What the new run keeps of it: what was masked stays so. */
export function editedFields(
  kind: Kind,
  body: EventBody,
  edits: readonly AnswerEdit[],
): Pick<EventFields, "status" | "response" | "error"> {
  const { error } = body;
  const masked = isWhole(edits) ? [] : storedPlaces(body, "response");
  const answer = editedText(body, edits, body.response?.text ?? "");
  const response = { ...(givesPieces(body) ? { streamed: true } : {}), body: answer, masked };
  if (error && !isWhole(edits)) return { status: "error", response, error };
  return { status: callStatus(kind, { answer }), response };
}

/** Places that are not there are left alone: the plan has refused them. */
function editedText(body: EventBody, edits: readonly AnswerEdit[], text: string): string {
  const made = edits.reduce<Json>(
    (at, { pointer, value }) => setValue(at, pointer, value) ?? at,
    answerJson(body, text),
  );
  if (!givesPieces(body) || !isArray(made)) return JSON.stringify(made);
  return made.map((piece) => `${JSON.stringify(piece)}\n`).join("");
}

/** Then nothing is left of what was answered, or thrown. */
function isWhole(edits: readonly AnswerEdit[]): boolean {
  return edits.some(({ pointer }) => pointer === "");
}
