import { describe, expect, test } from "vitest";
import { NO_ANNOTATIONS } from "../../src/app/annotations.ts";
import { draftOf } from "../../src/app/draft/draft-state.ts";
import { draftOfKept, keptDraft } from "../../src/app/draft/kept-draft.ts";
import type { JsonObject } from "../../src/json/json.ts";
import type { Run } from "../../src/run/run.ts";
import { openEvents, openRun } from "../support/agent-run.ts";
import { type Drafting, drafting, fareAgent } from "./drafting.ts";
import { hello } from "./live-run.ts";

function kept(made: Drafting): JsonObject | undefined {
  const draft = draftOf(made.state);
  return draft && keptDraft(draft);
}

async function edited(): Promise<Drafting> {
  return drafting(await fareAgent())
    .press("g j e")
    .enter("240 USD");
}

function opens(made: Drafting, run: Run, draft?: JsonObject): void {
  made.act({ type: "opened", runs: [run], kept: { annotations: NO_ANNOTATIONS, draft } });
}

describe("what is kept of a draft", () => {
  test("is what was set by hand, edits in the form of a file of edits", async () => {
    const made = (await edited()).line("model").press("enter").enter("dear");
    made.line("temperature").press("enter").enter("0").line("command").press("enter").enter("node x.js");
    expect(kept(made)).toEqual({
      edits: [{ step: "0a", pointer: "/result", value: "240 USD" }],
      model: "dear",
      params: [{ pointer: "/temperature", value: 0 }],
      argv: ["node", "x.js"],
    });
  });

  test("is nothing as long as nothing was set", async () => {
    expect(kept(drafting(await fareAgent()).press("g j j r"))).toBeUndefined();
  });

  test("is kept when it changes, and not when it is only looked at", async () => {
    const made = await edited();
    const keeps = (): number => made.effects.filter(({ type }) => type === "keep").length;
    expect(keeps()).toBe(1);
    made.press("j j esc r");
    expect(keeps()).toBe(1);
    made.line("edit").press("V");
    expect(keeps()).toBe(2);
  });

  test("comes back as it was", async () => {
    const run = await fareAgent();
    const whole: JsonObject = {
      at: "2",
      edits: [{ step: "0a", pointer: "/result", value: { rooms: 3 } }],
      model: "dear",
      params: [{ pointer: "/temperature", value: 0 }],
      argv: ["node", "x.js"],
      cwd: "/elsewhere",
      alone: true,
      say: "Again.",
      budget: "0.50",
      maxCalls: "3",
      breaks: ["tool:book"],
      breaking: false,
      ownKey: true,
      unread: { step: "1a", pointer: "/result/booked", value: "{tru" },
    };
    expect(keptDraft(draftOfKept({ run, runs: [run] }, whole))).toEqual(whole);
  });

  test("what cannot be read of it is left out", async () => {
    const run = await fareAgent();
    const broken: JsonObject = {
      ...{ edits: [null, { step: "0a" }, { step: "0a", pointer: "/nowhere", value: 1 }], model: 3, params: [1, {}] },
      ...{ argv: "node", say: [], breaks: {}, unread: 7, alone: "yes" },
    };
    expect(keptDraft(draftOfKept({ run, runs: [run] }, broken))).toBeUndefined();
  });
});

describe("a run that is opened again", () => {
  test("has the draft that was kept of it", async () => {
    const made = drafting(await fareAgent());
    opens(made, await fareAgent(), { edits: [{ step: "0a", pointer: "/result", value: "240 USD" }] });
    made.press("r");
    expect(made.said("edit")).toContain("step 0a /result is now 240 USD");
  });

  test("has the draft as it was left here, even where it could not be kept", async () => {
    const made = await edited();
    const { path } = made.state.run;
    opens(made, await openEvents([]));
    opens(made, await openRun(path));
    made.press("r");
    expect(made.said("edit")).toContain("step 0a /result is now 240 USD");
  });
});

describe("a fork that is over", () => {
  /** The screen of a fork that was started from a draft; its agent has ended. */
  async function ended(fork: Run): Promise<Drafting> {
    const made = await edited();
    made.act({ type: "fork-started", run: made.state.run, path: fork.path, socket: "/s" });
    opens(made, fork);
    const status = { agent: { exit: { code: 1 } }, live: 0, served: 1, rewrites: [], hold: false };
    made.act({ type: "live-hello", hello: hello({ mode: "fork" }), path: fork.path });
    return made.act({ type: "live-notices", notices: [{ type: "over", status, report: [] }] }) as Drafting;
  }

  const parent = { kind: "fork", at: 1 } as const;
  const call = { kind: "llm", name: "m", at: 1e12 } as const;

  test("and had no call at all: r leads back to its draft, and says so", async () => {
    const made = await ended(await openEvents([], { parent }));
    expect(made.toast).toBe("the run is over: the agent failed with exit code 1; r goes back to its draft");
    made.press("r");
    const [draft] = made.state.drafts;
    expect(made.last("open-run")).toEqual({ type: "open-run", path: draft?.run.path, next: "fork.draft" });
    opens(made, draft!.run);
    made.act({ type: "command", id: "fork.draft" });
    expect(made.said("edit")).toContain("step 0a /result is now 240 USD");
  });

  test("before anybody could watch it: r leads back to its draft", async () => {
    const made = await edited();
    const fork = await openEvents([], { parent });
    made.act({ type: "fork-started", run: made.state.run, path: fork.path, socket: "/s" });
    opens(made, fork);
    expect(made.press("r").last("open-run")).toMatchObject({ next: "fork.draft" });
  });

  test("and whose live call failed: r leads back to its draft", async () => {
    const served = { ...call, status: "ok", origin: "replayed" } as const;
    const failed = { ...call, status: "error", origin: "live" } as const;
    const made = await ended(await openEvents([served, failed], { parent }));
    expect(made.press("r").last("open-run")).toMatchObject({ next: "fork.draft" });
  });

  const live = { ...call, status: "ok", origin: "live" } as const;

  test("with an answer that came live: r forks the fork", async () => {
    const made = (await ended(await openEvents([live, live], { parent }))).press("r");
    expect([made.screen, made.last("open-run")]).toEqual(["draft", undefined]);
  });

  test("with an answer that came live: :draft leads back", async () => {
    const made = await ended(await openEvents([live, live], { parent }));
    made.press(":").type("draft").press("enter");
    expect(made.last("open-run")).toMatchObject({ next: "fork.draft" });
  });

  test("that was started by somebody else leads to no draft", async () => {
    const made = drafting(await openEvents([live], { parent }));
    expect(made.press(":").type("draft").press("enter").toast).toBe("there is no draft: r begins one");
  });
});

describe("a draft is discarded", () => {
  test("on its line: all is as recorded again, and nothing is kept", async () => {
    const made = (await edited()).line("model").press("enter").enter("dear");
    expect(made.said("Discard")).toEqual(["1 edit and what else was set: all as recorded again"]);
    made.line("Discard").press("enter");
    expect([kept(made), made.said("Discard"), made.edits]).toEqual([undefined, [], []]);
    expect(made.said("fork at")).toEqual(["1"]);
    expect(made.last("keep")).toBeDefined();
  });

  test("by :discard on the run; where nothing was set it says so", async () => {
    const made = (await edited()).press("esc :").type("discard").press("enter");
    expect(kept(made)).toBeUndefined();
    expect(made.press(":").type("discard").press("enter").toast).toBe("nothing was set in the draft");
  });
});
