import { describe, expect, test } from "vitest";
import type { HeldAction, Notice } from "../../src/control/protocol.ts";
import { APIS, type Api, ask } from "./apis.ts";
import { nextHeld, watchedGateway } from "./held-calls.ts";

type Here = Awaited<ReturnType<typeof watchedGateway>>;

async function heldAndActed(here: Here, api: Api, action: HeldAction, text = "hi") {
  const held = nextHeld(here.holds);
  const asked = ask(here, api, text);
  const call = await held;
  here.holds.act(call.id, action);
  return { call, answer: await asked };
}

describe.each(APIS.map((api) => [api.title, api] as const))("%s", (_, api) => {
  test("a held request goes on when told, and its answer arrives as it came", async () => {
    const here = await watchedGateway("phase:request model:stub");
    const held = nextHeld(here.holds);
    const asked = ask(here, api, "hi");
    const call = await held;
    expect(call).toMatchObject({ step: 0, row: "0", phase: "request" });
    expect(here.stub.exchanges).toEqual([]);
    here.holds.act(call.id, { do: "continue" });
    expect((await asked).bytes.equals(here.stub.exchanges[0]?.sent ?? Buffer.alloc(0))).toBe(true);
    expect(here.holds.held()).toEqual([]);
  });

  test("a held answer arrives byte for byte", async () => {
    const here = await watchedGateway("phase:response model:stub");
    const { call, answer } = await heldAndActed(here, api, { do: "continue" });
    expect(call.phase).toBe("response");
    expect(answer.bytes.equals(here.stub.exchanges[0]?.sent ?? Buffer.alloc(0))).toBe(true);
  });

  test("an answer without calling says the text, and nothing was called", async () => {
    const here = await watchedGateway("phase:request");
    const { answer } = await heldAndActed(here, api, { do: "answer", body: "made up" });
    expect(answer).toMatchObject({ status: 200, said: "made up", type: api.type });
    expect(here.stub.exchanges).toEqual([]);
    const run = await here.finished();
    expect(run.row(0)).toMatchObject({ origin: "injected", status: "ok" });
    expect(api.said(run.body(0).response?.json ?? null)).toBe("made up");
  });

  test("an edited answer arrives changed, in the form that was asked for; the file has both ends, the last counts", async () => {
    const here = await watchedGateway("phase:response");
    const changes = [{ pointer: api.textAt, value: "changed" }];
    const { answer } = await heldAndActed(here, api, { do: "edit-response", changes });
    expect(answer).toMatchObject({ status: 200, said: "changed", type: api.type });
    const run = await here.finished();
    expect(run.row(0)).toMatchObject({ status: "ok", edits: ["answer"] });
    expect(run.row(0).tokens?.in).toBe(api.streamed && api.path.includes("chat/completions") ? undefined : 11);
    expect(api.said(run.body(0).response?.json ?? null)).toBe("changed");
    expect(
      run
        .body(0)
        .raw()
        .split("\n")
        .filter((line) => line.startsWith('{"end":0')),
    ).toHaveLength(2);
  });

  test.each(["429", "500"] as const)("an injected %s is the provider's own error", async (error) => {
    const here = await watchedGateway("phase:request");
    const { answer } = await heldAndActed(here, api, { do: "error", error });
    expect(answer.status).toBe(Number(error));
    expect(api.errorType(answer.json)).toBe(api.errors[error]);
    expect(here.stub.exchanges).toEqual([]);
  });

  test("an edited request goes out changed, and so do later ones that carry what was changed", async () => {
    const here = await watchedGateway("step:0 phase:request");
    const changes = [{ pointer: api.promptAt, value: "[[say other]] words" }];
    await heldAndActed(here, api, { do: "edit-request", changes }, "first");
    await ask(here, api, "first", "more");
    const bodies = here.stub.exchanges.map(({ body }) => body.toString());
    expect(bodies.map((body) => body.includes("first"))).toEqual([false, false]);
    expect(bodies[1]).toContain("more");
    const run = await here.finished();
    expect(run.row(0).edits).toEqual(["request"]);
    expect(run.asked.body(0).request?.text).toContain("first");
    expect(run.body(0).sent).toEqual({ set: { [api.promptAt]: "[[say other]] words" } });
  });

  test("kept waiting by bytes that mean nothing", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
    const changed = new Promise<Notice>((resolve) => {
      here.holds.onNotice((notice) => {
        if (notice.type === "held-changed" && notice.call.failsAs !== undefined) resolve(notice);
      });
    });
    const asked = ask(here, api, "hi");
    const notice = await changed;
    if (notice.type !== "held-changed") throw new Error("another notice");
    expect(notice.call.failsAs).toBe(api.streamed ? "stream-error" : "closed-connection");
    here.holds.act(notice.call.id, { do: "answer", body: "made up" });
    const answer = await asked;
    expect(answer).toMatchObject({ status: 200, said: "made up" });
    expect(answer.bytes.subarray(0, api.waiting.length).toString()).toBe(api.waiting);
  });
});
