import { describe, expect, test } from "vitest";
import type { Doc } from "../../src/app/detail/doc.ts";
import { contextFor, docFor } from "../../src/app/detail/doc-for.ts";
import { draftDoc } from "../../src/app/draft/draft-doc.ts";
import { draftOf } from "../../src/app/draft/draft-state.ts";
import { draftWindow, selectedLine } from "../../src/app/draft/move.ts";
import { draftStatus } from "../../src/app/selectors/draft.ts";
import { promptView } from "../../src/app/selectors/prompt-view.ts";
import type { Json } from "../../src/json/json.ts";
import { openCalls } from "../fork/forked.ts";
import { openEvents } from "../support/agent-run.ts";
import { type Drafting, drafting, fareAgent } from "./drafting.ts";

/** The edits as the command line takes them. */
function edits({ edits }: Drafting): readonly (readonly [string, unknown])[] {
  return edits.map(({ step, side, pointer, value }) => [`${step}:/${side}${pointer}`, value]);
}

/** To a row of the list, from its top. */
async function at(row: number, world?: Parameters<typeof drafting>[1]): Promise<Drafting> {
  const made = drafting(await fareAgent(), world);
  return made.press(["g", ...Array.from({ length: row }, () => "j")].join(" "));
}

describe("r", () => {
  test("on a call: it is the first that is live", async () => {
    const made = (await at(2)).press("r");
    expect(made.screen).toBe("draft");
    expect(made.said("fork")).toEqual(["step 0 served from the recording, step 1 is the first live call"]);
    expect(made.said("live")).toEqual(["calls openai (gpt-4o-mini) over the network and costs money"]);
    expect(made.said("tools")).toEqual(["run for real by the agent, before step 1 too: book, search"]);
  });

  test("a model on this machine is said to be asked there", async () => {
    const environment = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://localhost:8080/v1" };
    const made = (await at(2, { environment })).press("r");
    expect(made.said("live")).toEqual(["calls openai (gpt-4o-mini) on this machine"]);
    made.line("run by").press("enter");
    expect(made.said("Start")).toEqual(["vcr alone, live from step 1 (gpt-4o-mini), on this machine"]);
  });

  test("on a derived tool: the call that carries its result, and the draft says which", async () => {
    const made = (await at(1)).press("r");
    expect(made.lines.slice(0, 2)).toEqual([
      "fork: step 0 served from the recording, step 1 is the first live call",
      ": the result of 0a is first seen by step 1",
    ]);
  });

  test("on a row that is no call: the next call", async () => {
    const talk: Json = { model: "m", messages: [{ role: "user", content: "go" }] };
    const call = {
      ...({ kind: "llm", name: "m", provider: "openai", op: "openai/chat", status: "ok", at: 1e12 } as const),
      request: { method: "POST", path: "/v1/chat/completions", body: JSON.stringify(talk) },
      response: { status: 200, body: '{"choices":[{"message":{"role":"assistant","content":"gone"}}]}' },
    } as const;
    const run = await openEvents([{ kind: "checkpoint", name: "start", at: 1e12 }, call]);
    expect(drafting(run).press("r").lines).toContain(": step 0 is no call: step 1 is the first that goes live");
  });

  test("on a transcript without exact requests: says what is missing", async () => {
    const run = await openEvents([{ kind: "llm", name: "m", at: 1e12, status: "ok" }]);
    const made = drafting(run).press("r");
    expect(made.said("fork")).toEqual(["this run cannot be forked: no call of it keeps its request as it was sent"]);
    expect(made.said("Start")).toEqual(["not yet: no call of it keeps its request as it was sent"]);
    expect(draftOf(made.state)?.selected).toBe("alone");
    expect(draftOf(made.press("enter").state)).toMatchObject({ alone: true, selected: "alone" });
  });

  test("the selection is on Start where this user recorded the run here, on Cancel else", async () => {
    expect(draftOf((await at(0)).press("r").state)?.selected).toBe("start");
    expect(draftOf((await at(0, { here: false })).press("r").state)?.selected).toBe("cancel");
  });

  test("on a tool: its result is a line of the draft, and e edits it from any line that has nothing to edit", async () => {
    const made = (await at(1)).press("r");
    expect(made.said("edit")).toEqual(["what the tool of 0a said (Enter: change it)"]);
    expect(draftOf(made.state)?.selected).toBe("start");
    made.press("e").enter("240 USD");
    expect(edits(made)).toEqual([["0a:/result", "240 USD"]]);
    expect(made.said("edit")).toEqual(["step 0a /result is now 240 USD"]);
  });

  test("on a call: its request and its answer are lines of the draft, and e asks which", async () => {
    const made = (await at(2)).press("r");
    expect(made.said("edit")).toEqual([
      "what the model was asked in step 1 (Enter: change it)",
      "what the model answered in step 1 (Enter: change it)",
    ]);
    expect(made.press("e").state.overlays.at(-1)).toMatchObject({ type: "choices", kind: "edit" });
    made.press("j enter");
    expect(made.last("edit-value")?.place).toEqual({ step: "1", side: "response", pointer: "" });
  });

  test("Esc leaves and the draft is kept", async () => {
    const made = (await at(1)).press("e").enter("240 USD").press("esc");
    expect(made.screen).toBe("trace");
    expect(edits(made.press("r"))).toEqual([["0a:/result", "240 USD"]]);
  });
});

describe("e", () => {
  test("on a tool: its result, in a prompt where it is short; the fork begins where it is seen", async () => {
    const made = (await at(1)).press("e");
    expect(made.state.prompt?.text).toBe("timeout after 200 ms");
    made.enter("240 USD");
    expect(edits(made)).toEqual([["0a:/result", "240 USD"]]);
    expect(made.screen).toBe("draft");
    expect(made.said("fork at")).toEqual(["where the first edit is seen: step 1"]);
    expect(made.said("edit")).toEqual(["step 0a /result is now 240 USD"]);
  });

  test("an edit moves a fork point that was behind it", async () => {
    const made = (await at(4)).press("r");
    expect(made.said("fork at")).toEqual(["2"]);
    made.press("esc g j e").enter("240 USD");
    expect(made.said("fork at")).toEqual(["where the first edit is seen: step 1"]);
  });

  test("on a result of JSON: in the editor, and only the changed place is an edit", async () => {
    const made = (await at(3)).press("e");
    const opened = made.last("edit-value");
    expect(opened).toMatchObject({ extension: "json", text: '{\n  "booked": false,\n  "why": "no fare"\n}\n' });
    made.act({ type: "edited", place: opened!.place, text: '{"booked":true,"why":"no fare"}\n' });
    expect(edits(made)).toEqual([["1a:/result/booked", true]]);
  });

  test("on a result of JSON: plain words take its place", async () => {
    const made = (await at(3)).press("e");
    made.act({ type: "edited", place: made.last("edit-value")!.place, text: "booked, seat 12A\n" });
    expect(edits(made)).toEqual([["1a:/result", "booked, seat 12A"]]);
  });

  test("what is no JSON is kept, and the next e goes on with it", async () => {
    const made = (await at(3)).press("e");
    const { place } = made.last("edit-value")!;
    made.act({ type: "edited", place, text: '{"booked":tru' });
    expect(made.toast).toMatch(/^what was written is no JSON: .*; e goes on with it$/);
    // It stands until a key.
    expect(made.effects.some((effect) => effect.type === "after" && effect.action.type === "toast-over")).toBe(false);
    expect(edits(made)).toEqual([]);
    expect(made.press("e").last("edit-value")).toMatchObject({ text: '{"booked":tru' });
  });

  test("the line's end that editors add is no change; one that stood there stays", async () => {
    const made = (await at(4)).press("e j enter");
    const { place, text } = made.last("edit-value")!;
    expect(place).toEqual({ step: "2", side: "response", pointer: "" });
    made.act({ type: "edited", place, text: `${text}\n` });
    expect(made.toast).toBe("nothing was changed");
  });

  test("on a call, from the list: the request or the answer, to be chosen; on tabs 1 and 2 it is clear", async () => {
    const ask = (await at(2)).press("e");
    expect(ask.state.overlays.at(-1)).toMatchObject({ type: "choices", kind: "edit" });
    expect((await at(2)).press("1 e").last("edit-value")?.place).toEqual({ step: "1", side: "request", pointer: "" });
    expect((await at(2)).press("2 e").last("edit-value")?.place).toEqual({ step: "1", side: "response", pointer: "" });
  });

  test("on a parameter under the cursor", async () => {
    const made = (await at(2)).press("1 enter");
    down(made, () => made.state.detail.cursor?.endsWith("/temperature") === true);
    made.press("e").enter("0");
    expect(edits(made)).toEqual([["1:/request/temperature", 0]]);
    expect(made.said("fork")).toEqual(["step 0 served from the recording, step 1 is the first live call"]);
  });

  test("on a message of the conversation: its text alone", async () => {
    const made = (await at(2)).press("3 enter j");
    expect(made.press("e").state.prompt?.text).toBe("Book UA 12.");
    expect(edits(made.enter("Book UA 99."))).toEqual([["1:/request/messages/1/content", "Book UA 99."]]);
  });

  test("on a result in the conversation: the result of the tool, wherever it is carried", async () => {
    const made = (await at(4)).press("3 enter");
    down(made, () => lineOf(made).includes("timeout"));
    made.press("e").enter("240 USD");
    expect(edits(made)).toEqual([["0a:/result", "240 USD"]]);
  });

  test("on an argument of a tool: the answer that holds it, through the text of the arguments", async () => {
    const made = (await at(1)).press("enter");
    down(made, () => lineOf(made).includes("flight"));
    made.press("e").enter("UA 99");
    const place = "0:/response/choices/0/message/tool_calls/0/function/arguments";
    expect(edits(made)).toEqual([[place, '{"flight":"UA 99"}']]);
    expect(made.said("fork")).toEqual(["step 0 served from the recording, step 1 is the first live call"]);
  });

  test("back to what was recorded is no edit, and a second edit goes on from the first", async () => {
    const made = (await at(1)).press("e").enter("240 USD").press("esc e");
    expect(made.state.prompt?.text).toBe("240 USD");
    expect(edits(made.enter("timeout after 200 ms"))).toEqual([]);
  });

  test("F4 in the prompt opens the value in the editor instead", async () => {
    const made = (await at(1)).press("e f4");
    expect(made.last("edit-value")).toMatchObject({ text: "timeout after 200 ms", extension: "txt" });
    expect(made.state.prompt).toBeNull();
  });

  test("an editor that fails takes nothing and says so", async () => {
    const made = (await at(1)).press("e f4");
    const { place } = made.last("edit-value")!;
    made.act({ type: "edited", place, text: null, why: "vi ended with code 1: nothing is taken" });
    expect(made.toast).toBe("vi ended with code 1: nothing is taken");
    expect(edits(made)).toEqual([]);
  });
});

function lineOf({ state }: Drafting): string {
  return state.detail.cursor === undefined ? "" : docLine(state);
}

/** Down until a line is reached. */
function down(made: Drafting, holds: () => boolean): void {
  for (let n = 0; !holds(); n++) {
    if (n > 100) throw new Error("no such line");
    made.press("j");
  }
}

/** What stands beside the list: the detail of the run, or the differences of the draft. */
function docOfState(state: Drafting["state"]): Doc {
  const draft = draftOf(state);
  return state.screens.at(-1) === "draft" && draft ? draftDoc(draft, contextFor(state)) : docFor(state);
}

function docLine(state: Drafting["state"]): string {
  const doc = docOfState(state);
  return doc
    .row(Math.max(0, doc.find(state.detail.cursor ?? "")))
    .spans.map(({ text }) => text)
    .join("");
}

/** The line that Enter is for. */
function keysOf({ state }: Drafting): string | undefined {
  const draft = draftOf(state);
  return draft && selectedLine(draft)?.id;
}

describe("the draft", () => {
  test("a fork point beyond what an edit allows is explained with the step to use", async () => {
    const made = (await at(1)).press("e").enter("240 USD").line("fork at").press("enter").enter("2");
    expect(made.said("fork")).toEqual(["step 1 already saw the old result of 0a: fork at 1"]);
    expect(made.said("Start")).toEqual(["not yet: see above"]);
    made.press("enter").enter("1");
    expect(made.said("fork")).toEqual(["step 0 served from the recording, step 1 is the first live call"]);
  });

  test("beyond the end it names the last step; end is taken", async () => {
    const made = (await at(1)).press("r").line("fork at").press("enter").enter("9");
    expect(made.said("fork")).toEqual(["fork at 9 lies beyond the end: the run has 3 steps"]);
    made.press("enter").enter("end");
    expect(made.said("fork")).toEqual(["steps 0-2 served from the recording, step 3 is the first live call"]);
    expect(made.said("cost")).toEqual(["unknown: nothing was recorded from there on"]);
  });

  test("what is no step is refused where it is typed", async () => {
    const made = (await at(1)).press("r").line("fork at").press("enter").enter("soon");
    expect(made.state.prompt?.problem?.message).toBe("a step (7, or 6a for the call that carries its result), or end");
  });

  test("a missing key is named, and Start says so until the agent brings its own", async () => {
    const made = (await at(2, { environment: {} })).press("r").line("Start").press("enter");
    expect(made.said("keys")).toEqual([
      "OPENAI_API_KEY is not set: live calls fail unless the agent brings a key of its own",
    ]);
    expect(made.toast).toBe("it cannot start: OPENAI_API_KEY is not set");
    expect(made.last("start-fork")).toBeUndefined();
    made.line("own key").press("enter").line("Start").press("enter");
    made.line("command").press("enter").enter("node agent.js").line("Start").press("enter");
    expect(made.last("start-fork")).toMatchObject({ at: 1, draft: { argv: ["node", "agent.js"] } });
    made.act({ type: "fork-failed", run: made.state.run, why: "gone" });
    made.line("run by").press("enter");
    expect(made.said("Start")).toEqual(["not yet: OPENAI_API_KEY is not set"]);
    expect(made.said("own key")).toEqual([]);
  });

  test("a signed block is not edited, and the draft says why", async () => {
    const path = "/v1/messages";
    const thinking: Json = { type: "thinking", thinking: "hm", signature: "c2ln" };
    const run = await openCalls(
      [
        {
          ...{ path, op: "anthropic/messages" },
          request: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "go" }] },
          response: {
            id: "m",
            type: "message",
            role: "assistant",
            content: [thinking, { type: "text", text: "gone" }],
          },
        },
      ],
      ["/messages"],
    );
    const made = drafting(run, { environment: { ANTHROPIC_API_KEY: "k" } }).press("2 enter");
    made.press("z R");
    down(made, () => lineOf(made).includes("hm"));
    made.press("e").enter("ha");
    expect(made.said("fork")).toEqual([
      "the answer of step 0 cannot be edited: a thinking block in it is signed by the provider, which would refuse any other",
    ]);
  });

  test("a model and parameters, and the cost at another model's price", async () => {
    const made = (await at(2)).press("r");
    made.state = {
      ...made.state,
      prices: { shown: true, ratesOf: ({ name }) => (name === "dear" ? RATES : undefined) },
    };
    made.line("model").press("enter").enter("dear").line("temperature").press("enter").enter("0");
    made.line("parameter").press("enter").enter("max_tokens=50");
    expect(made.said("model")).toEqual(["dear (recorded: gpt-4o-mini)"]);
    expect(made.said("temperature")).toEqual(["0 (recorded: 0.5)"]);
    expect(made.said("max_tokens")).toEqual(["50 (recorded: not set)"]);
    // 2000 and 3000 tokens in, at 1000 USD the million.
    expect(made.said("cost")).toEqual([
      "$5.00 (estimated) for the 2 recorded calls from step 1 on, at the price of dear",
    ]);
    expect(draftOf(made.state)).toMatchObject({
      model: "dear",
      params: [
        { pointer: "/temperature", value: 0 },
        { pointer: "/max_tokens", value: 50 },
      ],
    });
    made.line("temperature").press("V");
    expect(made.said("temperature")).toEqual(["0.5"]);
  });

  test("only for a model models are completed", async () => {
    const made = (await at(2)).press("r");
    const noteOf = (line: string) => promptView(made.line(line).press("enter").state)?.note;
    expect(noteOf("model")).toBe("of live calls; empty is as recorded · Tab completes models");
    made.press("esc");
    expect(noteOf("temperature")).toBe("of live calls; empty is as recorded");
  });

  test("breakpoints are parted by ;, but not within quotes", async () => {
    const made = (await at(2)).press("r").line("break at").press("enter").enter('resp:"a;b"; tool:x');
    expect(draftOf(made.state)?.ownBreaks).toEqual(['resp:"a;b"', "tool:x"]);
  });

  test("at 0 no step comes before which tools could run", async () => {
    expect((await at(0)).press("r").said("tools")).toEqual(["run for real by the agent: book, search"]);
  });

  test("what is no parameter is refused where it is typed", async () => {
    const made = (await at(2)).press("r").line("parameter").press("enter").enter("messages=x");
    expect(made.state.prompt?.problem?.message).toBe("/messages is no parameter: edit a message instead");
  });

  test("a command is split into words and shown word by word", async () => {
    const made = (await at(2)).press("r").line("command").press("enter").enter("node 'my agent.js' --x");
    expect(draftOf(made.state)?.argv).toEqual(["node", "my agent.js", "--x"]);
    expect(made.said("command")).toEqual(["node 'my agent.js' --x"]);
  });

  test("breakpoints of the run that live calls can come to, a budget and a number of calls", async () => {
    const made = (await at(0)).press("b j j b i").type("tool:book").press("enter r");
    expect(made.said("break at")).toEqual([
      "step:1; tool:book (Enter: nowhere, e: others); left out, before the first live step: step:0",
    ]);
    made.line("budget").press("enter").enter("a lot");
    expect(made.state.prompt?.problem?.message).toBe("an amount in USD, as 0.50");
    made.press("esc").line("budget").press("enter").enter("0.50").line("max calls").press("enter").enter("3");
    expect(made.said("budget")).toEqual(["$0.50, then calls stand still"]);
    expect(made.said("max calls")).toEqual(["3 live, then calls stand still"]);
    made.line("break at").press("enter");
    expect(made.said("break at")).toEqual([
      "nowhere (Enter: step:1; tool:book); left out, before the first live step: step:0",
    ]);
    made.line("max calls").press("V");
    expect(made.said("max calls")).toEqual(["none"]);
  });

  test("where it breaks is typed, expressions parted by ;", async () => {
    const made = (await at(2)).press("r");
    expect(made.said("break at")).toEqual(["nowhere (Enter: type some)"]);
    made.line("break at").press("enter").enter("kind:llm; dur>");
    expect(made.state.prompt?.problem?.message).toMatch(/^dur>: /);
    made.press("esc").press("e").enter("kind:llm; tool:book");
    expect(made.said("break at")).toEqual(["kind:llm; tool:book (Enter: nowhere, e: others)"]);
    // It outlives going back to the run.
    made.press("q r");
    expect(made.said("break at")).toEqual(["kind:llm; tool:book (Enter: nowhere, e: others)"]);
    made.line("break at").press("V");
    expect(made.said("break at")).toEqual(["nowhere (Enter: type some)"]);
  });

  test("without the agent: what that means, and something to say", async () => {
    const made = (await at(2)).press("r").line("run by").press("enter");
    expect(made.said("fork")).toEqual(["the request of step 1 is sent again by vcr itself, without the agent"]);
    expect(made.said("tools")).toEqual([
      "answered by recorded calls of the same name and arguments, for any other you are asked: nothing runs on this machine",
    ]);
    expect(made.said("command")).toEqual([]);
    made.line("say").press("enter").enter("Try again.").line("Start").press("enter");
    expect(made.last("start-fork")).toMatchObject({ at: 1, draft: { alone: true, say: "Try again." } });
  });

  test("V takes an edit back on its line; :revert takes all", async () => {
    const made = (await at(1)).press("e").enter("240 USD").press("esc j j e");
    made.act({ type: "edited", place: { step: "1a", side: "result", pointer: "" }, text: '{"booked":true}' });
    expect(edits(made)).toEqual([
      ["0a:/result", "240 USD"],
      ["1a:/result/booked", true],
      ["1a:/result/why", undefined],
    ]);
    expect(made.said("edit").at(-1)).toBe("step 1a /result/why is left out");
    made.line("edit").press("V");
    expect(edits(made).map(([place]) => place)).toEqual(["1a:/result/booked", "1a:/result/why"]);
    expect(made.line("Cancel").press("V").toast).toBe("nothing was changed here (:revert takes all edits back)");
    made.press("esc :").type("revert").press("enter");
    expect(edits(made)).toEqual([]);
    expect(made.toast).toBe("2 edits taken back");
  });

  test("V stays among the edits, away from Start", async () => {
    const made = (await at(1)).press("e").enter("240 USD").press("esc j j e");
    made.act({ type: "edited", place: { step: "1a", side: "result", pointer: "" }, text: "booked" });
    made.line("edit").press("V");
    expect(draftOf(made.state)?.selected).toBe("edit 1a:/result");
    expect(edits(made.press("V"))).toEqual([]);
    expect(keysOf(made)).not.toBe("start");
  });

  test("a line that is gone leaves the keys to Cancel", async () => {
    const made = (await at(1)).press("e").enter("240 USD").line("edit").press("enter");
    made.enter("timeout after 200 ms");
    expect(edits(made)).toEqual([]);
    expect(keysOf(made)).toBe("cancel");
  });

  test("the edit is shown against the recording", async () => {
    const made = (await at(1)).press("e").enter("240 USD");
    const doc = docOfState(made.state);
    const texts = Array.from({ length: doc.count }, (_, n) =>
      doc
        .row(n)
        .spans.map(({ text }) => text)
        .join(""),
    );
    expect(texts).toEqual(["step 0a, recorded and edited", "/result", "- timeout after 200 ms", "+ 240 USD"]);
  });

  test("on a small screen up leads to the facts above the first line, and what is out of view is counted", async () => {
    const made = drafting(await fareAgent(), { environment: {} });
    made.act({ type: "resize", size: { columns: 40, rows: 10 } });
    made.press("r");
    const shown = () => draftWindow(made.state).map(({ text }) => text);
    expect(shown().join(" ")).not.toContain("costs money over");
    expect(draftStatus(made.state)[0]?.text).toMatch(/^\d+ more above, \d+ below$/);
    made.press(Array(40).fill("k").join(" "));
    expect(shown()[0]).toMatch(/^step|^nothing/);
    expect(draftStatus(made.state)[0]?.text).toMatch(/^\d+ more below$/);
    made.press(Array(80).fill("j").join(" "));
    expect(draftStatus(made.state)[0]?.text).toMatch(/^\d+ more above$/);
  });

  test.each([
    [60, 20],
    [60, 24],
    [80, 16],
    [110, 14],
  ])(
    "at %i by %i the boundary is in view wherever the cursor stands, and so is the cursor's line",
    async (columns, rows) => {
      const made = drafting(await fareAgent(), { environment: {} });
      made.act({ type: "resize", size: { columns, rows } });
      made.press("j j r");
      for (let n = 0; n < 16; n++) {
        const shown = draftWindow(made.state);
        expect(shown.map(({ text }) => text).join(" ")).toContain("step 1 is the first live call");
        expect(shown.some(({ selected }) => selected)).toBe(true);
        made.press("j");
      }
    },
  );

  test("a failed start is said in the draft, which stays", async () => {
    const made = (await at(2)).press("r").line("command").press("enter").enter("node x").line("Start").press("enter");
    expect(made.said("Start")).toEqual(["not yet: it is being started"]);
    made.act({ type: "fork-failed", run: made.state.run, why: "there is no folder /gone" });
    expect(made.said("failed")).toEqual(["there is no folder /gone"]);
    expect(made.said("Start")).toEqual(["live from step 1 (gpt-4o-mini), costs money"]);
  });

  test("a started run comes into view", async () => {
    const made = (await at(2)).press("r");
    made.act({ type: "fork-started", run: made.state.run, path: "/f.vcr", socket: "/s" });
    expect(made.last("watch-run")).toEqual({ type: "watch-run", path: "/f.vcr", socket: "/s" });
  });
});

const RATES = { in: 1000, cacheRead: 0, cacheWrite: 0, out: 0 };
