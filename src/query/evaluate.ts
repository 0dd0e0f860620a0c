import { conditionOf, matcherOf } from "./fields/conditions.ts";
import { fieldNamed } from "./fields/fields.ts";
import type { FilterContext } from "./filter-context.ts";
import { RunFacts } from "./run-facts.ts";
import type { Run } from "./run-types.ts";
import { inAnything } from "./search/content.ts";
import type { Matcher } from "./search/matcher.ts";
import { Subject } from "./subject.ts";
import type { FieldTerm, Filter } from "./syntax/ast.ts";

/** A filter ready to run. Keeps what it has learnt about a run, so one predicate serves a whole view. */
export interface Predicate {
  /** Whether rows may have to be read from the file: such a filter runs in slices. */
  readonly needsBody: boolean;
  test(run: Run, i: number, context?: FilterContext): boolean;
  /**
   * What the rows tested so far had to say about the filter itself: terms that no row has data for, a regex that
   * was too slow. Empty when all is well.
   */
  hints(): readonly string[];
}

interface Node {
  readonly body: boolean;
  readonly test: (subject: Subject) => boolean;
}

/** One term with what became of it. */
interface Watch {
  readonly term: string;
  readonly matchers: readonly Matcher[];
  tested: boolean;
  known: boolean;
}

const NO_CONTEXT: FilterContext = {};

export function compileFilter(ast: Filter): Predicate {
  const watches: Watch[] = [];
  const node = compile(ast, watches);
  let facts: { readonly run: Run; readonly context: FilterContext; readonly value: RunFacts } | undefined;
  return {
    needsBody: node.body,
    test(run, i, context = NO_CONTEXT) {
      if (facts?.run !== run || facts.context !== context) facts = { run, context, value: new RunFacts(run, context) };
      return node.test(new Subject(run, i, { context, facts: facts.value }));
    },
    hints: () => watches.flatMap(hintsOf),
  };
}

function compile(filter: Filter, watches: Watch[]): Node {
  switch (filter.type) {
    case "all":
      return { body: false, test: () => true };
    case "not": {
      const { body, test } = compile(filter.item, watches);
      return { body, test: (subject) => !test(subject) };
    }
    case "and":
    case "or": {
      // Columns before bodies: most rows are decided without being read.
      const items = filter.items.map((item) => compile(item, watches));
      const tests = [...items.filter((item) => !item.body), ...items.filter((item) => item.body)].map((n) => n.test);
      const body = items.some((item) => item.body);
      if (filter.type === "and") return { body, test: (subject) => tests.every((test) => test(subject)) };
      return { body, test: (subject) => tests.some((test) => test(subject)) };
    }
    case "text":
      return compileText(filter, watches);
    case "field":
      return compileField(filter, watches);
  }
}

function compileText(filter: Filter & { readonly type: "text" }, watches: Watch[]): Node {
  const matcher = matcherOf(filter.value);
  if ("problem" in matcher) return { body: false, test: () => false };
  watches.push({ term: "the text", matchers: [matcher], tested: true, known: true });
  const known = new WeakMap<Run, Map<string, boolean>>();
  return {
    body: true,
    test: (subject) => {
      const verdicts = known.get(subject.run) ?? new Map<string, boolean>();
      known.set(subject.run, verdicts);
      return inAnything(subject, matcher.test, verdicts);
    },
  };
}

function compileField(term: FieldTerm, watches: Watch[]): Node {
  const field = fieldNamed(term.name);
  if (!field) return { body: false, test: () => false };
  const body = field.cost === "body";
  // `path:PLACE` alone asks whether there is something.
  const values = term.values.length > 0 ? term.values : [{ ...ANYTHING, from: term.from, to: term.to }];
  const made = values.flatMap((value) => {
    const one = conditionOf(field, term, value);
    return "condition" in one ? [one] : [];
  });
  const words = term.values.map((value) => (value.type === "literal" ? value.text : `/${value.source}/`));
  const watch: Watch = {
    term: `${term.name}:${field.kind === "state" ? words.join(",") : ""}`,
    matchers: made.flatMap(({ matcher }) => (matcher ? [matcher] : [])),
    tested: false,
    known: false,
  };
  watches.push(watch);
  const negated = term.op === "!=";
  return {
    body,
    test: (subject) => {
      watch.tested = true;
      let holds = false;
      for (const { condition } of made) {
        const verdict = condition(subject);
        if (verdict !== undefined) watch.known = true;
        if (verdict === true) holds = true;
        if (holds) break;
      }
      return holds !== negated;
    },
  };
}

const ANYTHING = { type: "literal", text: "", quoted: true } as const;

function hintsOf(watch: Watch): readonly string[] {
  const hints: string[] = [];
  if (watch.tested && !watch.known) hints.push(`${watch.term} nothing of the kind is known in this run`);
  const overruns = watch.matchers.reduce((sum, matcher) => sum + matcher.overruns, 0);
  if (overruns > 0)
    hints.push(`${watch.term} the regex was too slow on ${overruns} texts, which count as not matching`);
  return hints;
}
