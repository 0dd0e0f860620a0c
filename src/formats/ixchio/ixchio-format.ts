import { field, type Json, text } from "../../json/json.ts";
import type { Evidence, Format } from "../format.ts";
import { IxchioReader } from "./ixchio-reader.ts";

export const ixchioFormat: Format = {
  id: "ixchio",
  title: "Agent VCR recording (ixchio)",
  writtenBy: "ixchio Agent VCR (.vcr/<session>.vcr)",
  support:
    "Frames of all kinds with their states, diff mode, forks. Times are recomputed from the frames' time stamps: the recorded latency is that of writing.",
  detect: ({ lines }) => evidenceOf(lines),
  open: (source, context) => new IxchioReader(source, context.sink),
};

function evidenceOf(lines: readonly Json[]): Evidence | null {
  const session = lines.findIndex(
    (line) => field(line, "type") === "session" && text(field(field(line, "data"), "session_id")) !== undefined,
  );
  if (session >= 0)
    return { certainty: session === 0 ? 0.98 : 0.9, why: `line ${session + 1} is a session with data.session_id` };
  const frame = lines.some(
    (line) => field(line, "type") === "frame" && text(field(field(line, "data"), "frame_id")) !== undefined,
  );
  return frame ? { certainty: 0.85, why: "lines of the type frame with data.frame_id" } : null;
}
