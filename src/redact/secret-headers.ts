import type { Masker } from "./masker.ts";
import { placeholder } from "./secret-names.ts";

/** Headers that carry credentials, whatever their values look like. */

const CREDENTIAL = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-goog-api-key)$/i;
/** Values that say nothing: recorders and their users put them in the place of a secret. */
const SAYS_NOTHING =
  /^(?:(?:bearer|basic|token)\s+)?(?:<[A-Z0-9_]+>|\**|\[?redacted\]?|x+|filtered|none|dummy.*|fake.*|test)$/i;

/** Whether a header's value is a credential that stands there as it is. */
export function isCredential(name: string, value: string): boolean {
  return CREDENTIAL.test(name) && !SAYS_NOTHING.test(value.trim());
}

/** `Bearer <AUTHORIZATION>` of a bearer token; other headers by the rules for any text. */
export function maskedHeader(name: string, value: string, masker: Masker): string {
  if (!isCredential(name, value)) return masker.text(value);
  const scheme = /^(?:bearer|basic|token|digest) /i.exec(value)?.[0] ?? "";
  return `${scheme}${placeholder(name)}`;
}
