import { TOOL_SPECS, turns } from "./conversation.ts";

/** The same run with every body inline, as other recorders keep it: request n+1 repeats request n. */
export function* expandedLines(): Generator<string> {
  yield '{"vcr":1,"id":"r_bench","created":"2026-01-05T09:00:00.000Z","by":"bench"}';
  let messages = "";
  for (const { step, first, fresh, response, call, result, tokens, at, durationMs } of turns()) {
    messages = first ? fresh.join(",") : `${messages},${fresh.join(",")}`;
    const results = result === undefined ? "" : `"results":["${result}"],`;
    yield `{"seq":${step},"kind":"llm","name":"gpt-4o-mini","provider":"openai","op":"chat","status":"ok","at":${at},"durationMs":${durationMs},"tokens":${JSON.stringify(tokens)},"calls":[["${call.id}","${call.name}"]],${results}"request":{"method":"POST","path":"/v1/chat/completions","body":{"model":"gpt-4o-mini","messages":[${messages}],"tools":[${TOOL_SPECS.join(",")}]}},"response":{"status":200,"body":${response}}}`;
  }
}
