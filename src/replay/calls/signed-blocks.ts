import { canonical } from "../../identity/canonical.ts";
import { isArray, isObject, type Json } from "../../json/json.ts";

/** Blocks that a vendor has signed or sealed: thinking of Anthropic, reasoning of OpenAI, thoughts of Gemini. */
export function signedBlocks(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(signedBlocks);
  if (!isObject(value)) return [];
  if (isSigned(value)) return [canonical(value)];
  return Object.values(value).flatMap((member) => (member === undefined ? [] : signedBlocks(member)));
}

function isSigned(value: Readonly<Record<string, Json>>): boolean {
  if (value.type === "redacted_thinking") return true;
  return ["signature", "thoughtSignature", "thought_signature", "encrypted_content"].some(
    (key) => typeof value[key] === "string" && value[key] !== "",
  );
}
