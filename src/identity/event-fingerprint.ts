import type { Json } from "../json/json.ts";
import { orderedSource } from "../json/tagged-value.ts";
import type { Message, Part } from "../providers/message.ts";
import { canonical } from "./canonical.ts";
import { digestOfAll } from "./digest.ts";
import { ordinals, type Spot, topSpot } from "./normalise.ts";
import { normalisedSource, normalisedText } from "./normalised-text.ts";
import type { Rules } from "./rules.ts";

/** Identities of what is no request of a model: tools, memory, nodes, states, messages. Ids and times never count. */

/** A call of a tool (or a read of a memory, a node's run) by its name and what it was given. */
export function callFingerprint(kind: string, name: string | undefined, given: Json | undefined, rules: Rules): string {
  return digestOfAll([kind, name ?? "", valueText(given, rules)]);
}

/** The same by the JSON text of what was given, its sets and maps in any order; what is no JSON counts as nothing given. */
export function givenFingerprint(kind: string, name: string | undefined, source: string, rules: Rules): string {
  const text = normalisedSource(orderedSource(source) ?? source, rules, (id) => id, ownSpot(rules));
  return digestOfAll([kind, name ?? "", text ?? ""]);
}

/** Any value of the agent's own: arguments, results, states. What is called "id" in it is content. */
export function valueFingerprint(value: Json | undefined, rules: Rules): string {
  return digestOfAll([valueText(value, rules)]);
}

function valueText(value: Json | undefined, rules: Rules): string {
  if (value === undefined) return "";
  return normalisedText(value, rules, (id) => id, ownSpot(rules));
}

function ownSpot(rules: Rules): Spot {
  return { ...topSpot(rules), opaque: true };
}

/** What a message says, whichever API it was said over. Calls made at once count in any order. */
export function messageFingerprint(message: Message, rules: Rules): string {
  return digestOfAll([message.role, message.name ?? "", ...partTexts(message.parts, rules)]);
}

/** What the parts say. Calls and results of one message are parallel: their order is chance. */
export function partTexts(parts: readonly Part[], rules: Rules): readonly string[] {
  const texts = parts.map((part) => ({
    text: partText(part, rules),
    free: part.type === "call" || part.type === "result",
  }));
  const free = texts.flatMap((each) => (each.free ? [each.text] : [])).sort();
  return [...texts.flatMap((each) => (each.free ? [] : [each.text])), ...free];
}

function partText(part: Part, rules: Rules): string {
  switch (part.type) {
    case "call":
      return `call ${part.name} ${valueText(part.args, rules)}`;
    case "result":
      return rules.pinTools
        ? "result"
        : `result ${part.isError === true} ${JSON.stringify(partTexts(part.parts, rules))}`;
    case "other":
      return `other ${part.label} ${normalisedText(part.json, rules, ordinals().idFor)}`;
    case "text":
    case "refusal":
    case "thinking":
      return `${part.type} ${valueText(part.text, rules)}`;
    case "media":
      return canonical({ ...part });
  }
}
