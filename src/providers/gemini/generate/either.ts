import { field, type Json } from "../../../json/json.ts";

/** Google's APIs take and clients send both spellings of a field. */
export function either(value: Json | undefined, camel: string, snake: string): Json | undefined {
  return field(value, camel) ?? field(value, snake);
}
