import type { Json } from "../../json/json.ts";
import type { Evidence, Format, Sample } from "../format.ts";
import { firstKeys } from "../sample.ts";
import { ChatReader } from "./chat-reader.ts";
import { conversationPath, isChatMessage } from "./find-messages.ts";

/** Keys under which tools keep conversations, for files whose beginning is something else. */
const LIKELY = ["messages", "history", "trajectory", "conversation", "conversations", "transcript", "traj", "samples"];

export const chatFormat: Format = {
  id: "chat",
  title: "Chat messages (any JSON)",
  writtenBy: "SWE-agent, mini-SWE-agent, tau-bench, OpenHands completion logs, Inspect JSON, message dumps, ...",
  support:
    "The fallback: arrays of items with a role, in the shape of OpenAI, Anthropic or Gemini. Messages, calls and results; times and tokens where the messages carry them.",
  detect(sample) {
    const why = evidenceOf(sample);
    return why === undefined ? null : ({ certainty: 0.1, why } satisfies Evidence);
  },
  open: (source, context) => new ChatReader(source, context.sink),
};

function evidenceOf(sample: Sample): string | undefined {
  const value = sample.first;
  if (value !== undefined && !sample.whole && sample.lines.length > 1) return linesEvidence(sample);
  if (value !== undefined) return valueEvidence(value) ?? linesEvidence(sample);
  if (!/^\s*[{[]/.test(sample.text)) return undefined;
  if (/"role"\s*:\s*"(?:system|developer|user|human|assistant|ai|model|tool)"/.test(sample.text)) {
    return "JSON whose beginning has items with a role";
  }
  const key = firstKeys(sample).find((each) => LIKELY.includes(each));
  return key === undefined ? undefined : `JSON with the key ${key}`;
}

function linesEvidence(sample: Sample): string | undefined {
  for (const line of sample.lines) {
    const why = valueEvidence(line);
    if (why !== undefined) return why;
  }
  return undefined;
}

function valueEvidence(value: Json): string | undefined {
  if (isChatMessage(value)) return "objects with a role";
  const path = conversationPath(value);
  return path === undefined ? undefined : `items with a role at /${path.join("/")}`;
}
