/** How the table and the config file spell keys: "j", "ctrl-d", "alt-right", "shift-tab", "space"; a chord has blanks: "] e". */

const NAMED = [
  "enter esc tab space backspace delete insert up down left right home end pageup pagedown",
  "f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12",
].flatMap((names) => names.split(" "));

const SEQUENCES: Readonly<Record<string, string>> = {
  " ": "space",
  escape: "esc",
  return: "enter",
  pgup: "pageup",
  pgdn: "pagedown",
};

/** Keys of a chord at most. */
const LONGEST = 4;

/** The sequence as the table spells it; undefined when a key in it has a name that no key has. */
export function spelledKeys(text: string): string | undefined {
  if (text === " ") return "space";
  const keys = text.trim().split(/\s+/);
  if (keys.length > LONGEST) return undefined;
  const spelled = keys.map(spelledKey);
  return spelled.includes(undefined) ? undefined : spelled.join(" ");
}

function spelledKey(text: string): string | undefined {
  const [, modifiers = "", rest = ""] = /^((?:(?:ctrl|alt|shift)-)*)(.+)$/isu.exec(text) ?? [];
  const has = (name: string) => modifiers.toLowerCase().includes(`${name}-`);
  const lower = rest.toLowerCase();
  const known = SEQUENCES[lower] ?? lower;
  const named = NAMED.includes(known);
  if (!named && !isPrintable(rest)) return undefined;
  // Shift is in the character itself; terminals send Ctrl and Alt with lower-case letters.
  if (!named && has("shift")) return undefined;
  const name = named ? known : has("ctrl") || has("alt") ? lower : rest;
  return `${has("ctrl") ? "ctrl-" : ""}${has("alt") ? "alt-" : ""}${has("shift") ? "shift-" : ""}${name}`;
}

function isPrintable(text: string): boolean {
  return [...text].length === 1 && !/[\p{C}\p{Z}]/u.test(text);
}

/** Whether the key types a character where there is a text to type into. */
export function types(key: string): boolean {
  return key === "space" || [...key].length === 1;
}
