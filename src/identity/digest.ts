import { hash } from "node:crypto";

/** Lower-case hex SHA-256 of the text's UTF-8 bytes. */
export function digestOf(text: string): string {
  return hash("sha256", text, "hex");
}

/** SHA-256 over several texts, each with its length before it, so that no two lists run together. */
export function digestOfAll(texts: readonly string[]): string {
  let whole = "";
  for (const text of texts) whole += `${text.length}:${text}`;
  return digestOf(whole);
}
