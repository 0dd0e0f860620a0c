/**
 * Colours one line of JSON or of a preview (where keys stand without quotes). Strings of JSON never span lines, so a
 * line can be read by itself.
 */

export type JsonToken = "json.key" | "json.string" | "json.number" | "json.literal" | "json.punctuation";

/** A piece of a line and what it is; the pieces of a line join up to the line. */
export interface Piece<Token extends string> {
  readonly text: string;
  readonly token: Token;
}

const PIECE =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(?<colon>\s*:)?|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<literal>\b(?:true|false|null)\b)|(?<bare>[A-Za-z_$][\w$-]*)(?=:)|[\w$]+|[^"\-\w$]+|./gy;

/**
 * Total: a line that is not JSON comes back as it is, whatever in it looks like JSON coloured. A string without an end
 * (cut at the edge of the screen) is a string up to the end of the line.
 */
export function highlightJsonLine(line: string): Piece<JsonToken>[] {
  const pieces: Piece<JsonToken>[] = [];
  let rest = "";
  const flush = () => {
    if (rest !== "") pieces.push({ text: rest, token: "json.punctuation" });
    rest = "";
  };
  for (const match of line.matchAll(PIECE)) {
    const { string, colon, number, literal, bare } = match.groups ?? {};
    if (string !== undefined) {
      flush();
      pieces.push({ text: string, token: colon === undefined ? "json.string" : "json.key" });
      rest = colon ?? "";
    } else if (number !== undefined || literal !== undefined) {
      flush();
      pieces.push({ text: match[0], token: number === undefined ? "json.literal" : "json.number" });
    } else if (bare !== undefined) {
      flush();
      pieces.push({ text: bare, token: "json.key" });
    } else {
      rest += match[0];
    }
  }
  flush();
  return pieces;
}
