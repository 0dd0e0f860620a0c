import type { Readable, Writable } from "node:stream";

/** Takes one line after the other, each with its end, and waits for what is made of it; resolves at the end of the stream, or where it breaks. */
export async function rawLines(from: Readable, take: (line: string) => Promise<void>): Promise<void> {
  let rest = "";
  from.setEncoding("utf8");
  try {
    for await (const chunk of from) {
      const lines = (rest + String(chunk)).split(/(?<=\n)/);
      rest = lines.at(-1)?.endsWith("\n") === false ? (lines.pop() ?? "") : "";
      for (const line of lines) await take(line);
    }
  } catch {
    // It was closed under way.
  }
  if (rest !== "") await take(rest);
}

/** Resolves when there is room for more, or nobody is left who reads. */
export function written(to: Writable, text: string): Promise<void> {
  if (to.destroyed || to.write(text)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      to.off("drain", done).off("close", done);
      resolve();
    };
    to.on("drain", done).on("close", done);
  });
}
