/**
 * YAML that parsers of version 1.1 and of 1.2 read alike: no string stands bare. Texts of several lines are literal
 * blocks where nothing in them could be changed by that, anything else is in quotes.
 */

export type YamlValue = string | number | boolean | null | Uint8Array | readonly YamlValue[] | YamlMap;
export interface YamlMap {
  readonly [key: string]: YamlValue | undefined;
}

/** Not printable in YAML 1.1 (section 5.1), or a line's end to it, or what drives a terminal. */
const ESCAPED = /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
/** What a literal block cannot hold as it is: the above, other controls, and what has no UTF-8. */
const NO_BLOCK = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\p{Cs}]/u;
/** Names that no version takes for a boolean, null or number. */
const BARE_KEY = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][\w-]*$/i;

/** The lines of `value` as they stand behind a key or a dash at `indent` spaces, the space or line's end before them too. */
function yamlText(value: YamlValue, indent: number): string {
  if (typeof value === "string") return ` ${scalar(value, indent)}\n`;
  if (value instanceof Uint8Array) return ` !!binary "${Buffer.from(value).toString("base64")}"\n`;
  if (typeof value !== "object" || value === null) return ` ${value}\n`;
  if (isList(value)) return value.length === 0 ? " []\n" : `\n${value.map((item) => yamlItem(item, indent)).join("")}`;
  const pairs = yamlPairs(value, indent + 2);
  return pairs === "" ? " {}\n" : `\n${pairs}`;
}

/** An item of a list whose dashes stand at `indent`. */
export function yamlItem(item: YamlValue, indent: number): string {
  const text = yamlText(item, indent);
  const pad = " ".repeat(indent);
  // A map begins behind the dash.
  return text.startsWith("\n") ? `${pad}- ${text.slice(indent + 3)}` : `${pad}-${text}`;
}

function yamlPairs(map: YamlMap, indent: number): string {
  const pad = " ".repeat(indent);
  return Object.entries(map)
    .map(([key, value]) => (value === undefined ? "" : `${pad}${keyText(key)}:${yamlText(value, indent)}`))
    .join("");
}

function keyText(key: string): string {
  return BARE_KEY.test(key) ? key : quoted(key);
}

function scalar(text: string, indent: number): string {
  if (!text.includes("\n") || /^\s/.test(text) || NO_BLOCK.test(text)) return quoted(text);
  const body = text.replace(/\n+$/, "");
  const ends = text.length - body.length;
  const pad = " ".repeat(indent + 2);
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${pad}${line}`));
  const chomping = ends === 0 ? "-" : ends === 1 ? "" : "+";
  return [`|${chomping}`, ...lines, ...Array<string>(Math.max(0, ends - 1)).fill("")].join("\n");
}

function quoted(text: string): string {
  // Bodies are full of double quotes.
  if (text.includes('"') && !/[\t\n]/.test(text) && !NO_BLOCK.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd")).replace(ESCAPED, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}
