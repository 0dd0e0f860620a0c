import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { open } from "./open.ts";

const CASSETTE = join(import.meta.dirname, "../fixtures/go-vcr/secrets.yaml");
const SECRETS = /ghp_|very-secret|zzzzsecret99|ninetynine/;

describe("a cassette with a bearer token", () => {
  test("is shown masked; V shows one event as it is, and masks it again", async () => {
    const app = await open([CASSETTE]);
    await app.waitText("I used <GITHUB_TOKEN>.");
    app.press("6");
    await app.waitText("Authorization: Bearer <AUTHORIZATION>");
    expect(app.screen()).not.toMatch(SECRETS);
    app.press("V");
    await app.waitText("Authorization: Bearer very-secret-value");
    app.press("V");
    await app.waitText("Authorization: Bearer <AUTHORIZATION>");
    app.type(":reveal\r");
    await app.waitText("Authorization: Bearer very-secret-value");
  });

  test("what is written from the screen is masked too", async () => {
    const app = await open([CASSETTE]);
    const file = join(tempFolder(), "out.vcr");
    app.type(`:w ${file}\r`);
    await app.waitText("wrote 2 steps");
    const text = readFileSync(file, "utf8");
    expect(text).toContain("use <GITHUB_TOKEN> now");
    expect(text).not.toMatch(SECRETS);
  });

  test("is found by what it is, though it is not shown", async () => {
    const app = await open([CASSETTE]);
    app.press("j");
    app.type("/ghp_abc\r");
    await app.waitFor("step 0", () => / step 0 /.test(app.screen()));
    expect(app.screen()).not.toMatch(/use ghp_/);
  });
});
