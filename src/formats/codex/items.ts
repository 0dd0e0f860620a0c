import { field, isArray, type Json, type JsonObject, text } from "../../json/json.ts";

/** Facts of single items of the Responses API, as far as a thread needs them. */

export function typeOf(item: Json | undefined): string {
  return text(field(item, "type")) ?? "";
}

export function isOutput(item: Json | undefined): boolean {
  return typeOf(item).endsWith("_output");
}

export function isCall(item: Json | undefined): boolean {
  return typeOf(item).endsWith("_call");
}

/** Neither said by the model nor a tool's output. */
export function isAsked(item: Json | undefined): boolean {
  return typeOf(item) === "message" && text(field(item, "role")) !== "assistant";
}

/** Id under which the output of a call comes back; tools that OpenAI runs itself have none, or their item's. */
export function callId(item: Json): string | undefined {
  return text(field(item, "call_id")) ?? text(field(item, "id"));
}

export function callName(item: Json): string {
  const name = text(field(item, "name")) ?? typeOf(item).replace(/_call$/, "");
  const namespace = text(field(item, "namespace"));
  return namespace === undefined ? name : `${namespace}.${name}`;
}

/** The texts of a message or a reasoning, one by one and together: an event repeats either. */
export function textsOf(item: Json): readonly string[] {
  const list = typeOf(item) === "reasoning" ? field(item, "summary") : field(item, "content");
  const texts = isArray(list) ? list.flatMap((each) => text(field(each, "text")) ?? []) : [];
  const all = texts.length > 1 ? [...texts, texts.join("\n")] : texts;
  return all.map((words) => words.trim()).filter((words) => words !== "");
}

/** The items of several records, those left out that only mirror others and calls told twice. */
export function joined(
  pieces: readonly { readonly items: readonly JsonObject[]; readonly mirror: boolean }[],
): JsonObject[] {
  const own = new Set(pieces.flatMap(({ items, mirror }) => (mirror ? [] : items.flatMap(textsOf))));
  const calls = new Set<string>();
  return pieces.flatMap(({ items, mirror }) =>
    items.filter((item) => {
      const id = isCall(item) ? callId(item) : undefined;
      if (id !== undefined) return !calls.has(id) && calls.add(id);
      const words = textsOf(item);
      return !mirror || words.length === 0 || !words.every((each) => own.has(each));
    }),
  );
}
