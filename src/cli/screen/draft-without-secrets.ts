import { isArray, isObject, type Json, type JsonObject } from "../../json/json.ts";
import type { Masker } from "../../redact/masker.ts";

export interface TellableDraft {
  readonly kept: JsonObject | undefined;
  /** What was left out, for people: "the edit of step 3", "the command". */
  readonly left: readonly string[];
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["argv", "the command"],
  ["cwd", "the folder"],
  ["say", "what is said"],
  ["params", "the parameters"],
  ["breaks", "the breakpoints"],
  ["unread", "what could not be read"],
]);

/**
 * A draft as it may lie in a file. What holds a secret is left out whole: with a placeholder in its place the text of
 * the placeholder would be sent.
 */
export function draftWithoutSecrets(draft: JsonObject, masker: Masker): TellableDraft {
  const left: string[] = [];
  const tellable = ([name, value]: readonly [string, Json]): readonly (readonly [string, Json])[] => {
    if (name === "edits" && isArray(value)) {
      const edits = value.filter((edit) => !holdsSecret(edit, masker));
      left.push(...value.filter((edit) => !edits.includes(edit)).map(editName));
      return edits.length === 0 ? [] : [[name, edits]];
    }
    const secret = name === "argv" ? holdsSecretWord(value, masker) : holdsSecret(value, masker);
    if (secret) left.push(NAMES.get(name) ?? `"${name}"`);
    return secret ? [] : [[name, value]];
  };
  const entries = Object.entries(draft).flatMap(tellable);
  // Where it begins alone is no draft.
  const bare = entries.every(([name]) => name === "at");
  return { kept: bare ? undefined : Object.fromEntries(entries), left };
}

function holdsSecret(value: Json, masker: Masker): boolean {
  return JSON.stringify(masker.value(value)) !== JSON.stringify(value);
}

function holdsSecretWord(value: Json, masker: Masker): boolean {
  const words = isArray(value) ? value.filter((word) => typeof word === "string") : [];
  return masker.argv(words).some((word, n) => word !== words[n]);
}

function editName(edit: Json): string {
  return `the edit of step ${isObject(edit) ? String(edit.step) : ""}`;
}
