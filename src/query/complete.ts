import { distinctNames } from "./distinct-names.ts";
import type { Field } from "./fields/field.ts";
import { fieldValue } from "./fields/field-value.ts";
import { FIELDS, fieldNamed, SHORT_FORMS } from "./fields/fields.ts";
import type { Run } from "./run-types.ts";

export interface Option {
  /** What replaces the text between `from` and `to`. */
  readonly insert: string;
  readonly label: string;
  readonly help: string;
}

export interface Completion {
  readonly from: number;
  readonly to: number;
  /** Best first; empty when there is nothing to offer. */
  readonly options: readonly Option[];
}

const MOST = 50;

/** What could stand at the caret of a filter: fields, operators, the words of a field, names that occur in the run. */
export function complete(text: string, caret: number, run?: Run): Completion {
  const before = text.slice(0, caret);
  const term = /[^\s()&|]*$/.exec(before)?.[0] ?? "";
  const signs = /^[!-]*/.exec(term)?.[0].length ?? 0;
  const word = term.slice(signs);
  const from = caret - word.length;
  if (insideQuotes(before)) return { from: caret, to: caret, options: [] };
  const value = /^([A-Za-z][\w.]*)(?:!=|>=|<=|[:=><])(.*)$/s.exec(word);
  const field = value?.[1] === undefined ? undefined : fieldNamed(value[1].toLowerCase());
  if (value && !field) return { from: caret, to: caret, options: [] };
  if (field) return completeValue({ text, caret, begun: value?.[2] ?? "" }, field, run);
  const to = caret + (/^[\w.]*/.exec(text.slice(caret))?.[0].length ?? 0);
  if (word.startsWith("~")) return { from, to, options: ranked(word, shortOptions()) };
  const operators = operatorOptions(fieldNamed(word.toLowerCase()), text[to]);
  return { from, to, options: [...operators, ...ranked(word, nameOptions(text[to]))].slice(0, MOST) };
}

/** An odd number of quotes of the kind that opened. */
function insideQuotes(before: string): boolean {
  let open = "";
  for (let at = 0; at < before.length; at++) {
    const char = before.charAt(at);
    if (open !== "" && char === "\\") at++;
    else if (char === open) open = "";
    else if (open === "" && (char === '"' || char === "'")) open = char;
  }
  return open !== "";
}

function completeValue(
  at: { readonly text: string; readonly caret: number; readonly begun: string },
  field: Field,
  run: Run | undefined,
): Completion {
  const last = at.begun.slice(at.begun.lastIndexOf(",") + 1);
  const to = at.caret + (/^[^\s()&|"',]*/.exec(at.text.slice(at.caret))?.[0].length ?? 0);
  return { from: at.caret - last.length, to, options: ranked(last, valueOptions(field, run)).slice(0, MOST) };
}

function valueOptions(field: Field, run: Run | undefined): readonly Option[] {
  switch (field.kind) {
    case "enum":
    case "state": {
      const words = Object.entries(field.words).map(([word, help]) => ({ insert: word, label: word, help }));
      return field.name === "status" ? [...words, ...nameValues("status", run)] : words;
    }
    case "text":
    case "texts":
      return nameValues(field.name, run);
    default:
      return [];
  }
}

function nameValues(field: string, run: Run | undefined): readonly Option[] {
  const names = run ? (distinctNames(run).get(field) ?? []) : [];
  return names.map(({ name, count }) => ({
    insert: fieldValue(name),
    label: name,
    help: `${count} ${count === 1 ? "event" : "events"}`,
  }));
}

function nameOptions(next: string | undefined): readonly Option[] {
  const hasOperator = next !== undefined && ":=!<>".includes(next);
  return FIELDS.map((field) => ({
    insert: hasOperator ? field.name : `${field.name}:`,
    label: `${field.name}:`,
    help: field.help,
  }));
}

const TEXT_OPERATORS: readonly (readonly [string, string])[] = [
  [":", "contains"],
  ["=", "equals"],
  ["!=", "does not equal"],
];
const NUMBER_OPERATORS: readonly (readonly [string, string])[] = [
  [">", "more than"],
  ["<", "less than"],
  [">=", "at least"],
  ["<=", "at most"],
  ["=", "exactly"],
  [":", "as rounded on screen, or a range"],
];

/** A whole field name at the caret: which operators may follow. */
function operatorOptions(field: Field | undefined, next: string | undefined): readonly Option[] {
  if (!field || (next !== undefined && ":=!<>".includes(next))) return [];
  const isNumber = field.kind === "number" || field.kind === "time";
  const isText = field.kind === "text" || field.kind === "enum" || field.kind === "content";
  const operators = isNumber ? NUMBER_OPERATORS : isText ? TEXT_OPERATORS : [];
  return operators.map(([op, help]) => ({ insert: `${field.name}${op}`, label: `${field.name}${op}`, help }));
}

function shortOptions(): readonly Option[] {
  return SHORT_FORMS.map(({ letters, means, help }) => ({
    insert: `~${letters}${means.includes("…") ? " " : ""}`,
    label: `~${letters}`,
    help,
  }));
}

/** Beginnings first, then texts that hold what was typed, then those that have its letters in order. */
function ranked(typed: string, options: readonly Option[]): readonly Option[] {
  const wanted = typed.toLowerCase();
  const rank = ({ label }: Option): number => {
    const text = label.toLowerCase();
    if (text.startsWith(wanted)) return 0;
    if (text.includes(wanted)) return 1;
    return hasInOrder(text, wanted) ? 2 : 3;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.option);
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
