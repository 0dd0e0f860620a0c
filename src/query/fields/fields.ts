/** The table of all filter fields: parser, evaluator, completion and help are made from it. */
import { CONTENT_FIELDS } from "./content-fields.ts";
import type { Field } from "./field.ts";
import { NUMBER_FIELDS } from "./number-fields.ts";
import { STATE_FIELDS, TREE_FIELDS } from "./state-fields.ts";
import { WHAT_FIELDS } from "./what-fields.ts";

export const FIELDS: readonly Field[] = [
  ...WHAT_FIELDS,
  ...CONTENT_FIELDS,
  ...NUMBER_FIELDS,
  ...STATE_FIELDS,
  ...TREE_FIELDS,
];

const BY_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.name, field]));

export function fieldNamed(name: string): Field | undefined {
  return BY_NAME.get(name);
}

/** A short form: the filter it stands for, with `…` where its value goes. */
export interface ShortForm {
  readonly letters: string;
  readonly means: string;
  readonly help: string;
}

export const SHORT_FORMS: readonly ShortForm[] = [
  { letters: "q", means: "status:pending", help: "request without a response" },
  { letters: "s", means: "!status:pending", help: "has a response" },
  { letters: "e", means: "status:error", help: "failed" },
  { letters: "b", means: "(req:… | resp:…)", help: "text in either body" },
  { letters: "bq", means: "req:…", help: "text in the request" },
  { letters: "bs", means: "resp:…", help: "text in the response" },
  { letters: "m", means: "model:…", help: "model" },
  { letters: "t", means: "tool:…", help: "tool" },
  { letters: "c", means: "status:…", help: "status" },
  { letters: "d", means: "provider:…", help: "provider" },
  { letters: "marked", means: "is:marked", help: "has a mark" },
  { letters: "comment", means: "is:noted", help: "has a note" },
];
