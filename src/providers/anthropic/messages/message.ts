import { field, isObject, type Json } from "../../../json/json.ts";
import type { Message } from "../../message.ts";
import { carrier, roleOf } from "../../parts.ts";
import { blockParts } from "./block.ts";

/** One element of "/messages". A user message of nothing but tool results has the role "tool". */
export function anthropicMessage(element: Json): Message {
  if (!isObject(element)) return { role: "user", parts: blockParts(element) };
  const parts = blockParts(field(element, "content"));
  return { role: carrier(roleOf(field(element, "role")), parts), parts };
}
