import { Composer, type CST, type Document, Lexer, type LineCounter, Parser, type Tags } from "yaml";

/** YAML within limits: what a hostile file nests or repeats must not keep anyone busy. */

/** Deepest nesting of collections. */
const MAX_YAML_DEPTH = 500;
/** Most lexical pieces; a cassette of 4 MB has some thousands. */
const MAX_YAML_PIECES = 5_000_000;

function* tokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    yield* parser.next(piece);
    if (parser.stack.length > MAX_YAML_DEPTH) throw new RangeError(`nested deeper than ${MAX_YAML_DEPTH}`);
    if (++pieces > MAX_YAML_PIECES) throw new RangeError(`more than ${MAX_YAML_PIECES} pieces`);
  }
  yield* parser.end();
}

/** PyYAML follows YAML 1.1 and leaves strings bare that version 1.2 takes for numbers: `1e5`, `1.5e5`, `0o17`. */
export function pythonTags(tags: Tags): Tags {
  return tags.flatMap((tag): Tags => {
    if (typeof tag === "string" || tag.collection !== undefined) return [tag];
    if (tag.format === "OCT") return [];
    return tag.format === "EXP" ? [{ ...tag, test: /^[-+]?\d[\d_]*\.[\d_]*[eE][-+]\d+$/ }] : [tag];
  });
}

/**
 * The first document of `text`, with the errors found in it; undefined when there is none.
 * @throws RangeError beyond the limits, in words that follow "YAML".
 */
export function parseYaml(
  text: string,
  lines: LineCounter,
  customTags: (tags: Tags) => Tags = (tags) => tags,
): Document.Parsed | undefined {
  const composer = new Composer({ logLevel: "silent", prettyErrors: false, uniqueKeys: false, customTags });
  for (const document of composer.compose(tokens(text, lines), true, text.length)) return document;
  return undefined;
}
