import type { Tool } from "./agent.ts";
import { runMessagesAgent } from "./messages-agent.ts";
import type { Sample, Scene } from "./studio.ts";
import { folderTools } from "./tools.ts";

const PLANNER = "You plan. Give each piece of work to a worker with the tool delegate, then sum up.";
const WORKER = "You do one piece of work with your tools and answer in one sentence.";
const DOORS = "Count the lines with the word door in log-a.txt.";
const WINDOWS = "Count the lines with the word window in log-b.txt.";

function delegate(scene: Scene): Tool {
  const { clock, folder, fetch } = scene;
  const [, , , shell] = folderTools(folder, clock);
  return {
    name: "delegate",
    description: "Gives a task to a worker and answers what the worker found.",
    parameters: { task: { type: "string" } },
    run: ({ task }) =>
      runMessagesAgent(
        { model: "claude-haiku-4-5", system: WORKER, tools: shell ? [shell] : [], clock, fetch, stream: true },
        String(task),
      ),
  };
}

export const subAgents: Sample = {
  name: "sub-agents",
  title: "Two workers at once",
  shows:
    "a planner and two workers that run at the same time: three lanes, children of two tool calls; thinking; Anthropic messages, streamed by the workers",
  at: "2026-03-18T16:30:00Z",
  files: {
    "log-a.txt": "06:58 door 2 opened\n07:02 light on\n07:10 door 2 closed\n08:31 door 1 opened\n",
    "log-b.txt": "07:00 window 4 opened\n09:00 light off\n12:45 window 4 closed\n",
  },
  script: [
    {
      when: "You plan.",
      after: 900,
      thinking: "Two logs, two questions. They do not depend on each other.",
      text: "I ask two workers.",
      calls: [
        { name: "delegate", args: { task: DOORS } },
        { name: "delegate", args: { task: WINDOWS } },
      ],
    },
    { when: DOORS, after: 310, calls: [{ name: "shell", args: { command: "grep -c door log-a.txt" } }] },
    { when: WINDOWS, after: 350, calls: [{ name: "shell", args: { command: "grep -c window log-b.txt" } }] },
    { when: DOORS, after: 280, text: "log-a.txt has 3 lines with door." },
    { when: WINDOWS, after: 300, text: "log-b.txt has 2 lines with window." },
    { when: "You plan.", after: 700, text: "Doors were used 3 times, windows 2 times." },
  ],
  run: (scene) =>
    runMessagesAgent(
      { model: "claude-sonnet-4-5", system: PLANNER, tools: [delegate(scene)], clock: scene.clock, fetch: scene.fetch },
      "How often were doors and windows used? The logs are log-a.txt and log-b.txt.",
    ),
};
