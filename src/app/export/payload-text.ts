import type { Run } from "../../run/run.ts";

/** A value as text: a string as it is, anything else as indented JSON. */
export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** What row i sent or got back: of a tool its arguments or result. Undefined where the event holds none. */
export function payloadText(run: Run, i: number, side: "request" | "response"): string | undefined {
  if (run.row(i).kind === "tool") {
    const tool = run.tool(i);
    const value = side === "request" ? tool.args : tool.result?.parts;
    return value === undefined ? undefined : pretty(value);
  }
  const body = run.body(i)[side];
  return body?.json === undefined ? body?.text : pretty(body.json);
}
