/** What a piece of the screen means. Themes give meanings a style; nobody else knows colours. */

export const TOKENS = [
  "text",
  "text.dim",
  "text.strong",
  "role.user",
  "role.assistant",
  "role.system",
  "role.tool",
  "kind.llm",
  "kind.tool",
  "kind.memory",
  "kind.node",
  "kind.message",
  "kind.checkpoint",
  "kind.error",
  "kind.http",
  "kind.raw",
  "status.ok",
  "status.error",
  "status.truncated",
  "status.pending",
  "json.key",
  "json.string",
  "json.number",
  "json.literal",
  "json.punctuation",
  "code.plain",
  "code.keyword",
  "code.string",
  "code.number",
  "code.comment",
  "code.name",
  "code.type",
  "code.meta",
  "code.strong",
  "code.emphasis",
  "diff.equal",
  "diff.added",
  "diff.removed",
  "diff.changed",
  "diff.moved",
  "diff.addedWord",
  "diff.removedWord",
  "cursor",
  "cursor.inactive",
  "selection",
  "match",
  "match.current",
  "mark",
  "breakpoint",
  "fork",
  "live",
  "bar",
  "title",
  "heading",
  "border",
  "border.active",
  "tab",
  "tab.active",
  "hint",
  "hint.key",
  "prompt",
  "warning",
  "scroll.track",
  "scroll.thumb",
] as const;

export type Token = (typeof TOKENS)[number];

const NAMES: ReadonlySet<string> = new Set(TOKENS);

/** Whether `name` is a token: the engine's documents carry tokens as plain names. */
export function isToken(name: string): name is Token {
  return NAMES.has(name);
}

type Kinds<T extends Token> = T extends `kind.${infer Name}` ? Name : never;
/** Kinds of events as the theme names them. */
export type KindName = Kinds<Token>;
