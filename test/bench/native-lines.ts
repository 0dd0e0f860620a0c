import { TOOL_SPECS, turns } from "./conversation.ts";

/** A `.vcr` file as our recorder writes it: elements once, requests by ranges. src/trace/FORMAT.md */
export function* nativeLines(): Generator<string> {
  yield '{"vcr":1,"id":"r_bench","created":"2026-01-05T09:00:00.000Z","by":"bench"}';
  for (const [index, spec] of TOOL_SPECS.entries()) yield `{"msg":["b",${index}],"body":${spec}}`;
  let pool = -1;
  let length = 0;
  for (const { step, first, fresh, response, call, result, tokens, at, durationMs } of turns()) {
    if (first) {
      pool += 1;
      length = 0;
    }
    const name = `a${pool}`;
    for (const message of fresh) yield `{"msg":["${name}",${length++}],"body":${message}}`;
    const results = result === undefined ? "" : `"results":["${result}"],`;
    yield `{"seq":${step},"kind":"llm","name":"gpt-4o-mini","provider":"openai","op":"chat","at":${at},${results}"request":{"method":"POST","path":"/v1/chat/completions","fill":{"/messages":[["${name}",0,${length - 1}]],"/tools":[["b",0,${TOOL_SPECS.length - 1}]]},"body":{"model":"gpt-4o-mini","messages":[],"tools":[]}}}`;
    yield `{"end":${step},"status":"ok","durationMs":${durationMs},"tokens":${JSON.stringify(tokens)},"calls":[["${call.id}","${call.name}"]],"response":{"status":200,"body":${response}}}`;
  }
}
