import { expect, test } from "vitest";
import { openEvents } from "../support/agent-run.ts";

const REPEATED = ["/messages", "/tools", "/system"];

/** What a file names as masked, wherever its parts lie. */
async function maskedOf(body: object, masked: readonly string[]): Promise<readonly string[]> {
  const request = { method: "POST", path: "/v1/messages", body: JSON.stringify(body), repeated: REPEATED, masked };
  const run = await openEvents([
    { kind: "llm", name: "m", op: "anthropic/messages", status: "ok", request },
    { kind: "llm", name: "m", op: "anthropic/messages", status: "ok", request },
  ]);
  const [first, second] = [0, 1].map((i) => run.body(i).request?.masked ?? []);
  expect(second).toEqual(first);
  return [...(first ?? [])].sort();
}

test("places in elements that requests share, in single values, and in what is a request's own", async () => {
  const body = {
    metadata: { user_id: "<USER>" },
    system: `a long text, so that it is worth a line of its own, with <TOKEN> in it; ${"and more of it ".repeat(5)}`,
    messages: [
      { role: "user", content: "plain" },
      { role: "user", content: [{ type: "text", text: "<TOKEN>" }] },
    ],
  };
  const places = ["/metadata/user_id", "/system", "/messages/1/content/0/text"];
  expect(await maskedOf(body, places)).toEqual([...places].sort());
});

test("places in an element that has a cache marker in one request and none in another", async () => {
  const text = { type: "text", text: "<TOKEN>" };
  const content = [{ ...text, cache_control: { type: "ephemeral" } }];
  expect(await maskedOf({ messages: [{ role: "user", content }] }, ["/messages/0/content/0/text"])).toEqual([
    "/messages/0/content/0/text",
  ]);
});

test("a request in which nothing was masked names nothing", async () => {
  expect(await maskedOf({ messages: [{ role: "user", content: "<TOKEN>" }] }, [])).toEqual([]);
});
