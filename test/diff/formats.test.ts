import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { agentEvents, type GivenAgent, openAgent, openEvents, openRun } from "../support/agent-run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { diffOf, firstOf } from "./rows.ts";

const AGENT: GivenAgent = {
  turns: [{ calls: [{ name: "search", args: { q: "SFO" }, result: "none" }] }, { text: "None found." }],
};

/** The same exchanges as go-vcr keeps them. */
function cassette(events: readonly EventRecord[]): string {
  const interactions = events.map(
    ({ request, response }, id) => `  - id: ${id}
    request:
      method: POST
      url: https://api.openai.com/v1/chat/completions
      headers: {Content-Type: [application/json]}
      body: ${JSON.stringify(request?.body)}
    response:
      status: 200 OK
      code: 200
      headers: {Content-Type: [application/json]}
      body: ${JSON.stringify(response?.body)}
      duration: 1s`,
  );
  const path = join(tempFolder(), "cassette.yaml");
  writeFileSync(path, `---\nversion: 2\ninteractions:\n${interactions.join("\n")}\n`);
  return path;
}

test("a cassette and a run of our own with the same exchanges are equal", async () => {
  const run = await openRun(cassette(agentEvents({ ...AGENT, ids: "other" })));
  expect(run.format).toBe("go-vcr");
  expect(diffOf(run, await openAgent(AGENT)).diverged).toBe(false);
});

test("a cassette and a run of our own part where the answers do", async () => {
  const run = await openRun(cassette(agentEvents(AGENT)));
  const other = await openAgent({ turns: [AGENT.turns[0]!, { text: "Two found." }] });
  const diff = diffOf(run, other);
  expect(firstOf(diff)).toBe("~ 1 1");
  expect(diff.cause).toBe("the model answered the same request differently; the text differs at /content");
});

/** A conversation that Anthropic's API would have for the same words. */
function anthropic(): EventRecord[] {
  const use = { type: "tool_use", id: "toolu_1", name: "search", input: { q: "SFO" } };
  const user = { role: "user", content: "Find a flight" };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "none" }] };
  const call = (messages: readonly unknown[], content: readonly unknown[]): EventRecord => ({
    kind: "llm",
    name: "claude",
    provider: "anthropic",
    op: "anthropic/messages",
    request: { body: JSON.stringify({ model: "claude", system: "You book flights.", max_tokens: 100, messages }) },
    response: { body: JSON.stringify({ type: "message", role: "assistant", content }) },
  });
  const first = { ...call([user], [use]), calls: [{ id: "toolu_1", name: "search" }] };
  const second = call([user, { role: "assistant", content: [use] }, result], [{ type: "text", text: "None found." }]);
  return [first, { ...second, results: [{ id: "toolu_1" }] }];
}

test("one agent on two APIs: the model changed, what was said later is the same", async () => {
  const diff = diffOf(await openAgent(AGENT), await openEvents(anthropic()));
  expect(firstOf(diff)).toBe("~ 0 0");
  expect(diff.counts).toEqual({ equal: 1, changed: 1, removed: 0, added: 0, moved: 0 });
});
