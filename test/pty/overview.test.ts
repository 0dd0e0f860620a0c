import { expect, test } from "vitest";
import { sample } from "../support/samples.ts";
import { open, waitStep } from "./open.ts";

test("the overview says what a run cost, and leads to its steps", async () => {
  const app = await open([sample("tool-error.vcr"), "--price", "claude-haiku-4-5=1/5"], { rows: 40 });
  // 16,176 in at 1, the cached part too, and 362 out at 5: 0.017986.
  await app.waitText("≥$0.018");
  app.press("!");
  await app.waitText("1 call without usage");
  expect(app.screen()).toMatch(/get_fare +4 calls · 2 errors/);
  app.press("G");
  await app.waitText("most input that no cache had");
  app.press("g enter");
  await waitStep(app, "3a");
  app.press(":");
  app.type("overview");
  app.press("enter");
  await app.waitText("dearest");
  app.press("q");
  await app.waitGone("dearest");
});

test("costs can be left out", async () => {
  const app = await open([sample("tool-error.vcr"), "--no-cost"]);
  app.press("!");
  await app.waitText("slowest");
  expect(app.screen()).not.toContain("$");
});
