import type { Evidence, Format, Sample } from "../format.ts";
import { firstKeys } from "../sample.ts";

export const vcrpyFormat: Format = {
  id: "vcrpy",
  title: "vcrpy cassette",
  writtenBy: "vcrpy, pytest-recording, pytest-vcr: pydantic-ai, OpenLLMetry, crewAI, OpenInference, llm and others",
  support:
    "YAML and JSON, packed and binary bodies, parsed_body. Times are guessed from headers (≈). Tool events are derived. Bedrock's streams are decoded but stay HTTP events.",
  detect: evidenceOf,
  async open(source, context) {
    const { vcrpyReader } = await import("./vcrpy-reader.ts");
    return vcrpyReader(source, context.sink);
  },
};

const REQUEST = /^\s*- (?:request|response):/m;
const URI = /(?:^\s+|[{,]\s*)uri:/m;

function evidenceOf(sample: Sample): Evidence | null {
  const { text } = sample;
  if (text.trimStart().startsWith("{")) return jsonEvidence(sample);
  const start = /^(?:---[ \t]*\r?\n)?(version:\s*1\s*\r?\n)?interactions:[ \t]*(\[\])?/.exec(text);
  if (start === null) return null;
  const [, version, empty] = start;
  const begins = version === undefined ? "begins with interactions:" : "begins with version: 1 and interactions:";
  // go-vcr's version 1 begins the same way; its requests have `url`.
  if (URI.test(text)) return { certainty: 0.95, why: `${begins}, and requests have uri` };
  if (version !== undefined) return /^\s+url:/m.test(text) ? null : { certainty: 0.35, why: begins };
  if (empty !== undefined) return { certainty: 0.9, why: `${begins}, a list of none` };
  return REQUEST.test(text) ? { certainty: 0.8, why: `${begins}, a list of requests` } : null;
}

/** Other tools keep `interactions` in JSON too, of tools or of MCP: these have no requests with a uri. */
function jsonEvidence(sample: Sample): Evidence | null {
  const keys = firstKeys(sample);
  if (!keys.includes("interactions") || !keys.every((key) => key === "interactions" || key === "version")) return null;
  if (/"request":\s*\{/.test(sample.text) && /"(?:uri|headers)":/.test(sample.text)) {
    return { certainty: 0.9, why: "an object with the key interactions, and these have requests" };
  }
  return /"interactions":\s*\[\s*\]/.test(sample.text)
    ? { certainty: 0.6, why: "an object with the key interactions, a list of none" }
    : null;
}
