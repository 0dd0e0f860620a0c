import { runChatAgent } from "./chat-agent.ts";
import type { Sample } from "./studio.ts";
import { folderTools } from "./tools.ts";

export const hello: Sample = {
  name: "hello",
  title: "Say hello to a file",
  shows: "the smallest run with a tool: one file read, one answer, plain (not streamed) OpenAI chat completions",
  at: "2026-03-02T09:00:00Z",
  files: { "names.txt": "Ada\nGrace\nBarbara\n" },
  script: [
    { after: 640, calls: [{ name: "read_file", args: { path: "names.txt" } }] },
    { after: 410, text: "Hello Ada, hello Grace, hello Barbara!" },
  ],
  run: ({ clock, folder, fetch }) =>
    runChatAgent(
      { model: "gpt-4o-mini", system: "You are a polite assistant.", tools: folderTools(folder, clock), clock, fetch },
      "Say hello to everybody in names.txt.",
    ),
};
