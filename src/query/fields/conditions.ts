import { nearest } from "../nearest.ts";
import { literalMatcher, type Matcher, regexMatcher } from "../search/matcher.ts";
import type { Subject } from "../subject.ts";
import type { FieldTerm, Operator, Value } from "../syntax/ast.ts";
import { AMOUNT_EXAMPLES, type Amount, parseAmount, parseSpan } from "./amount.ts";
import { placesAt, pointerKeys } from "./content-fields.ts";
import type { Field } from "./field.ts";
import { inSpan, parseMoment, parseMomentSpan } from "./moment-value.ts";

/** True, false, or undefined where the row has nothing of the kind (which counts as false, and may become a hint). */
export type Condition = (subject: Subject) => boolean | undefined;

/** Why a value does not fit its field. */
export interface Misfit {
  readonly message: string;
  readonly hint: string;
}

export type Made = { readonly condition: Condition; readonly matcher?: Matcher } | Misfit;

/** The test of one value of a field term. `!=` is the opposite of `=`: the caller turns the whole term round. */
export function conditionOf(field: Field, term: Pick<FieldTerm, "op" | "pointer">, value: Value): Made {
  const op = term.op === "!=" ? "=" : term.op;
  switch (field.kind) {
    case "text":
      return onText(field, op, value, (test) => (subject) => {
        const text = field.read(subject);
        return text === undefined ? undefined : test(text);
      });
    case "texts":
      return onText(field, op, value, (test) => (subject) => field.readAll(subject).some(test));
    case "content": {
      const known = new WeakMap<object, Map<string, boolean>>();
      return onText(field, op, value, (test) => (subject) => {
        const verdicts = known.get(subject.run) ?? new Map<string, boolean>();
        known.set(subject.run, verdicts);
        return field.search(subject, test, verdicts);
      });
    }
    case "enum":
      return onWord(field, op, value);
    case "state":
      return onState(field, op, value);
    case "number":
      return onNumber(field, op, value);
    case "time":
      return onTime(field, op, value);
    case "path":
      return onPath(field, { op, pointer: term.pointer ?? "" }, value);
    case "pointer":
      if (value.type === "regex" || op !== ":")
        return { message: "changed: takes a JSON pointer", hint: field.example };
      return { condition: (subject) => field.holds(subject, value.text) };
  }
}

function isOrder(op: Operator): boolean {
  return op !== ":" && op !== "=" && op !== "!=";
}

function onText(field: Field, op: Operator, value: Value, wrap: (test: (text: string) => boolean) => Condition): Made {
  if (isOrder(op)) return { message: `${field.name} is a text: ${op} does not apply`, hint: field.example };
  const matcher = matcherOf(value);
  if ("problem" in matcher) return { message: matcher.problem, hint: "a literal / or ( is written \\/ or \\(" };
  const test = op === "=" ? matcher.equals : matcher.test;
  return { condition: wrap(test), matcher };
}

export function matcherOf(value: Value): Matcher | { readonly problem: string } {
  return value.type === "regex" ? regexMatcher(value.source, value.ignoreCase) : literalMatcher(value.text);
}

function onWord(field: Field & { readonly kind: "enum" }, op: Operator, value: Value): Made {
  if (value.type === "regex") return onText(field, op, value, (test) => (s) => test(field.read(s) ?? ""));
  if (isOrder(op)) {
    const { readNumber } = field;
    if (!readNumber) return { message: `${field.name} is a word: ${op} does not apply`, hint: field.example };
    const amount = parseAmount(value.text, "count");
    if (!amount) return { message: `${value.text} is no number`, hint: `${field.name}>=400` };
    return { condition: (subject) => ordered(readNumber(subject), op, amount.value) };
  }
  const special = field.special?.(value.text);
  if (special) return { condition: special };
  const word = value.text.toLowerCase();
  if (!Object.hasOwn(field.words, word)) return unknownWord(field, value.text);
  return { condition: (subject) => field.read(subject) === word };
}

function onState(field: Field & { readonly kind: "state" }, op: Operator, value: Value): Made {
  if (value.type === "regex" || isOrder(op)) return { message: `${field.name}: takes a word`, hint: field.example };
  const word = value.text.toLowerCase();
  if (!Object.hasOwn(field.words, word)) return unknownWord(field, value.text);
  return { condition: (subject) => field.holds(subject, word) };
}

function unknownWord(field: Field & { readonly kind: "enum" | "state" }, text: string): Misfit {
  const words = Object.keys(field.words);
  const meant = nearest(text.toLowerCase(), words);
  return {
    message: `${field.name}: knows no "${text}"`,
    hint: meant === undefined ? words.join(", ") : `did you mean ${field.name}:${meant}?`,
  };
}

function onNumber(field: Field & { readonly kind: "number" }, op: Operator, value: Value): Made {
  const examples = `${field.name} takes ${AMOUNT_EXAMPLES[field.measure]}, ranges as 2..5, and > < >= <=`;
  if (value.type === "regex") return { message: `${field.name} is a number, not a text`, hint: examples };
  const special = isOrder(op) ? undefined : field.special?.(value.text);
  if (special) return { condition: special };
  const span = isOrder(op) ? undefined : parseSpan(value.text, field.measure);
  if (span) {
    const [low, high] = [span.low?.value ?? Number.NEGATIVE_INFINITY, span.high?.value ?? Number.POSITIVE_INFINITY];
    if (low > high) return { message: `${value.text} runs backwards`, hint: "the smaller end comes first" };
    return { condition: (subject) => within(field.read(subject), low, high) };
  }
  const amount = parseAmount(value.text, field.measure);
  if (!amount) return { message: `${value.text} is no ${MEASURE_WORDS[field.measure]}`, hint: examples };
  return { condition: (subject) => compared(field.read(subject), op, amount) };
}

const MEASURE_WORDS = { count: "number", duration: "duration", bytes: "size", money: "amount" } as const;

function within(value: number | undefined, low: number, high: number): boolean | undefined {
  return value === undefined ? undefined : value >= low && value <= high;
}

/** `:` takes what would be shown as the number written: `dur:2.4s` is anything that rounds to it. */
function compared(value: number | undefined, op: Operator, amount: Amount): boolean | undefined {
  if (value === undefined) return undefined;
  if (op !== ":") return ordered(value, op, amount.value);
  return value >= amount.value - amount.tolerance && value < amount.value + amount.tolerance;
}

function ordered(value: number | undefined, op: Operator, wanted: number): boolean | undefined {
  if (value === undefined) return undefined;
  switch (op) {
    case ">":
      return value > wanted;
    case ">=":
      return value >= wanted;
    case "<":
      return value < wanted;
    case "<=":
      return value <= wanted;
    default:
      return value === wanted;
  }
}

function onTime(field: Field & { readonly kind: "time" }, op: Operator, value: Value): Made {
  const hint = "at:+12s..+30s, at:14:02..14:05, at>+2m";
  if (value.type === "regex") return { message: "at is a time, not a text", hint };
  const moment = parseMoment(value.text);
  const span = parseMomentSpan(value.text) ?? moment;
  if (!span || (isOrder(op) && !moment)) return { message: `${value.text} is no time`, hint };
  const bounded = moment && isOrder(op) ? orderSpan(moment, op) : span;
  return {
    condition: (subject) => {
      const time = field.read(subject);
      const start = subject.facts.start;
      return time === undefined || start === undefined ? undefined : inSpan(bounded, time, start);
    },
  };
}

/** Less than any clock tells apart, in milliseconds. */
const JUST = 1e-4;

function orderSpan(moment: NonNullable<ReturnType<typeof parseMoment>>, op: Operator) {
  const { base, exact } = moment;
  const end = base === "clock" ? moment.to : exact;
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  switch (op) {
    case ">":
      return { base, from: end + JUST, to: high };
    case ">=":
      return { base, from: exact, to: high };
    case "<":
      return { base, from: low, to: exact - JUST };
    default:
      return { base, from: low, to: end };
  }
}

function onPath(
  field: Field & { readonly kind: "path" },
  term: { readonly op: Operator; readonly pointer: string },
  value: Value,
): Made {
  const keys = pointerKeys(term.pointer);
  const places = (subject: Subject) => placesAt(field.read(subject), keys);
  if (isOrder(term.op)) {
    const amount = value.type === "literal" ? parseAmount(value.text, "count") : undefined;
    if (!amount) return { message: `${term.op} needs a number`, hint: "path:temperature>0.5" };
    return {
      condition: (subject) =>
        places(subject).some((at) => typeof at === "number" && ordered(at, term.op, amount.value) === true),
    };
  }
  return onText(field, term.op, value, (test) => (subject) => places(subject).some((at) => test(plain(at))));
}

/** A string as it is, anything else as JSON. */
function plain(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
