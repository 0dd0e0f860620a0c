import { runMessagesAgent } from "./messages-agent.ts";
import type { Sample } from "./studio.ts";
import { folderTools } from "./tools.ts";

export const brokenStream: Sample = {
  name: "broken-stream",
  title: "The line went dead",
  shows: "a stream that breaks in the middle of an answer: the last step is truncated, what came is there",
  at: "2026-03-11T07:20:00Z",
  files: { "notes.txt": "Ship the release on Thursday.\n" },
  script: [
    { after: 480, calls: [{ name: "read_file", args: { path: "notes.txt" } }] },
    {
      after: 530,
      text: "The notes say that the release goes out on Thursday, so the tests have to be through by Wednesday evening.",
      breakAfter: 9,
    },
  ],
  run: ({ clock, folder, fetch }) =>
    runMessagesAgent(
      {
        model: "claude-haiku-4-5",
        system: "You are brief.",
        tools: folderTools(folder, clock),
        clock,
        fetch,
        stream: true,
      },
      "When do we ship? See notes.txt.",
    ),
};
