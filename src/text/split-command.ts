/**
 * The words of a command line as in $EDITOR: quotes and backslashes as in a shell, and nothing else of one.
 * A quote that is not closed runs to the end.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (character === "\\" && quote !== "'" && i + 1 < line.length) {
      i++;
      word = (word ?? "") + line.charAt(i);
    } else if (character === quote) {
      quote = "";
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== null) words.push(word);
  return words;
}
