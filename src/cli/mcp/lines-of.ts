import type { Readable } from "node:stream";

/** Calls `take` for each line, without its end; resolves at the end of the stream. */
export function eachLine(from: Readable, take: (line: string) => void): Promise<void> {
  let rest = "";
  from.setEncoding("utf8");
  from.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line.replace(/\r$/, ""));
  });
  return new Promise((resolve) => {
    const finish = (): void => {
      if (rest !== "") take(rest);
      rest = "";
      resolve();
    };
    from.once("end", finish);
    from.once("close", finish);
  });
}
