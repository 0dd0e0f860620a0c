import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { launch } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, waitStep } from "./open.ts";

const RUN = sample("tool-error.vcr");

/** A home with this config file. */
function configured(config: unknown): { readonly XDG_CONFIG_HOME: string } {
  const home = tempFolder();
  mkdirSync(join(home, "vcr"));
  writeFileSync(join(home, "vcr/config.json"), typeof config === "string" ? config : JSON.stringify(config));
  return { XDG_CONFIG_HOME: home };
}

describe("the config file", () => {
  test("gives commands other keys, and hints, help and chords show them", async () => {
    const app = await open([RUN], {
      env: configured({ keys: { "step.next-error": ["x"], help: ["f12"], "export.menu": [] } }),
    });
    await app.waitText("F12 help");
    app.press("x");
    await waitStep(app, "3a");
    app.press("f12");
    await app.waitText("Keys in the list");
    expect(app.screen()).not.toContain("]e");
  });

  test("a bad entry is named on the screen, and the rest holds", async () => {
    const app = await open([RUN], { env: configured({ theme: "pink", layout: "stacked" }), cols: 140 });
    await app.waitText('config.json: theme: "pink" is not one of auto, dark, light');
    // Stacked: the tabs stand below the list, at the left edge.
    expect(app.screen()).toMatch(/^ 1 Request/m);
  });

  test("a file that is no JSON is named, and nothing is written over it by the options screen", async () => {
    const env = configured("{ theme: dark }");
    const app = await open([RUN], { env, cols: 140 });
    await app.waitText("config.json: it is not JSON");
    app.press("O enter");
    await app.waitText("is not a JSON object: mend it first");
    expect(readFileSync(join(env.XDG_CONFIG_HOME, "vcr/config.json"), "utf8")).toBe("{ theme: dark }");
  });
});

test("the options screen changes what is seen at once and keeps it", async () => {
  const env = configured({ keys: { quit: ["q", "f4"] } });
  const app = await open([RUN], { env, cols: 160 });
  app.press("O");
  await app.waitText("theme: auto");
  app.press("down enter");
  await app.waitText("layout: side");
  app.press("down right");
  await app.waitText("time: clock");
  await app.waitText("13:05:22");
  app.press("esc");
  await app.waitGone("Options, kept in the config file");
  app.press("f4");
  expect((await app.waitExit()).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(env.XDG_CONFIG_HOME, "vcr/config.json"), "utf8"))).toEqual({
    keys: { quit: ["q", "f4"] },
    layout: "side",
    time: "clock",
  });
});

test("a theme by name colours otherwise, high contrast with the bright colours", async () => {
  const usual = await open([RUN, "--theme", "dark"]);
  const high = await open([RUN, "--theme", "high-contrast"]);
  const at = usual.row(2).indexOf("◆");
  expect(usual.cell(at, 3)).not.toEqual(high.cell(at, 3));
  high.type(":theme dark\r");
  await high.waitText("theme: dark");
  expect(high.cell(at, 3)).toEqual(usual.cell(at, 3));
});

test("with the mouse on a click selects a row, a tab and a line", async () => {
  const app = await open([RUN], { env: configured({ mouse: true }) });
  expect(app.modes().mouseTrackingMode).toBe("vt200");
  // SGR mouse: button 0 at column and row from 1.
  app.type("\x1b[<0;6;5M\x1b[<0;6;5m");
  await waitStep(app, "1");
  const tabs = app.row(1).indexOf("3 Messages");
  app.type(`\x1b[<0;${tabs + 2};2M`);
  await app.waitText("Book me a flight");
  app.type(`\x1b[<0;${tabs + 2};4M`);
  await app.waitText("Space fold");
});

test("one plain Ink tree shows what the painter shows", async () => {
  // What comes a little later, as costs do, would be there for one and not for the other.
  const painted = await open([RUN, "--no-cost"]);
  const plain = await open([RUN, "--no-cost"], { env: { VCR_PLAIN_INK: "1" } });
  // Either may be the one that draws last.
  const same = () => expect.poll(() => plain.screen() === painted.screen()).toBe(true);
  for (const app of [painted, plain]) {
    app.press("j j ?");
    await app.waitText("? close");
  }
  await same();
  for (const app of [painted, plain]) {
    app.press("esc");
    await app.waitGone("? close");
    app.press("ctrl-p");
    await app.waitText("Commands");
    app.type("next err");
    await app.waitText("Next error");
    app.press("enter");
    await waitStep(app, "3a");
  }
  await same();
});

test("for a screen reader nothing but lines reaches the terminal, and quitting leaves them there", async () => {
  const app = launch(["tui", "--screen-reader", RUN], {
    env: { XDG_STATE_HOME: tempFolder(), ...configured({}) },
    rows: 60,
  });
  await app.waitText("step 0, llm");
  app.type("j 9a\r");
  await app.waitText("step 9a, tool book, error");
  app.type("f\r");
  await app.waitText("filter:");
  app.type("kind:tool\r");
  await app.waitText("filter kind:tool: 13 of 27 rows");
  app.type("q\r");
  expect((await app.waitExit()).exitCode).toBe(0);
  expect(app.outputSince()).not.toContain("\x1b");
  expect(app.screen()).toContain("step 9a, tool book, error");
});
