import { isArray, type Json } from "../../json/json.ts";
import { getPointer, type Pointer, parsePointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";
import { withCallIds } from "../../providers/call-ids.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { signedBlocks } from "../../replay/calls/signed-blocks.ts";
import { EditError } from "../plan/plan-errors.ts";
import { conversationOf, elementDigest } from "../spoken.ts";
import type { Rewrite, Target } from "./rewrite.ts";
import { valueDigest } from "./rewrite.ts";
import { resultPlaces } from "./tool-result-place.ts";

interface RequestEdit {
  readonly step: string;
  readonly pointer: Pointer;
  /** Undefined: the member there is left out. */
  readonly value: Json | undefined;
}

/** The form of the answer is what the agent waits for. */
const FIXED = new Set(["/stream", "/stream_options"]);

/** Without these there is no request. */
const KEPT = new Set(["/model", "/messages", "/input", "/contents"]);

/** An edit of a recorded request as a rewrite of all that carry the same. @throws VcrError "edit" */
export function requestRewrite(
  request: Json,
  edit: RequestEdit,
  how: { readonly dialect: Dialect; readonly once: boolean },
): Rewrite {
  const { step, pointer, value } = edit;
  const refuse = (why: string): EditError => new EditError({ step, side: "request", pointer }, why);
  if (pointer === "") throw refuse("name a place in the request: /request/messages/0/content");
  if (FIXED.has(pointer)) throw refuse("the agent waits for the form of answer that it asked for");
  const made = setValue(request, pointer, value);
  if (made === undefined) throw refuse("there is no such place");
  if (signedBlocks(request).join() !== signedBlocks(made).join())
    throw refuse("a thinking block in it is signed by the provider, which would refuse any other");
  const was = getPointer(request, pointer);
  const target = targetOf(request, pointer, how.dialect);
  if (value === undefined && (target?.kind === "result" || KEPT.has(pointer))) throw refuse("it cannot be left out");
  if (target === undefined) throw refuse("name one element of the list, or a place in it");
  return {
    target,
    after: value,
    before: was === undefined ? undefined : valueDigest(was),
    step,
    pointer: `/request${pointer}`,
    once: how.once,
  };
}

function targetOf(request: Json, pointer: Pointer, dialect: Dialect): Target | undefined {
  const callId = resultAt(request, pointer, dialect);
  if (callId !== undefined) return { kind: "result", callId };
  const list = dialect.repeated.find((each) => pointer === each || pointer.startsWith(`${each}/`));
  if (list === undefined) return { kind: "parameter", pointer, op: dialect.id };
  const value = getPointer(request, list);
  const rest = pointer.slice(list.length);
  if (value === undefined) return { kind: "parameter", pointer, op: dialect.id };
  if (!isArray(value))
    return { kind: "element", pointer: list, digest: elementDigest(value, list), nth: 0, inner: rest };
  const [token = ""] = parsePointer(rest) ?? [];
  const element = rest === "" ? undefined : value[Number(token)];
  if (element === undefined) return undefined;
  const digest = elementDigest(element, list);
  const nth = value.slice(0, Number(token)).filter((each) => elementDigest(each, list) === digest).length;
  return { kind: "element", pointer: list, digest, nth, inner: rest.slice(token.length + 1) };
}

/** The call whose whole result stands at `pointer`. */
function resultAt(request: Json, pointer: Pointer, dialect: Dialect): string | undefined {
  if (!isArray(getPointer(request, dialect.conversation))) return undefined;
  const messages = withCallIds(conversationOf(request, dialect).map((element) => dialect.message(element)));
  const ids = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "result" ? [part.id] : [])));
  return [...new Set(ids)].find((id) => resultPlaces(request, dialect, id).some((place) => place.pointer === pointer));
}
