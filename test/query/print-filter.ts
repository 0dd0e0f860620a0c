import type { Filter, Value } from "../../src/query/syntax/ast.ts";
import { keyword } from "../../src/query/syntax/lex.ts";

/** A filter as text again: parsing it gives the same filter (short forms come out as the fields they stand for). */
export function printFilter(filter: Filter): string {
  switch (filter.type) {
    case "all":
      return "";
    case "or":
      return filter.items.map(printFilter).join(" | ");
    case "and":
      return filter.items.map((item) => (item.type === "or" ? `(${printFilter(item)})` : printFilter(item))).join(" ");
    case "not": {
      const { item } = filter;
      return item.type === "and" || item.type === "or" ? `!(${printFilter(item)})` : `!${printFilter(item)}`;
    }
    case "text":
      return printValue(filter.value);
    case "field": {
      const pointer = filter.pointer === undefined ? "" : `:${quoted(filter.pointer)}`;
      const op = filter.pointer !== undefined && filter.values.length === 0 ? "" : filter.op;
      return `${filter.name}${pointer}${op}${filter.values.map(printValue).join(",")}`;
    }
  }
}

function printValue(value: Value): string {
  if (value.type === "regex") return `/${value.source}/${value.ignoreCase ? "i" : ""}`;
  const plain = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(value.text) && keyword(value.text) === undefined;
  return plain ? value.text : quoted(value.text);
}

function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
