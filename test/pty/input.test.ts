import { expect, test } from "vitest";
import { sample } from "../support/samples.ts";
import { open, selected, waitStep } from "./open.ts";

const SAMPLE = sample("tool-error.vcr");

test("an arrow that comes in two pieces is one key, not Esc and two letters", async () => {
  const app = await open([SAMPLE], { env: { SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" } });
  app.press("f");
  await app.waitText("filter:");
  app.type("\x1b");
  app.type("[D");
  app.type("x");
  await app.waitText(/^filter: x *$/m);
});

test("Esc alone closes a prompt after a short hold", async () => {
  const app = await open([SAMPLE]);
  app.press("f");
  await app.waitText("filter:");
  app.type("\x1b");
  await app.waitGone("filter:");
});

test("five thousand keys end in the right place and leave no backlog of frames", async () => {
  const app = await open([SAMPLE]);
  const before = app.mark();
  app.type(`${"j".repeat(2500)}${"k".repeat(2498)}jj`);
  // 27 rows: down to the last, up to the first, down by two.
  await app.waitFor("the flood to be over", () => selected(app) === "1" && app.bytesSince(before) > 0);
  app.press("g");
  await waitStep(app, "0");
  expect(app.bytesSince(before)).toBeLessThan(200_000);
});

test("pasted text goes into a prompt as text, its line ends as blanks", async () => {
  const app = await open([SAMPLE]);
  app.press("f");
  await app.waitText("filter:");
  app.type("\x1b[200~kind:tool\r\nq\x1b[201~");
  await app.waitText("filter: kind:tool q");
});

test("pasted text outside a prompt is no command", async () => {
  const app = await open([SAMPLE]);
  app.type("\x1b[200~qQG\x1b[201~");
  app.press("j");
  await waitStep(app, "0a");
});

test("a terminal that is late in saying that it shows a picture at once gets its pictures so from then on", async () => {
  const app = await open([SAMPLE], { mute: true });
  for (let n = 0; n < 20; n++) {
    app.press("j");
    await waitStep(app, "0a");
    app.press("k");
    await waitStep(app, "0");
  }
  expect(app.outputSince()).not.toContain("\x1b[?2026h");
  const before = app.mark();
  app.type("\x1b[?2026;2$y");
  app.press("j");
  await waitStep(app, "0a");
  expect(app.outputSince(before)).toContain("\x1b[?2026h");
});
