import { compileFilter } from "../query/evaluate.ts";
import type { FilterContext } from "../query/filter-context.ts";
import type { FieldTerm, Filter } from "../query/syntax/ast.ts";
import type { Run } from "../run/run.ts";

/** Whether an expression may hold for an answer that is not there yet. */

/** The call whose answer it is; or, of a tool that the answer may ask for. */
export interface Guess {
  readonly run: Run;
  readonly i: number;
  readonly context: FilterContext;
  readonly isTool: boolean;
}

/** Fields that no answer changes. */
const STEADY = new Set(["phase", "step", "kind", "model", "provider", "agent", "req", "sys", "turn", "at", "path"]);
/** Of these a tool that is asked for has the same as the call that asks. */
const SHARED = new Set(["phase", "step", "turn"]);

export function mayHold(filter: Filter, guess: Guess): boolean {
  return held(filter, guess) !== false;
}

/** Undefined: only the answer will tell. */
function held(filter: Filter, guess: Guess): boolean | undefined {
  switch (filter.type) {
    case "all":
      return true;
    case "text":
      return undefined;
    case "not": {
      const inner = held(filter.item, guess);
      return inner === undefined ? undefined : !inner;
    }
    case "and":
    case "or": {
      const decides = filter.type === "or";
      const parts = filter.items.map((item) => held(item, guess));
      if (parts.includes(decides)) return decides;
      return parts.includes(undefined) ? undefined : !decides;
    }
    case "field": {
      if (guess.isTool && (filter.name === "kind" || filter.name === "model")) return ofTool(filter);
      const known = guess.isTool ? SHARED.has(filter.name) : STEADY.has(filter.name);
      if (!known) return undefined;
      // A step such as 6a is one of the tools that may be asked for.
      if (guess.isTool && filter.name === "step") return undefined;
      return compileFilter(filter).test(guess.run, guess.i, guess.context);
    }
  }
}

/** A tool is of the kind "tool" and has no model. Undefined: a regex, which is not looked into. */
function ofTool({ name, op, values }: FieldTerm): boolean | undefined {
  if (values.some(({ type }) => type === "regex")) return undefined;
  const equal = name === "kind" && values.some((value) => value.type === "literal" && value.text === "tool");
  return equal !== (op === "!=");
}

export function mentions(filter: Filter, name: string): boolean {
  return some(filter, (term) => term.type === "field" && term.name === name);
}

/** Fields that speak of calls of models alone: an expression of nothing else does not mean tools. */
const OF_CALLS = new Set([
  ...["phase", "step", "turn", "model", "provider", "agent", "req", "sys", "at", "tok", "in", "out", "cached", "cost"],
  ...["total.tok", "total.cost", "total.calls"],
]);

export function speaksOfTools(filter: Filter): boolean {
  return some(filter, (term) => {
    if (term.type !== "field" || !OF_CALLS.has(term.name)) return true;
    return term.name === "step" && term.values.some((value) => value.type === "literal" && /[a-z]/i.test(value.text));
  });
}

function some(filter: Filter, test: (term: Filter) => boolean): boolean {
  if (filter.type === "and" || filter.type === "or") return filter.items.some((item) => some(item, test));
  if (filter.type === "not") return some(filter.item, test);
  return test(filter);
}
