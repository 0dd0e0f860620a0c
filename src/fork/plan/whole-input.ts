import { field, isArray, type Json, parse, text } from "../../json/json.ts";
import { VcrError } from "../../trace/errors.ts";
import { plainRequest } from "../continuation/plain-request.ts";
import { editedAnswer } from "../rewrite/edited-answer.ts";
import { withBefore } from "../rewrite/server-chain.ts";
import type { PlannedRun } from "./planned-run.ts";

/** A request and what is to be said about it. */
export interface WholeInput {
  readonly request: string;
  readonly notes: readonly string[];
}

interface Link {
  readonly previous: string | undefined;
  readonly items: readonly Json[];
}

const API = "openai/responses";

/**
 * A request that names an earlier response holds only what is new: the conversation before it is put together again from the
 * recording, so that edits reach it and the provider need not remember it. Source: platform.openai.com, "Conversation state".
 * @throws VcrError where that cannot be done and an edit lies before it
 */
export function wholeInput(request: string, step: number, planned: PlannedRun): WholeInput {
  const json = parse(request);
  const first = text(field(json, "previous_response_id"));
  if (first === undefined) return { request, notes: [] };
  const before: Json[] = [];
  const met = new Set<string>();
  for (let id: string | undefined = first; id !== undefined; ) {
    const link: Link | undefined = met.has(id) ? undefined : linkOf(id, planned);
    met.add(id);
    if (link === undefined) return remembered(request, { id, step }, planned);
    before.unshift(...link.items);
    id = link.previous;
  }
  return { request: JSON.stringify(withBefore(json, before)), notes: [] };
}

function remembered(
  request: string,
  { id, step }: { readonly id: string; readonly step: number },
  { plan }: PlannedRun,
) {
  const words = `step ${step} goes on from ${id}, which this recording does not hold`;
  if (plan.answers.size > 0 || plan.rewrites.some(({ target }) => target.kind !== "parameter"))
    throw new VcrError(`${words}: no edit reaches what the provider remembers`, { code: "edit" });
  return { request, notes: [`${words}: what the provider remembers now may be another state than then`] };
}

/** What the call with this response was asked and said. */
function linkOf(id: string, { recording, secrets }: PlannedRun): Link | undefined {
  const call = recording.calls.find((each) => each.op === API && text(field(each.body().response?.json, "id")) === id);
  if (call === undefined) return undefined;
  const body = call.body();
  const asked = parse(plainRequest(body, secrets)?.text ?? "");
  // Where it was edited it is found by what it said, and changed there.
  const answer = editedAnswer(body, [], { op: API, secrets })?.response?.json;
  const output = field(answer, "output");
  const input = field(asked, "input");
  const said = isArray(input) ? input : typeof input === "string" ? [{ role: "user", content: input }] : [];
  return {
    previous: text(field(asked, "previous_response_id")),
    items: [...said, ...(isArray(output) ? output : [])],
  };
}
