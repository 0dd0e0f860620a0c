import { expect, test } from "vitest";
import type { LiveEnd } from "../../src/cli/screen/live-driver.ts";
import { codeOfWatch } from "../../src/cli/screen/live-farewell.ts";

const over = (agent: { exit?: { code?: number; signal?: string } }, code?: number): LiveEnd => ({
  id: "1a2b3c4d",
  lost: false,
  over: {
    status: { agent, live: 0, served: 0, rewrites: [], hold: false },
    report: [],
    ...(code !== undefined && { code }),
  },
});

test.each([
  ["who served it was killed", { id: "1a2b3c4d", lost: true }, false, 2],
  ["it was left while it goes on", { id: "1a2b3c4d", lost: false }, false, undefined],
  ["the agent failed and only the watching counts", over({ exit: { code: 3 } }), false, undefined],
  ["the agent failed and its code is ours", over({ exit: { code: 3 } }), true, 3],
  ["it diverged while the agent ended well", over({ exit: { code: 0 } }, 1), true, 1],
  ["a signal ended the agent", over({ exit: { signal: "SIGTERM" } }), true, 143],
] as const)("%s", (_, end, passCode, code) => {
  expect(codeOfWatch(end, passCode)).toBe(code);
});
