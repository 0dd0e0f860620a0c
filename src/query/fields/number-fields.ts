import { sum } from "../run-facts.ts";
import type { Subject } from "../subject.ts";
import type { Measure } from "./amount.ts";
import type { Field } from "./field.ts";

export const NUMBER_FIELDS: readonly Field[] = [
  {
    ...number("step", "count", ({ row }) => row.seq),
    help: "number of the step; 12a is one derived tool call",
    example: "step:10..20",
    special: (value) => (/^\d+[a-z]+$/i.test(value) ? ({ row }) => row.step === value.toLowerCase() : undefined),
  },
  {
    ...number("turn", "count", ({ row }) => row.turn),
    help: "number of the turn: a model call and the tools it asked for",
    example: "turn:3",
  },
  {
    ...number("dur", "duration", ({ row }) => row.durationMs),
    help: "how long it took",
    example: "dur>5s",
  },
  {
    ...number("tok", "count", ({ row }) => sum(row.tokens?.in, row.tokens?.out)),
    help: "tokens in and out together",
    example: "tok>4k",
  },
  { ...number("in", "count", ({ row }) => row.tokens?.in), help: "input tokens, cached ones too", example: "in>100k" },
  { ...number("out", "count", ({ row }) => row.tokens?.out), help: "output tokens", example: "out<50" },
  {
    ...number("cached", "count", ({ row }) => row.tokens?.cacheRead),
    help: "input tokens read from the cache",
    example: "cached:0",
  },
  { ...number("cost", "money", (subject) => subject.cost), help: "cost in USD", example: "cost>0.02" },
  { ...number("size", "bytes", ({ row }) => row.size), help: "bytes of the event in its file", example: "size>1mb" },
  {
    name: "at",
    group: "numbers",
    help: "when it began: after the run's start, or by the clock",
    example: "at:+12s..+30s",
    cost: "column",
    kind: "time",
    read: ({ row }) => row.at,
  },
  {
    ...number("total.tok", "count", ({ facts, i }) => facts.totals(i).tokens),
    help: "tokens of all model calls so far",
    example: "total.tok>1m",
  },
  {
    ...number("total.cost", "money", ({ facts, i }) => facts.totals(i).cost),
    help: "cost of the run so far, in USD",
    example: "total.cost>0.50",
  },
  {
    ...number("total.calls", "count", ({ facts, i }) => facts.totals(i).calls),
    help: "model calls so far",
    example: "total.calls>20",
  },
];

function number(name: string, measure: Measure, read: (subject: Subject) => number | undefined) {
  return { name, group: "numbers", cost: "column", kind: "number", measure, read } as const;
}
