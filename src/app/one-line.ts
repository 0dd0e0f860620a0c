/** A text of any shape as one line: every run of white space is one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
