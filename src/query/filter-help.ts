import type { Field } from "./fields/field.ts";
import { GROUPS } from "./fields/field.ts";
import { FIELDS, SHORT_FORMS } from "./fields/fields.ts";

/** A line of the help page and of README's table of filters. */
export interface HelpRow {
  readonly group: string;
  readonly term: string;
  readonly help: string;
  readonly example: string;
}

const SYNTAX: readonly HelpRow[] = [
  row("word", "the text of the event, summary and bodies; without capitals any case fits", "weather"),
  row(
    '"several words"',
    "a text with spaces or signs; \\ before a quote; an open quote runs to the end",
    '"could not"',
  ),
  row("/regex/", "a regular expression, case counts; /regex/i in any case", "/time(d )?out/i"),
  row("a b", "both (also a & b, a and b)", "kind:tool status:error"),
  row("a | b", "either (also a or b)", "~e | status:4xx"),
  row("!a", "not (also -a, not a)", "-tool:bash"),
  row("( )", "groups", "!(kind:http | kind:raw)"),
  row("field:a,b", "any of several values", "kind:llm,tool"),
  row("field=a", "equals; != does not equal (or has no such thing)", "model=gpt-4o"),
  row("field>n", "also >= < <=; ranges as 2..5, 2.. or ..5; field:.. is any known value", "dur:800ms..3s"),
];

function row(term: string, help: string, example: string): HelpRow {
  return { group: "syntax", term, help, example };
}

/** Every form a filter can have: syntax, fields by group, short forms. */
export function filterHelp(): readonly HelpRow[] {
  const groups = Object.entries(GROUPS);
  const fields = groups.flatMap(([group, title]) =>
    FIELDS.filter((field) => field.group === group).map((field) => ({
      group: title,
      term: `${field.name}:`,
      help: helpOf(field),
      example: field.example,
    })),
  );
  const shorts = SHORT_FORMS.map(({ letters, means, help }) => ({
    group: "short forms",
    term: means.includes("…") ? `~${letters} …` : `~${letters}`,
    help,
    example: means,
  }));
  return [...SYNTAX, ...fields, ...shorts];
}

function helpOf(field: Field): string {
  if (field.kind !== "enum" && field.kind !== "state") return field.help;
  return `${field.help}: ${Object.keys(field.words).join(", ")}`;
}
