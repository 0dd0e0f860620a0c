import type { Found } from "../search/content.ts";
import type { Subject } from "../subject.ts";
import type { Measure } from "./amount.ts";

/** One row of the fields table: what a term is called, what it means, and how it reads a row. */

export const GROUPS = {
  what: "what it is",
  content: "content",
  numbers: "numbers",
  state: "state",
  tree: "tree",
} as const;
export type Group = keyof typeof GROUPS;

interface Described {
  readonly name: string;
  readonly group: Group;
  readonly help: string;
  readonly example: string;
  /** Whether a row's columns are enough, or its body has to be read. */
  readonly cost: "column" | "body";
}

/** Words a field takes, each with a line of help. */
export type Words = Readonly<Record<string, string>>;

export type Field = Described &
  (
    | { readonly kind: "text"; read(subject: Subject): string | undefined }
    /** `special` reads values outside the list (429, 4xx). */
    | {
        readonly kind: "enum";
        readonly words: Words;
        read(subject: Subject): string | undefined;
        special?(value: string): ((subject: Subject) => boolean) | undefined;
        /** For `>` and the like, where the field has a number too. */
        readNumber?(subject: Subject): number | undefined;
      }
    | {
        readonly kind: "number";
        readonly measure: Measure;
        read(subject: Subject): number | undefined;
        special?(value: string): ((subject: Subject) => boolean) | undefined;
      }
    | { readonly kind: "time"; read(subject: Subject): number | undefined }
    /** Undefined: the run or the host has nothing of the kind. */
    | { readonly kind: "state"; readonly words: Words; holds(subject: Subject, word: string): boolean | undefined }
    | { readonly kind: "content"; search(subject: Subject, found: Found, known: Map<string, boolean>): boolean }
    /** Terms about ancestors: any of these texts. */
    | { readonly kind: "texts"; readAll(subject: Subject): readonly string[] }
    | { readonly kind: "path"; read(subject: Subject): unknown }
    | { readonly kind: "pointer"; holds(subject: Subject, pointer: string): boolean | undefined }
  );
