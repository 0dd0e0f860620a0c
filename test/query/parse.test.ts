import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Filter } from "../../src/query/syntax/ast.ts";
import { parseFilter } from "../../src/query/syntax/parse.ts";
import { printFilter } from "./print-filter.ts";

/** The shape of a filter in brackets, so that a test can say what was understood. */
function shape(text: string): string {
  const parsed = parseFilter(text);
  return parsed.ok ? shapeOf(parsed.ast) : `PROBLEM ${parsed.problem.message}`;
}

function shapeOf(filter: Filter): string {
  switch (filter.type) {
    case "all":
      return "all";
    case "and":
    case "or":
      return `(${filter.items.map(shapeOf).join(` ${filter.type} `)})`;
    case "not":
      return `not ${shapeOf(filter.item)}`;
    case "text":
      return valueShape(filter.value);
    case "field": {
      const place = filter.pointer === undefined ? "" : `[${filter.pointer}]`;
      return `${filter.name}${place} ${filter.op} ${filter.values.map(valueShape).join(";")}`;
    }
  }
}

function valueShape(value: (Filter & { type: "text" })["value"]): string {
  return value.type === "regex" ? `re<${value.source}>${value.ignoreCase ? "i" : ""}` : `<${value.text}>`;
}

function problem(text: string) {
  const parsed = parseFilter(text);
  if (parsed.ok) throw new Error(`no problem in ${text}`);
  const { message, from, to, hint } = parsed.problem;
  return { message, at: text.slice(from, to), hint };
}

describe("grammar", () => {
  test.each([
    ["", "all"],
    ["   ", "all"],
    ["foo", "<foo>"],
    ["foo bar", "(<foo> and <bar>)"],
    ["foo & bar and baz", "(<foo> and <bar> and <baz>)"],
    ["a | b or c", "(<a> or <b> or <c>)"],
    ["a b | c", "((<a> and <b>) or <c>)"],
    ["a (b | c)", "(<a> and (<b> or <c>))"],
    ["!a -b not c", "(not <a> and not <b> and not <c>)"],
    ["!!a", "not not <a>"],
    ["-(a | b)", "not (<a> or <b>)"],
    ["foo-bar", "<foo-bar>"],
    ["notfoo", "<notfoo>"],
    ["12:30", "<12:30>"],
    ["foo,bar", "<foo,bar>"],
    ["kind:llm,tool", "kind : <llm>;<tool>"],
    ["KIND:llm", "kind : <llm>"],
    ["kind!=llm", "kind != <llm>"],
    ["model=gpt-4o", "model = <gpt-4o>"],
    ["model:/haiku|sonnet/ cost>0.02", "(model : re<haiku|sonnet> and cost > <0.02>)"],
    ["dur:>2s", "dur > <2s>"],
    ["dur>=2s", "dur >= <2s>"],
    ["dur:800ms..3s", "dur : <800ms..3s>"],
    ["at:+12s..+30s", "at : <+12s..+30s>"],
    ["at:14:02..14:05", "at : <14:02..14:05>"],
    ["status:429,4xx", "status : <429>;<4xx>"],
    ["step:12a", "step : <12a>"],
    ["kind:tool -tool:bash dur>5s", "(kind : <tool> and not tool : <bash> and dur > <5s>)"],
    ["total.tok>1m", "total.tok > <1m>"],
    ["path:messages.0.role=system", "path[messages.0.role] = <system>"],
    ['path:messages.0.content:"hello there"', "path[messages.0.content] : <hello there>"],
    ["path:temperature", "path[temperature] : "],
    ["path:/temperature>0.5", "path[/temperature] > <0.5>"],
    ['path:"a=b"=c', "path[a=b] = <c>"],
    ["changed:/a/b", "changed : </a/b>"],
  ])("%s", (text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe("quotes and regexes", () => {
  test.each([
    ['"a b"', "<a b>"],
    ["'a | b'", "<a | b>"],
    ['"a\\"b\\\\c\\n"', '<a"b\\c\n>'],
    ['"open to the end (', "<open to the end (>"],
    ['"or"', "<or>"],
    ["/a b/", "re<a b>"],
    ["/a/i", "re<a>i"],
    ["/a\\/b/", "re<a\\/b>"],
    ["/v1/chat/completions", "</v1/chat/completions>"],
    ["/tmp", "</tmp>"],
    ["req:/a,b/,c", "req : re<a,b>;<c>"],
    ["req:'x,y',z", "req : <x,y>;<z>"],
  ])("%s", (text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe("short forms", () => {
  test.each([
    ["~e | status:4xx", "(status : <error> or status : <4xx>)"],
    ["~q", "status : <pending>"],
    ["~s", "not status : <pending>"],
    ["~m gpt", "model : <gpt>"],
    ["~m /gpt/i", "model : re<gpt>i"],
    ["~b foo bar", "((req : <foo> or resp : <foo>) and <bar>)"],
    ["~bq x ~bs y", "(req : <x> and resp : <y>)"],
    ["!~t bash", "not tool : <bash>"],
    ["~c 404", "status : <404>"],
    ["~d openai", "provider : <openai>"],
    ["~marked ~comment", "(is : <marked> and is : <noted>)"],
    ["~/notes", "<~/notes>"],
  ])("%s", (text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe("problems name the place and the way out", () => {
  test.each([
    ["get(a|b)", "a word cannot touch a parenthesis", "(", '"get(a|b)"'],
    ["req:get(a|b) x", "a word cannot touch a parenthesis", "(", '"get(a|b)"'],
    ["modl:gpt", "there is no field modl", "modl", "did you mean model:?"],
    ["http://x", "there is no field http", "http", 'quote the word to look for it: "http:…"'],
    ["tok>many", "many is no number", "many", "tok takes 250, 4k"],
    ["dur>5", "5 is no duration", "5", "800ms, 5s"],
    ["a dur > 5s", "> must touch its field", ">", "write dur>…"],
    ["kind:tol", 'kind: knows no "tol"', "tol", "did you mean kind:tool?"],
    ["is:weird", 'is: knows no "weird"', "weird", "marked, noted"],
    ["model>3", "model is a text: > does not apply", "3", "model:"],
    ["x /a(/", "no regular expression: Unterminated group", "/a(/", "\\("],
    ["model:", "a value is missing", "model:", "model:/haiku|sonnet/"],
    ["kind:llm,", "nothing after ,", ",", ""],
    ["a |", "a term is missing after |", "", '"-"'],
    ["-", "a term is missing after a negation", "", ""],
    ["(a", "this ( is not closed", "(", "add )"],
    ["a)", "this ) closes nothing", ")", ""],
    ["()", "a term is missing after (", ")", ""],
    ["~zz", "there is no short form ~zz", "~zz", "~bq"],
    ["~m", "~m needs a value", "~m", "~m text"],
    ["at:later", "later is no time", "later", "14:02..14:05"],
    ["tok:9..5", "9..5 runs backwards", "9..5", "smaller"],
    ["tok:/4/", "tok is a number, not a text", "/4/", "tok takes"],
    ["path:", "path: needs a place inside the request", "path:", "path:messages.0.role=system"],
  ])("%s", (text, message, at, hint) => {
    const found = problem(text);
    expect(found).toMatchObject({ message, at });
    expect(found.hint).toContain(hint);
  });

  test("nesting beyond the limit is a problem, not a crash", () => {
    expect(problem(`${"(".repeat(5000)}a`).message).toBe("too deeply nested");
    expect(problem("!".repeat(5000)).message).toBe("too deeply nested");
  });
});

const pieces = fc.constantFrom(
  ...[
    "a",
    "kind:",
    "kind:llm",
    "dur>5s",
    "|",
    "&",
    "(",
    ")",
    "!",
    "-",
    " ",
    " or ",
    "not ",
    '"',
    "'",
    "/",
    "/x/i",
    "\\",
  ],
  ...["~b ", "~e", ",", "..", "path:a.b=", "model!=", "~", ">", "=", "at:+1s..", "é", "🎬", "\n", "step:3a", "get("],
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(pieces, { maxLength: 14 }).map((p) => p.join("")),
);

describe("properties", () => {
  test("any text is a filter or a problem with a place inside it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseFilter(text);
        if (parsed.ok) return;
        const { from, to, message } = parsed.problem;
        expect(message).not.toBe("");
        expect(from >= 0 && from <= to && to <= text.length).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("a printed filter reads back as the same filter", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseFilter(text);
        if (parsed.ok) expect(shape(printFilter(parsed.ast))).toBe(shapeOf(parsed.ast));
      }),
      { numRuns: 3000 },
    );
  });
});
