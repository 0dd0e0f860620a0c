import { field, isObject, type JsonObject } from "../../json/json.ts";
import { STATUSES } from "../../trace/event.ts";

/** What other tools call the members of an event: said, since nothing of what is told may be lost without a word. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ arguments: "args", input: "args", inputs: "args", parameters: "args", params: "args" },
  ...{ output: "result", outputs: "result", response_body: "response" },
  ...{ duration: "durationMs", duration_ms: "durationMs", latency: "durationMs", latency_ms: "durationMs" },
  ...{ call_id: "callId", tool_call_id: "callId", usage: "tokens", tool: "name", type: "kind" },
};

const TOKENS = ["in", "out", "cacheRead", "cacheWrite", "reasoning"];

/** What is wrong with an event that is told, whatever its kind; undefined: nothing. A member that is null counts as left out. */
export function toldProblem(value: JsonObject): string | undefined {
  for (const [name, right] of Object.entries(OTHER_NAMES))
    if (Object.hasOwn(value, name)) return `"${name}" is not known: ${right} is what it is called here`;
  for (const name of ["durationMs", "at"]) {
    const given = field(value, name) ?? undefined;
    if (given !== undefined && typeof given !== "number")
      return `"${name}" must be a number of milliseconds${name === "at" ? " since 1970" : ""}`;
  }
  const status = field(value, "status") ?? undefined;
  if (status !== undefined && !STATUSES.some((each) => each === status))
    return `"status" must be one of ${STATUSES.join(", ")}`;
  return tokensProblem(value);
}

function tokensProblem(value: JsonObject): string | undefined {
  const tokens = field(value, "tokens") ?? undefined;
  if (tokens === undefined) return undefined;
  const names = isObject(tokens) ? Object.keys(tokens) : undefined;
  if (names !== undefined && (names.length === 0 || names.some((name) => TOKENS.includes(name)))) return undefined;
  return `"tokens" must be an object of counts: ${TOKENS.join(", ")}`;
}
