import { connect } from "node:net";
import { JsonLines } from "../../control/json-lines.ts";
import { NOTICE } from "../../control/protocol.ts";
import { field, parse } from "../../json/json.ts";
import { Output } from "../output.ts";
import { tell } from "../trouble.ts";

/** Of a line, in bytes. */
const LINE_LIMIT = 256 * 1024 * 1024;
/** The greeting has this id; requests of the user have others. */
const HELLO = { jsonrpc: "2.0", id: "hello", method: "hello", params: {} };

/** `vcr attach --json`: the messages of the control channel as they are, requests from stdin. Answers whether the run was seen to end. */
export async function attachJson(path: string): Promise<boolean> {
  const socket = connect(path);
  const output = new Output();
  const lines = new JsonLines(LINE_LIMIT);
  let over = false;
  socket.write(`${JSON.stringify(HELLO)}\n`);
  process.stdin.pipe(socket, { end: false });
  socket.on("error", () => socket.destroy());
  for await (const piece of socket) {
    for (const line of lines.push(piece) ?? []) {
      over ||= isOver(line);
      await output.line(line);
    }
  }
  process.stdin.unpipe().pause();
  process.stdin.unref?.();
  if (!over) tell("the process of the run has gone, before its end was told");
  return over;
}

function isOver(line: string): boolean {
  const message = line.includes('"over"') ? parse(line) : undefined;
  return field(message, "method") === NOTICE && field(field(message, "params"), "type") === "over";
}
