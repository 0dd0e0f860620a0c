import { conditionOf, matcherOf } from "../fields/conditions.ts";
import type { Field } from "../fields/field.ts";
import { FIELDS, fieldNamed, SHORT_FORMS } from "../fields/fields.ts";
import { nearest } from "../nearest.ts";
import type { FieldTerm, Filter, Operator, Problem, Value } from "./ast.ts";
import { lex, type Token } from "./lex.ts";

/** Longest filter text read, in UTF-16 units. */
const LONGEST = 10_000;
/** Groups and negations may lie this deep in each other. */
const DEEPEST = 100;

export type ParsedFilter =
  | { readonly ok: true; readonly ast: Filter }
  | { readonly ok: false; readonly problem: Problem };

/** Reads a filter. Total: any text gives a filter or the first problem with its place; an empty text is everything. */
export function parseFilter(text: string): ParsedFilter {
  if (text.length > LONGEST) {
    return {
      ok: false,
      problem: problem("the filter is too long", LONGEST, text.length, `at most ${LONGEST} characters`),
    };
  }
  const tokens = lex(text, (name) => fieldNamed(name) !== undefined);
  if ("message" in tokens) return { ok: false, problem: tokens };
  try {
    return { ok: true, ast: new Parser(tokens, text.length).filter() };
  } catch (error) {
    if (error instanceof Stop) return { ok: false, problem: error.problem };
    throw error;
  }
}

const AFTER: ReadonlyMap<Token["type"], string> = new Map([
  ["or", "|"],
  ["and", "&"],
  ["not", "a negation"],
  ["open", "("],
]);

/** Carries the first problem out of the descent; never leaves this file. */
class Stop {
  readonly problem: Problem;
  constructor(found: Problem) {
    this.problem = found;
  }
}

function problem(message: string, from: number, to: number, hint: string): Problem {
  return { message, from, to, hint };
}

function stop(message: string, place: { readonly from: number; readonly to: number }, hint: string): never {
  throw new Stop(problem(message, place.from, place.to, hint));
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  filter(): Filter {
    if (this.#tokens.length === 0) return { type: "all", from: 0, to: this.#end };
    const whole = this.#or();
    const left = this.#peek();
    if (left) stop("this ) closes nothing", left, "");
    return whole;
  }

  #or(): Filter {
    const items = [this.#and()];
    while (this.#take("or")) items.push(this.#and());
    return joined("or", items);
  }

  #and(): Filter {
    const items = [this.#not()];
    for (;;) {
      const next = this.#peek();
      if (!next || next.type === "or" || next.type === "close") return joined("and", items);
      this.#take("and");
      items.push(this.#not());
    }
  }

  #not(): Filter {
    const sign = this.#take("not");
    if (!sign) return this.#primary();
    const item = this.#deeper(sign, () => this.#not());
    return { type: "not", item, from: sign.from, to: item.to };
  }

  #primary(): Filter {
    const token = this.#next();
    if (!token) return this.#missing();
    switch (token.type) {
      case "open":
        return this.#group(token);
      case "name":
        return this.#field(token);
      case "short":
        return this.#short(token);
      case "literal":
      case "regex":
        return text(token);
      default:
        return this.#missing(token);
    }
  }

  #group(open: Token): Filter {
    const inner = this.#deeper(open, () => this.#or());
    const close = this.#take("close");
    if (!close) stop("this ( is not closed", open, "add )");
    return { ...inner, from: open.from, to: close.to };
  }

  #field(name: Token & { readonly type: "name" }): Filter {
    const field = fieldNamed(name.name);
    if (!field) return unknownField(name);
    const pointer = this.#take("pointer");
    if (field.kind === "path" && !pointer) stop("path: needs a place inside the request", name, field.example);
    const own = this.#take("operator");
    const op = own?.op ?? name.op;
    const head = { name: field.name, op, ...(pointer && { pointer: pointer.text }) };
    if (pointer && !own) return this.#term(field, { ...head, values: [], from: name.from, to: pointer.to });
    const values = this.#values(own ?? name);
    return this.#term(field, { ...head, values, from: name.from, to: values.at(-1)?.to ?? name.to });
  }

  #term(field: Field, parts: Omit<FieldTerm, "type">): FieldTerm {
    for (const value of parts.values) {
      const made = conditionOf(field, parts, value);
      if ("message" in made) stop(made.message, value, made.hint);
    }
    return { type: "field", ...parts };
  }

  #values(before: Token): readonly Value[] {
    const values: Value[] = [];
    let last = before;
    do {
      const value = this.#take("literal") ?? this.#take("regex");
      if (!value || value.from !== last.to) {
        const hint = before.type === "name" ? (fieldNamed(before.name)?.example ?? "") : "a value touches its operator";
        return stop(last.type === "comma" ? "nothing after ," : "a value is missing", last, hint);
      }
      values.push(value);
      const comma = this.#take("comma");
      if (!comma) return values;
      last = comma;
    } while (values.length <= LONGEST);
    return values;
  }

  /** A short form is another way to write a field or two. */
  #short(token: Token & { readonly type: "short" }): Filter {
    const form = SHORT_FORMS.find(({ letters }) => letters === token.letters);
    if (!form) return unknownShort(token);
    if (!form.means.includes("…")) return this.#means(form.means, { from: token.from, to: token.to }, []);
    const value = this.#take("literal") ?? this.#take("regex");
    if (!value) return stop(`~${token.letters} needs a value`, token, `~${token.letters} text`);
    return this.#means(form.means, { from: token.from, to: value.to }, [value]);
  }

  #means(means: string, place: { readonly from: number; readonly to: number }, values: readonly Value[]): Filter {
    const items = means
      .replace(/[()]/g, "")
      .split(" | ")
      .map((part): Filter => {
        const [, sign = "", name = "", word = ""] = /^(!?)(\w+):(.*)$/.exec(part) ?? [];
        const field = fieldNamed(name);
        if (!field) return { type: "all", ...place };
        const own: readonly Value[] =
          word === "…" ? values : [{ type: "literal", text: word, quoted: false, ...place }];
        const term = this.#term(field, { name, op: ":" satisfies Operator, values: own, ...place });
        return sign === "!" ? { type: "not", item: term, ...place } : term;
      });
    return joined("or", items);
  }

  #deeper<T>(at: Token, read: () => T): T {
    if (++this.#depth > DEEPEST) stop("too deeply nested", at, `at most ${DEEPEST} levels`);
    const found = read();
    this.#depth--;
    return found;
  }

  #missing(found?: Token): never {
    const before = this.#tokens[this.#at - (found ? 2 : 1)];
    const place = found ?? { from: before?.to ?? 0, to: this.#end };
    const after = before && AFTER.has(before.type) ? ` after ${AFTER.get(before.type)}` : "";
    return stop(`a term is missing${after}`, place, 'quote a sign to look for it: "-"');
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    if (token) this.#at++;
    return token;
  }

  #take<T extends Token["type"]>(type: T): (Token & { readonly type: T }) | undefined {
    const token = this.#tokens[this.#at];
    if (!isType(token, type)) return undefined;
    this.#at++;
    return token;
  }
}

function isType<T extends Token["type"]>(token: Token | undefined, type: T): token is Token & { readonly type: T } {
  return token?.type === type;
}

function text(value: Token & { readonly type: "literal" | "regex" }): Filter {
  const matcher = matcherOf(value);
  if ("problem" in matcher) stop(matcher.problem, value, "a literal / or ( is written \\/ or \\(");
  return { type: "text", value, from: value.from, to: value.to };
}

/** `a (b c)` is `a b c`: groups of the same kind melt into one. */
function joined(type: "and" | "or", items: readonly Filter[]): Filter {
  const [first] = items;
  if (first && items.length === 1) return first;
  const flat = items.flatMap((item) => (item.type === type ? item.items : [item]));
  return { type, items: flat, from: items[0]?.from ?? 0, to: items.at(-1)?.to ?? 0 };
}

function unknownField(name: Token & { readonly type: "name" }): never {
  const known = FIELDS.map((field) => field.name);
  const meant = nearest(name.name, known);
  const quote = `quote the word to look for it: "${name.name}${name.op}…"`;
  const hint = meant === undefined ? quote : `did you mean ${meant}${name.op}? Or ${quote}`;
  return stop(`there is no field ${name.name}`, { from: name.from, to: name.from + name.name.length }, hint);
}

function unknownShort(token: Token & { readonly type: "short" }): never {
  const all = SHORT_FORMS.map(({ letters }) => `~${letters}`).join(" ");
  return stop(`there is no short form ~${token.letters}`, token, all);
}
