import { field, isArray, type Json } from "../../json/json.ts";
import { dialectById } from "../../providers/registry.ts";
import { signedBlocks } from "../calls/signed-blocks.ts";

/** The list that every answer of an API has, failures apart. */
const LISTS: Readonly<Record<string, string>> = {
  "openai/chat": "choices",
  "openai/responses": "output",
  "anthropic/messages": "content",
  "gemini/generate": "candidates",
};

/** Why an answer must not be changed so, in words: nothing that the vendor has signed may change, and no call its id. */
export function answerProblem(op: string | undefined, was: Json, is: Json): string | undefined {
  const list = op === undefined ? undefined : LISTS[op];
  if (list !== undefined && isArray(field(was, list)) && !isArray(field(is, list)))
    return `an answer of ${op} is an object with a list of "${list}"`;
  if (signedBlocks(was).join() !== signedBlocks(is).join())
    return "a thinking block in it is signed by the provider, which would refuse any other";
  const dialect = op === undefined ? undefined : dialectById(op);
  const [before, after] = [was, is].map((json) => dialect?.answer(json).calls.map(({ id }) => id) ?? []);
  if (before?.length === after?.length && before?.join() !== after?.join())
    return "ids of tool calls have to stay as they are";
  return undefined;
}
