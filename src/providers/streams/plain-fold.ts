import { parse } from "../../json/json.ts";
import type { Folded } from "../dialect.ts";

/** What stands for the fold of a text without events: the JSON it is (an error sent in place of a stream), or an empty, incomplete body. */
export function plainFold(stream: string): Folded {
  const body = parse(stream);
  return { body: body ?? {}, complete: body !== undefined, events: 0 };
}
