import { stepPayload } from "../diff/step-payload.ts";
import type { Json } from "../json/json.ts";
import { isEcho, newMessages } from "../query/fields/new-messages.ts";
import type { Row, Run } from "../run/run.ts";

export type Where =
  | "prompt"
  | "request"
  | "arguments"
  | "answer"
  | "result"
  | "context"
  | "state"
  | "response"
  | "message";

/** Something an event took in or gave out. */
export interface Saying {
  readonly where: Where;
  /** Of messages: its number in the request. */
  readonly message?: number;
  readonly value: Json;
}

type Message = ReturnType<ReturnType<Run["messages"]>[number]["read"]>;

/** What event i brought into the run: the user's words that are new in it, an answer, a result. */
export function broughtIn(run: Run, i: number): readonly Saying[] {
  return [...prompts(run, i), ...gaveOut(run, i)];
}

/** New messages of a call that no other event stands for. */
export function prompts(run: Run, i: number): readonly Saying[] {
  if (run.row(i).kind !== "llm") return [];
  const messages = run.messages(i);
  return newMessages(run, i).flatMap((k): Saying[] => {
    const message = messages[k]!.read();
    return isEcho(run, i, message) ? [] : [{ where: "prompt", message: k, value: said(message) }];
  });
}

export function gaveOut(run: Run, i: number): readonly Saying[] {
  const row = run.row(i);
  switch (row.kind) {
    case "llm": {
      const message = run.exchange(i).answer?.message;
      if (message) return [{ where: "answer", value: said(message) }];
      return valueSaying("answer", stepPayload(run, i).came);
    }
    case "message":
      return valueSaying("message", stepPayload(run, i).came);
    default:
      return valueSaying(OUTPUT[row.kind] ?? "response", stepPayload(run, i).came);
  }
}

/** What event i was given: the new messages of a request (the model's own last answer aside), arguments, a state. */
export function tookIn(run: Run, i: number): readonly Saying[] {
  const row = run.row(i);
  if (row.kind !== "llm") return row.derived ? [] : valueSaying(inputOf(row), stepPayload(run, i).asked);
  const messages = run.messages(i);
  const repeats = run.previousCall(i) >= 0;
  const fresh = newMessages(run, i).flatMap((k): Saying[] => {
    const message = messages[k]!.read();
    return repeats && message.role === "assistant" && isEcho(run, i, message)
      ? []
      : [{ where: "request", message: k, value: said(message) }];
  });
  return fresh.length > 0 || messages.length > 0 ? fresh : valueSaying("request", stepPayload(run, i).asked);
}

const OUTPUT: Readonly<Record<string, Where>> = {
  tool: "result",
  memory: "context",
  node: "state",
  checkpoint: "state",
};

function inputOf(row: Row): Where {
  return row.kind === "tool" ? "arguments" : row.kind === "node" ? "state" : "request";
}

function valueSaying(where: Where, value: Json | undefined): readonly Saying[] {
  return value === undefined ? [] : [{ where, value }];
}

/** The parts without ids and names of their kinds, which nobody says. */
function said(message: Message): Json {
  return message.parts.map((part) => {
    if (part.type === "call") return { call: part.name, args: part.args };
    if (part.type === "result")
      return part.parts.map((each) => ("text" in each ? each.text : "json" in each ? each.json : ""));
    if (part.type === "other") return part.json;
    return part.type === "media" ? (part.url ?? part.name ?? "") : part.text;
  });
}
