import { field, isArray, isObject, type Json, parse, text } from "../../json/json.ts";
import { getPointer, type Pointer } from "../../json/pointer.ts";
import { withCallIds } from "../../providers/call-ids.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { conversationOf } from "../spoken.ts";

/** Where the results of tools stand in the requests of each API. */

export interface ResultPlace {
  /** From the top of the request. */
  readonly pointer: Pointer;
  readonly content: Json;
}

/** Places in `request` that carry the result of the call `callId`. Calls without ids are told by name and number. */
export function resultPlaces(request: Json, dialect: Dialect, callId: string): readonly ResultPlace[] {
  const elements = conversationOf(request, dialect);
  if (!isArray(getPointer(request, dialect.conversation))) return [];
  const messages = withCallIds(elements.map((element) => dialect.message(element)));
  return messages.flatMap((message, i) => {
    const results = message.parts.filter((part) => part.type === "result");
    const element = elements[i];
    if (element === undefined || !results.some(({ id }) => id === callId)) return [];
    const holders = holdersIn(element);
    // Only where the raw element has just as many results is it known which is which.
    if (holders.length !== results.length) return [];
    return results.flatMap(({ id }, n) => {
      const holder = holders[n];
      if (id !== callId || holder === undefined) return [];
      const content = getPointer(element, holder);
      return content === undefined ? [] : [{ pointer: `${dialect.conversation}/${i}${holder}`, content }];
    });
  });
}

function holdersIn(element: Json): readonly Pointer[] {
  const type = text(field(element, "type"));
  const role = text(field(element, "role"));
  if (type?.endsWith("_output") === true) return ["/output"];
  if (role === "tool" || role === "function") return ["/content"];
  const blocks = field(element, "content");
  if (isArray(blocks))
    return blocks.flatMap((block, i) => (field(block, "type") === "tool_result" ? [`/content/${i}/content`] : []));
  const parts = field(element, "parts");
  if (!isArray(parts)) return [];
  return parts.flatMap((part, i) => {
    const key = ["functionResponse", "function_response"].find((each) => field(part, each) !== undefined);
    return key === undefined ? [] : [`/parts/${i}/${key}/response`];
  });
}

/** What a result says, as a value: JSON where its text is JSON. */
export function resultValue(content: Json): Json {
  const [only, ...more] = isArray(content) ? content : [];
  const said = typeof content === "string" ? content : more.length === 0 ? text(field(only, "text")) : undefined;
  return said === undefined ? content : (parse(said) ?? said);
}

/** `value` as the content of a result, in the form that `was` has. */
export function resultContent(value: Json, was: Json): Json {
  if (isObject(was)) {
    if (isObject(value)) return value;
    const [key = "result"] = Object.keys(was);
    return { [key]: value };
  }
  const isBlocks = isArray(value) && value.length > 0 && value.every((each) => text(field(each, "type")) !== undefined);
  if (isBlocks) return value;
  const said = typeof value === "string" ? value : JSON.stringify(value);
  const [only, ...more] = isArray(was) ? was : [];
  return isObject(only) && more.length === 0 && typeof only.text === "string" ? [{ ...only, text: said }] : said;
}
