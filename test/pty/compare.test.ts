import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { agentEvents } from "../support/agent-run.ts";
import { type LaunchOptions, launch, type Pty } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, waitStep } from "./open.ts";

const [A, B] = [sample("mean-a.vcr"), sample("mean-b.vcr")];

/** Two runs on the screen, compared. */
async function compare(words: readonly string[], options: LaunchOptions = {}): Promise<Pty> {
  const app = launch(["tui", ...words], { ...options, env: { XDG_STATE_HOME: tempFolder(), ...options.env } });
  await app.waitText(/row \d+ of \d+/);
  return app;
}

async function waitRow(app: Pty, row: number): Promise<void> {
  await app.waitText(new RegExp(`row ${row} of `));
}

describe("two runs", () => {
  test("land on the divergence, walk changes, switch modes, ask where a value came from, jump, come back", async () => {
    const app = await compare([A, B]);
    expect(app.screen()).toContain("first divergence: step 2 (A) / 2 (B)");
    expect(app.screen()).toContain("call calculator has other arguments");
    await waitRow(app, 5);
    app.press("n");
    await waitRow(app, 6);
    expect(app.screen()).toContain("- (31.5 + 28.0 + 30.5) / 3");

    app.press("|");
    await app.waitText(/\(31\.5 \+ 28\.0 \+ 30\.5\) \/ 3 +┃ \(31\.5/);
    app.press("|");
    await app.waitText("differences raw");
    app.press("|");
    await app.waitText("differences inline");

    // The expression in the argument of the tool is the model's own.
    app.press("tab j j j");
    app.press("W");
    await app.waitText(/made up in 2 /);
    app.press("enter");
    await waitStep(app, "2");
    expect(app.row(0)).toContain("mean-a.vcr");
    app.press("q");
    await waitRow(app, 6);

    app.press("q");
    await waitStep(app, "2");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("a step of B opens in its own run, which knows how it differs, and D comes back", async () => {
    const app = await compare([A, B]);
    app.press("n o");
    await waitStep(app, "2a");
    expect(app.row(0)).toContain("mean-b.vcr");
    expect(app.screen()).toContain("22.5");
    app.press("f");
    app.type("diff:changed kind:tool");
    await app.waitText("2 of 9 rows");
    app.press("enter D");
    await waitRow(app, 5);
    // The run that it all began with comes back as it was left: nobody has filtered it.
    app.press("q");
    await waitStep(app, "0");
    await app.waitText("no filter");
    expect(app.row(0)).toContain("mean-a.vcr");
  });

  test.each([
    ["B, beside the one in view", (grown: string) => [A, grown], "2 (A) / 2 (B)"],
    ["A, in view", (grown: string) => [grown, A], "2 (A) / 2 (B)"],
  ])("the comparison follows a run that is still being written: %s", async (_, files, parted) => {
    const lines = readFileSync(B, "utf8").split(/(?<=\n)/);
    // The header, and what the first call asks: its answer has not come.
    const begun = lines.findIndex((line) => line.startsWith('{"end":0'));
    const grown = join(tempFolder(), "grown.vcr");
    writeFileSync(grown, lines.slice(0, begun).join(""));
    const app = await compare(files(grown));
    expect(app.screen()).toContain("first divergence: step 0 (A)");
    appendFileSync(grown, lines.slice(begun).join(""));
    await app.waitText(`first divergence: step ${parted}`);
    expect(app.screen()).toContain("call calculator has other arguments");
  });

  test("rows are filtered and searched on the comparison itself", async () => {
    const app = await compare([A, B], { cols: 80, rows: 24 });
    app.press("f");
    app.type("diff:changed kind:tool");
    await app.waitText("2 of 9 rows");
    app.press("enter");
    await app.waitText("filter: diff:changed kind:tool");
    expect(app.screen()).not.toContain("list_files");
    app.press("~ g /");
    app.type("mean.txt");
    app.press("enter");
    // All hits are known: before that there may be no next one yet.
    await app.waitText(/\/mean\.txt {2}1\/\d+(?![\d+])/);
    app.press("n");
    await app.waitText(/\/mean\.txt {2}[2-9]\/\d/);
  });

  test("a resize keeps the row", async () => {
    const app = await compare([A, B], { cols: 140, rows: 40 });
    app.press("n n");
    await waitRow(app, 7);
    app.resize(80, 24);
    await app.waitGone("write_file");
    await app.waitText(/^▶~ +3 +3 /m);
  });
});

describe("from inside a run", () => {
  test("d offers the files beside it", async () => {
    const folder = tempFolder();
    copyFileSync(A, join(folder, "mean-a.vcr"));
    copyFileSync(B, join(folder, "mean-b.vcr"));
    const app = await open([join(folder, "mean-a.vcr")]);
    app.press("d");
    await app.waitText("another run beside this one");
    app.press("enter");
    await app.waitText("beside mean-b.vcr");
    await waitRow(app, 5);
  });

  test("d offers the call before", async () => {
    const app = await open([A]);
    app.press("s s");
    await waitStep(app, "2");
    app.press("d");
    await app.waitText(/▶ previous call/);
    app.press("enter");

    await app.waitText("two events of one run");
  });

  test("a fork offers its parent first, and stands beside it as what came of it", async () => {
    const folder = tempFolder();
    const turns = [{ calls: [{ name: "search", args: { q: "SFO" }, result: "none" }] }, { text: "None found." }];
    const other = [turns[0]!, { text: "Nothing." }];
    writeTrace(join(folder, "base.vcr"), {}, agentEvents({ turns }));
    const parent = { kind: "fork", file: "base.vcr", at: 1 } as const;
    writeTrace(join(folder, "fork.vcr"), { parent }, agentEvents({ turns: other }));
    const app = await open([join(folder, "fork.vcr")]);
    app.press("d");
    await app.waitText(/▶ parent of this fork +base\.vcr/);
    app.press("enter");
    await app.waitText("base.vcr ▸ beside fork.vcr");
    await app.waitText("first divergence: step 1 (A) / 1 (B)");
    app.press("q D");
    await app.waitText("base.vcr ▸ beside fork.vcr");
  });
});
