/** Several filters in one text, parted by `;`. One within quotes or a regular expression parts nothing. */

export function splitExpressions(text: string): readonly string[] {
  const parted: string[] = [];
  let from = 0;
  for (const at of [...partings(text), text.length]) {
    const expression = text.slice(from, at).trim();
    if (expression !== "") parted.push(expression);
    from = at + 1;
  }
  return parted;
}

/** The text that `splitExpressions` takes apart into these: a word with a `;` of its own is quoted. */
export function joinedExpressions(expressions: readonly string[]): string {
  return expressions.map(withoutPartings).join("; ");
}

function withoutPartings(expression: string): string {
  const [at] = partings(expression);
  if (at === undefined) return expression;
  let from = at;
  while (from > 0 && !/[\s()&|"':=<>,]/.test(expression.charAt(from - 1))) from--;
  let to = at + 1;
  while (to < expression.length && !/[\s()&|"',]/.test(expression.charAt(to))) to++;
  const quoted = JSON.stringify(expression.slice(from, to));
  return withoutPartings(`${expression.slice(0, from)}${quoted}${expression.slice(to)}`);
}

/** Places of each `;` that parts, rising. */
function partings(text: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === ";") found.push(at);
    at = endOfQuoted(text, at) ?? endOfRegex(text, at) ?? at + 1;
  }
  return found;
}

/** As the filter reads them: an open quote runs to the end. */
function endOfQuoted(text: string, at: number): number | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  let to = at + 1;
  while (to < text.length && text[to] !== quote) to += text[to] === "\\" ? 2 : 1;
  return to + 1;
}

/** Only where it begins a term or a value, and its closing slash ends that: others are parts of a path. */
function endOfRegex(text: string, at: number): number | undefined {
  if (text[at] !== "/" || (at > 0 && !/[\s()&|:=<>,!;-]/.test(text.charAt(at - 1)))) return undefined;
  let close = at + 1;
  while (close < text.length && text[close] !== "/") close += text[close] === "\\" ? 2 : 1;
  if (close >= text.length || close === at + 1) return undefined;
  const to = close + (text[close + 1] === "i" ? 2 : 1);
  return to < text.length && !/[\s()&|,;]/.test(text.charAt(to)) ? undefined : to;
}
