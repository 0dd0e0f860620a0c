import type { FilterContext } from "./filter-context.ts";
import type { RunFacts } from "./run-facts.ts";
import type { Body, Row, Run } from "./run-types.ts";

/** The row a filter looks at: its columns and body, read once however many terms ask. */
export class Subject {
  readonly run: Run;
  readonly i: number;
  readonly context: FilterContext;
  readonly facts: RunFacts;
  #row: Row | undefined;
  #body: Body | undefined;

  constructor(run: Run, i: number, about: { readonly context: FilterContext; readonly facts: RunFacts }) {
    this.run = run;
    this.i = i;
    this.context = about.context;
    this.facts = about.facts;
  }

  get row(): Row {
    this.#row ??= this.run.row(this.i);
    return this.#row;
  }

  get body(): Body {
    this.#body ??= this.run.body(this.i);
    return this.#body;
  }

  get cost(): number | undefined {
    return this.context.cost?.(this.i) ?? this.row.cost;
  }

  get agent(): string | undefined {
    return this.row.agent ?? this.run.lanes[this.row.lane]?.name;
  }
}
