import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyOf, sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, selected, waitStep } from "./open.ts";

const LINES = readFileSync(sample("tool-error.vcr"), "utf8").split(/(?<=\n)/);

/** The lines up to the one that begins step 3: its answer is still to come. */
const UNTIL_3 = LINES.findIndex((line) => line.startsWith('{"seq":3,')) + 1;

describe("a file that is still written", () => {
  test("an open call gets its answer, and F follows what comes after it", async () => {
    const path = join(tempFolder(), "growing.vcr");
    writeFileSync(path, LINES.slice(0, UNTIL_3).join(""));
    const app = await open([path]);
    await app.waitText("4 steps ·");
    app.press("G");
    await waitStep(app, "3");
    await app.waitText("no answer yet");
    app.press("F");
    await app.waitText("following");
    appendFileSync(path, LINES.slice(UNTIL_3).join(""));
    await waitStep(app, "13");
    expect(app.screen()).toContain("14 steps");
    // Step 6 is folded under 7.
    app.press("S S S S S S S S S");
    await waitStep(app, "3");
    expect(app.screen()).not.toContain("no answer yet");
    expect(app.screen()).toMatch(/^▶ +3 +◆ llm .*calls get/m);
  });

  test("without F the selection stays where it is", async () => {
    const path = join(tempFolder(), "growing.vcr");
    writeFileSync(path, LINES.slice(0, UNTIL_3).join(""));
    const app = await open([path]);
    app.press("j");
    await waitStep(app, "0a");
    appendFileSync(path, LINES.slice(UNTIL_3).join(""));
    await app.waitText("14 steps");
    expect(selected(app)).toBe("0a");
  });

  test("a file that is cut is read again, and that is said", async () => {
    const path = copyOf("tool-error.vcr");
    const app = await open([path]);
    await app.waitText("14 steps ·");
    truncateSync(path, Buffer.byteLength(LINES.slice(0, UNTIL_3).join("")));
    await app.waitText("4 steps ·");
    await app.waitText("the file was cut");
  });

  test("a file that another takes the place of is read again, the selection stays at its step", async () => {
    const path = copyOf("tool-error.vcr");
    const app = await open([path]);
    app.press("s");
    await waitStep(app, "1");
    const other = copyOf("mean-a.vcr");
    renameSync(other, path);
    await app.waitText("5 steps ·");
    await app.waitText("the file was replaced");
    expect(selected(app)).toBe("1");
  });
});

describe("a damaged file", () => {
  test("a torn last line costs nothing else and stands in the messages", async () => {
    const app = await open([sample("truncated.vcr")]);
    await app.waitText("10 steps ·");
    await app.waitText(/the last line is torn/);
    app.press("E");
    await app.waitText("Messages");
    const whole = readFileSync(sample("truncated.vcr"), "utf8");
    const torn = whole.lastIndexOf("\n") + 1;
    expect(app.screen()).toContain(`line ${whole.split("\n").length}, byte ${Buffer.byteLength(whole.slice(0, torn))}`);
  });

  test("a line that is no JSON is a row of its own that says where", async () => {
    const path = join(tempFolder(), "corrupt.vcr");
    const at = LINES.findIndex((line) => line.startsWith('{"seq":2,'));
    const before = LINES.slice(0, at).join("");
    writeFileSync(path, `${before}{"seq":99,"kind":\n${LINES.slice(at).join("")}`);
    const app = await open([path], { cols: 140, rows: 40 });
    await app.waitText("1 damaged");
    expect(app.screen()).toContain("14 steps");
    app.press("s j j j");
    await waitStep(app, "1!");
    expect(app.screen()).toContain(`line ${at + 1}, byte ${Buffer.byteLength(before)}`);
  });

  test("a missing blob is named with its hash and its place; the rest opens", async () => {
    const path = copyOf("blobs.vcr");
    mkdirSync(`${path}.blobs`);
    const app = await open([path], { cols: 140, rows: 40 });
    const [folder = "no folder"] = readdirSync(sample("blobs.vcr.blobs"));
    const [hash = "no hash"] = readdirSync(sample(`blobs.vcr.blobs/${folder}`));
    await app.waitText(`blob missing: ${hash}`);
    expect(app.screen()).toContain(`blobs.vcr.blobs/${folder}/`);
    expect(app.screen()).toContain("gpt-4o");
  });
});
