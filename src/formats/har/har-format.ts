import type { Evidence, Format, Sample } from "../format.ts";
import { firstKeys } from "../sample.ts";

export const harFormat: Format = {
  id: "har",
  title: "HTTP Archive (HAR)",
  writtenBy: "browsers, mitmproxy, Charles, Polly.js, vcr export",
  support:
    "HAR 1.1 and 1.2 in JSON, packed and binary bodies. Browsers leave the bodies of streams out. Tool events are derived.",
  detect: evidenceOf,
  async open(source, context) {
    const { HarReader } = await import("./har-reader.ts");
    return new HarReader(source, context.sink);
  },
};

function evidenceOf(sample: Sample): Evidence | null {
  if (firstKeys(sample)[0] !== "log") return null;
  const { text } = sample;
  if (!/^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(text)) return null;
  const named = /"creator"\s*:\s*\{/.test(text) || /"entries"\s*:\s*\[/.test(text);
  return named ? { certainty: 0.95, why: "an object with the key log, which has creator or entries" } : null;
}
