import { requestParts } from "../request-parts.ts";
import type { Answer, Message, Part, Request, Response } from "../run-types.ts";
import type { Subject } from "../subject.ts";

/** Decoded text of what an event holds, piece by piece, until `found` says yes. No piece is JSON source. */

export type Found = (text: string) => boolean;

/** Keys, strings, numbers of a JSON value of any depth; without what lies at `skip`, a pointer of one key. */
export function inJson(value: unknown, found: Found, skip?: string): boolean {
  const open: unknown[] = [skip === undefined ? value : without(value, skip.slice(1))];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at === "string") {
      if (found(at)) return true;
    } else if (typeof at === "number" || typeof at === "boolean") {
      if (found(String(at))) return true;
    } else if (Array.isArray(at)) {
      for (let k = at.length - 1; k >= 0; k--) open.push(at[k]);
    } else if (typeof at === "object" && at !== null) {
      for (const [key, item] of Object.entries(at)) {
        if (found(key)) return true;
        open.push(item);
      }
    }
  }
  return false;
}

function without(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

export function inMessage(message: Message, found: Found): boolean {
  return (message.name !== undefined && found(message.name)) || message.parts.some((part) => inPart(part, found));
}

function inPart(part: Part, found: Found): boolean {
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal":
      return found(part.text);
    case "call":
      return found(part.name) || found(part.id) || inJson(part.args, found);
    case "result":
      return (
        (part.name !== undefined && found(part.name)) || found(part.id) || part.parts.some((p) => inPart(p, found))
      );
    case "media":
      return [part.media, part.mimeType, part.url, part.name].some((text) => text !== undefined && found(text));
    case "other":
      return found(part.label) || inJson(part.json, found);
  }
}

/**
 * A conversation grows by a few messages a call and is sent whole each time: `known` keeps the verdict on a message,
 * by its key, for the term that asks, so that a run is read once and not once per call.
 */
export function inRequest(subject: Subject, found: Found, known: Map<string, boolean>): boolean {
  const { run, i, row } = subject;
  const messages = row.kind === "llm" ? run.messages(i) : [];
  if (messages.some((ref) => remembered(known, ref.key, () => inMessage(ref.read(), found)))) return true;
  const { request } = subject.body;
  if (!request) return false;
  if (inLine(request, found)) return true;
  const { rest, skip, places } = requestParts(request, messages.length);
  if (rest === undefined) return request.text !== undefined && found(request.text);
  if (inJson(rest, found, skip)) return true;
  return places.some(({ pointer, elements }) => {
    for (let k = 0; k < elements.length; k++) {
      if (remembered(known, `${pointer} ${elements.key(k)}`, () => inJson(elements.at(k), found))) return true;
    }
    return false;
  });
}

function remembered(known: Map<string, boolean>, key: string, judge: () => boolean): boolean {
  const before = known.get(key);
  if (before !== undefined) return before;
  const verdict = judge();
  known.set(key, verdict);
  return verdict;
}

function inLine(request: Request, found: Found): boolean {
  const line = [request.method, request.url ?? request.path].filter((part) => part !== undefined).join(" ");
  return line !== "" && found(line);
}

function inPayload(payload: Response | undefined, found: Found): boolean {
  if (!payload) return false;
  if (payload.json !== undefined) return inJson(payload.json, found);
  return payload.text !== undefined && found(payload.text);
}

export function inResponse({ run, i, row, body }: Subject, found: Found): boolean {
  if (row.kind === "llm") {
    const { answer } = run.exchange(i);
    if (answer && inAnswer(answer, found)) return true;
  }
  const own = row.kind === "message" ? run.message(i) : undefined;
  if (own && inMessage(own, found)) return true;
  return inPayload(body.response, found);
}

function inAnswer(answer: Answer, found: Found): boolean {
  if (answer.message && inMessage(answer.message, found)) return true;
  return answer.calls.some((call) => found(call.name) || found(call.id) || inJson(call.args, found));
}

export function inArguments({ run, i, row }: Subject, found: Found): boolean {
  return row.kind === "tool" && inJson(run.tool(i).args, found);
}

export function inResult({ run, i, row }: Subject, found: Found): boolean {
  if (row.kind !== "tool") return false;
  const { result } = run.tool(i);
  return result !== undefined && inMessage(result, found);
}

export function inSystem({ run, i, row }: Subject, found: Found): boolean {
  if (row.kind !== "llm") return false;
  return run.exchange(i).facts?.system.some((message) => inMessage(message, found)) ?? false;
}

export function inError(subject: Subject, found: Found): boolean {
  const { error } = subject.body;
  if (error && (found(error.message) || (error.type !== undefined && found(error.type)) || inJson(error.detail, found)))
    return true;
  const { run, i, row } = subject;
  if (row.kind === "tool" && row.status === "error") return inResult(subject, found);
  if (row.kind !== "llm") return false;
  const failed = run.exchange(i).answer?.error;
  return failed !== undefined && (found(failed.message) || (failed.type !== undefined && found(failed.type)));
}

/** State of a node or checkpoint. */
function inState({ body }: Subject, found: Found): boolean {
  return inJson(body.before, found) || inJson(body.after, found);
}

/** What the list shows of the row. */
export function inSummary(subject: Subject, found: Found): boolean {
  const { row, run, i } = subject;
  const columns = [row.name, row.provider, subject.agent];
  return columns.some((text) => text !== undefined && found(text)) || found(run.what(i));
}

/** Summary and bodies, cheapest first. */
export function inAnything(subject: Subject, found: Found, known: Map<string, boolean>): boolean {
  return (
    inSummary(subject, found) ||
    inArguments(subject, found) ||
    inResult(subject, found) ||
    inResponse(subject, found) ||
    inError(subject, found) ||
    inState(subject, found) ||
    inRequest(subject, found, known)
  );
}
