import type { Evidence, Format, Sample } from "../format.ts";

export const goVcrFormat: Format = {
  id: "go-vcr",
  title: "go-vcr cassette",
  writtenBy: "go-vcr v1 to v4: docker cagent, crush, other Go programs",
  support:
    "Version 1 and 2. No start times are stored: the clock is the running sum of durations. Tool events are derived.",
  detect: evidenceOf,
  async open(source, context) {
    const { goVcrReader } = await import("./go-vcr-reader.ts");
    return goVcrReader(source, context.sink);
  },
};

function evidenceOf({ text }: Sample): Evidence | null {
  const version = /^(?:---\s*\r?\n)?version:\s*(\d+)\s*\r?\ninteractions:/.exec(text)?.[1];
  if (version === "2") return { certainty: 0.95, why: "begins with version: 2 and interactions:" };
  if (version !== "1") return null;
  // vcrpy writes `version: 1` too; its requests have `uri` where go-vcr's have `url`.
  if (/^\s+uri:/m.test(text)) return null;
  if (/^\s+url:/m.test(text)) return { certainty: 0.9, why: "version: 1, and requests have url" };
  return { certainty: 0.4, why: "begins with version: 1 and interactions:" };
}
