import type { Json } from "../json/json.ts";
import { applyEdits, disjoint, type MaskEdit, type MetSecret, pointersOf } from "./edit.ts";
import type { Secret } from "./environment-secrets.ts";
import { decoded, jsonTokens, type Token } from "./json-tokens.ts";
import { secretForms } from "./secret-forms.ts";
import { SecretMarks } from "./secret-marks.ts";
import { isExempt, isSecretArgument, isSecretValue, placeholder } from "./secret-names.ts";
import type { Shape } from "./token-shapes.ts";

/** Replaces secrets in texts by placeholders `<NAME>`; everything else stays byte for byte. */

export interface Masked {
  readonly text: string;
  /** JSON pointers of the values in which something was replaced; "" for a text that is no JSON. */
  readonly masked: readonly string[];
}

/** A rule of the user's: whatever matches is replaced by `<NAME>`. */
export interface CustomRule {
  readonly name: string;
  readonly pattern: RegExp;
}

export interface MaskRules {
  /** Nothing is masked at all. */
  readonly off?: boolean;
  readonly secrets: readonly Secret[];
  readonly custom?: readonly CustomRule[];
}

/** JSON in strings in JSON ...: as deep as agents nest it, and a bound. */
const NESTING = 4;
/** Values of arguments named like credentials that say nothing. */
const SAYS_NOTHING = /^(?:<[A-Z0-9_]+>|\**|null|none|true|false|string|bearer|basic|redacted|x{3,})$/i;

export class Masker {
  readonly #marks = new SecretMarks();
  readonly #custom: readonly CustomRule[];
  readonly #known = new Set<string>();
  readonly #off: boolean;
  #version = 0;

  constructor(rules: MaskRules) {
    this.#off = rules.off ?? false;
    for (const { name, value } of rules.secrets) this.learn(name, value);
    this.#custom = (rules.custom ?? []).map(everywhere);
  }

  get off(): boolean {
    return this.#off;
  }

  /** Counts what it has learnt: results of an older version may be incomplete. */
  get version(): number {
    return this.#version;
  }

  /** A secret met on the way, such as the key in a request's own header. */
  learn(name: string, value: string): void {
    if (this.#known.has(value)) return;
    this.#known.add(value);
    for (const form of secretForms(value)) this.#marks.learn(form, placeholder(name));
    this.#version++;
  }

  /** As `learn`, unless the value is too short or plain to be told from other text. */
  learnIfTelling(name: string, value: string): void {
    if (!this.#known.has(value) && isSecretValue(value)) this.learn(name, value);
  }

  /** Any text, JSON or not. */
  mask(text: string): Masked {
    const edits = this.edits(text);
    return edits.length === 0 ? { text, masked: [] } : { text: applyEdits(text, edits), masked: pointersOf(edits) };
  }

  text(text: string): string {
    return this.mask(text).text;
  }

  value<T extends Json>(value: T): T {
    const text = JSON.stringify([value]);
    const { text: masked, masked: places } = this.mask(text);
    return places.length === 0 ? value : (JSON.parse(masked) as [T])[0];
  }

  /**
   * True: nothing in the text is to be masked, in whatever order its parts stand. Nearly all texts hold nothing, and one look at them as they
   * are is much cheaper than one at each of their strings.
   */
  isClean(text: string): boolean {
    return this.#off || (this.#custom.length === 0 && !this.#marks.suspects(text));
  }

  /** Places to be replaced, in order, without overlaps. */
  edits(text: string): MaskEdit[] {
    if (this.isClean(text)) return [];
    return this.#edits(text, { depth: 0, shapes: true });
  }

  /** A command line: also the value of `--password VALUE`, `--api-key=VALUE` and `API_KEY=VALUE`. */
  argv(argv: readonly string[]): readonly string[] {
    return argv.map((word, i) => applyEdits(word, this.wordEdits(argv, i)));
  }

  /** Places to be replaced in a word of a command line: the word before it may say that it is a secret. */
  wordEdits(argv: readonly string[], i: number): MaskEdit[] {
    if (this.#off) return [];
    const word = argv[i] ?? "";
    const known = this.edits(word);
    if (known.length > 0) return known;
    const named = namedWord(word, argv[i - 1] ?? "");
    if (named === undefined || SAYS_NOTHING.test(word.slice(named.start))) return [];
    return [plainEdit(word, { start: named.start, end: word.length }, placeholder(named.name))];
  }

  #edits(text: string, how: { readonly depth: number; readonly shapes: boolean }): MaskEdit[] {
    const json = how.depth < NESTING && /^\s*[[{]/.test(text);
    if (!json) return disjoint(this.#plainEdits(text, how.shapes));
    const edits = this.#jsonEdits(text, how);
    return isWhole(text) ? edits : disjoint([...edits, ...this.#plainEdits(text, how.shapes)]);
  }

  #plainEdits(text: string, shapes: boolean): MaskEdit[] {
    const found = this.#marks.find(text);
    const literals = found.literals.map(({ name, ...place }) => plainEdit(text, place, name));
    if (!shapes) return literals;
    const custom = this.#custom.flatMap(({ pattern, name }) => editsOf(text, pattern, () => placeholder(name)));
    return [...literals, ...custom, ...found.shapes.flatMap((shape) => editsOf(text, shape.pattern, shape.name))];
  }

  #jsonEdits(text: string, how: { readonly depth: number; readonly shapes: boolean }): MaskEdit[] {
    const edits: MaskEdit[] = [];
    let inLogprobs = false;
    for (const token of jsonTokens(text)) {
      // The model's own words come with probabilities under the name "token".
      if (token.kind === "key") inLogprobs ||= token.key === "logprobs";
      const masked = this.#token(text, token, { ...how, arguments: !inLogprobs });
      if (masked !== undefined) edits.push({ start: token.start, end: token.end, ...masked, pointer: token.pointer() });
    }
    return edits;
  }

  #token(
    text: string,
    token: Token,
    how: { readonly depth: number; readonly shapes: boolean; readonly arguments: boolean },
  ): MaskedToken | undefined {
    const value = decoded(text.slice(token.start, token.end));
    const named = token.kind !== "key" && how.arguments && typeof token.key === "string" && isSecretArgument(token.key);
    if (token.kind === "number")
      return named && /pass|pwd|otp/i.test(String(token.key)) ? wholeToken(token.key, value) : undefined;
    if (named && value !== "" && !SAYS_NOTHING.test(value) && !/^\s*[[{]/.test(value)) {
      // A value that is known has a name of its own; so has what stands around it ("Bearer <KEY>").
      return inside(value, this.#edits(value, { ...how, depth: NESTING })) ?? wholeToken(token.key, value);
    }
    const shapes = how.shapes && !(token.kind === "string" && isExempt(token.key));
    return inside(value, this.#edits(value, { depth: how.depth + 1, shapes }));
  }
}

type MaskedToken = Pick<MaskEdit, "by" | "secrets">;

/** The token of a string in which something is replaced; undefined: nothing is. */
function inside(value: string, edits: readonly MaskEdit[]): MaskedToken | undefined {
  if (edits.length === 0) return undefined;
  return { by: JSON.stringify(applyEdits(value, edits)), secrets: secretsOf(edits) };
}

function wholeToken(key: string | number, value: string): MaskedToken {
  const name = placeholder(String(key));
  return { by: JSON.stringify(name), secrets: [{ placeholder: name, value }] };
}

function plainEdit(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  by: string,
): MaskEdit {
  return { start, end, by, pointer: "", secrets: [{ placeholder: by, value: text.slice(start, end) }] };
}

function secretsOf(edits: readonly MaskEdit[]): readonly MetSecret[] {
  return edits.flatMap(({ secrets }) => secrets);
}

function editsOf(text: string, pattern: RegExp, name: Shape["name"]): MaskEdit[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const by = name(match);
    const place = { start: match.index, end: match.index + match[0].length };
    return by === undefined ? [] : [plainEdit(text, place, by)];
  });
}

/** Where the value of an argument named like a credential begins in a word of a command line. */
function namedWord(word: string, before: string): { readonly name: string; readonly start: number } | undefined {
  const flag = /^--?([\w-]+)$/.exec(before)?.[1];
  if (flag !== undefined && isSecretArgument(flag) && word !== "" && !word.startsWith("-"))
    return { name: flag, start: 0 };
  const [given, name] = /^(?:--?)?([\w-]+)=(?=.)/.exec(word) ?? [];
  return given !== undefined && name !== undefined && isSecretArgument(name)
    ? { name, start: given.length }
    : undefined;
}

function everywhere({ name, pattern }: CustomRule): CustomRule {
  const flags = pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`;
  return { name, pattern: new RegExp(pattern.source, flags.replace("y", "")) };
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
