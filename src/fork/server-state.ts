import { field, type Json } from "../json/json.ts";

/** Fields by which a request goes on from what the provider remembers, and not from what it holds itself. */
const FIELDS = ["conversation", "cachedContent", "cached_content", "container", "thread_id"];

/** The first such field of a request; `previous_response_id` is none of them: what is behind it can be sent again. */
export function serverState(request: Json | undefined): string | undefined {
  return FIELDS.find((name) => {
    const value = field(request, name);
    return value !== undefined && value !== null;
  });
}
