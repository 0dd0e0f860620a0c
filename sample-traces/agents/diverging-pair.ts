import { runChatAgent } from "./chat-agent.ts";
import type { Turn } from "./script.ts";
import type { Sample } from "./studio.ts";
import { calculator, folderTools } from "./tools.ts";

const FILES = {
  "march.csv": "day,kwh\n2026-03-01,31.5\n2026-03-02,28.0\n2026-03-03,n/a\n2026-03-04,30.5\n",
};
const SUMS = { careful: "(31.5 + 28.0 + 30.5) / 3", careless: "(31.5 + 28.0 + 0 + 30.5) / 4" };

const script = (sum: string, answer: string): Turn[] => [
  { after: 600, calls: [{ name: "list_files", args: {} }] },
  { after: 520, calls: [{ name: "read_file", args: { path: "march.csv" } }] },
  { after: 760, calls: [{ name: "calculator", args: { expression: sum } }] },
  { after: 430, calls: [{ name: "write_file", args: { path: "mean.txt", text: `${answer}\n` } }] },
  { after: 390, text: `The mean is ${answer} kWh a day; it is in mean.txt.` },
];

const pair = { title: "Mean of a table with a hole", files: FILES };
const run: Sample["run"] = ({ clock, folder, fetch }) =>
  runChatAgent(
    {
      model: "gpt-4o-mini",
      system: "You work out figures from files. Be careful.",
      tools: [...folderTools(folder, clock), calculator(clock)],
      clock,
      fetch,
    },
    "What is the mean consumption a day in March? Write it to mean.txt.",
  );

export const meanA: Sample = {
  ...pair,
  name: "mean-a",
  shows: "first of a pair that diverges: at step 2 the model leaves the missing day out",
  at: "2026-04-02T08:00:00Z",
  script: script(SUMS.careful, "30"),
  run,
};

export const meanB: Sample = {
  ...pair,
  name: "mean-b",
  shows: "second of the pair: at step 2 the same request is answered otherwise, the missing day counts as 0",
  at: "2026-04-02T08:10:00Z",
  script: script(SUMS.careless, "22.5"),
  run,
};
