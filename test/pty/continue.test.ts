import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, type Pty } from "../support/pty.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import { CHAT, plain, weatherCalls, writeRun } from "../support/spoken-apis.ts";
import { tempFolder } from "../support/temp-folder.ts";

const provider = new ScriptedProvider();
let base = "";
beforeAll(async () => {
  base = await provider.listen();
});
afterAll(() => provider.close());

/** The model asks for Rome, which was never recorded, and is glad about any answer. */
function asksForRome(env: Readonly<Record<string, string>> = {}): { readonly app: Pty; readonly folder: string } {
  const folder = tempFolder();
  writeRun(join(folder, "run.vcr"), CHAT, { calls: weatherCalls(CHAT), base });
  provider.play(plain(CHAT.call("call_live", "Rome")), plain(CHAT.said("Thank you.")));
  const app = launch(["continue", "run.vcr", "--at", "0", "-o", "new.vcr"], {
    cwd: folder,
    env: { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-live-1234567890", ...env },
  });
  return { app, folder };
}

const result = (): unknown => (provider.requests[1]?.body as { messages?: readonly unknown[] })?.messages?.at(-1);

describe("a tool call that was never recorded", () => {
  test("is shown beside the nearest recorded one, and gets what is typed", async () => {
    const { app } = asksForRome();
    await app.waitText("type the result · e opens the editor · r takes that of 0a · s stops");
    expect(app.screen()).toContain('without a result: get_weather {"city":"Rome"}');
    expect(app.screen()).toContain("nearest: step 0a, differs at /city");
    expect(app.screen()).toMatch(/-\s+"city": "Oslo"/);
    expect(app.screen()).toMatch(/\+\s+"city": "Rome"/);
    app.type("18 C\r");
    await app.waitText("Thank you.");
    expect((await app.waitExit()).exitCode).toBe(0);
    expect(result()).toEqual({ role: "tool", tool_call_id: "call_live", content: "18 C" });
    expect(app.screen()).toContain("tool results: 1 given by you");
  });

  test("takes the recorded result at r", async () => {
    const { app } = asksForRome();
    await app.waitText("s stops");
    app.type("r\r");
    expect((await app.waitExit()).exitCode).toBe(0);
    expect(result()).toMatchObject({ content: "-3 C" });
  });

  test("takes what an editor leaves at e", async () => {
    const { app } = asksForRome({ EDITOR: 'sh -c \'printf "rainy\\n18 C\\n" > "$0"\'' });
    await app.waitText("s stops");
    app.type("e\r");
    expect((await app.waitExit()).exitCode).toBe(0);
    expect(result()).toMatchObject({ content: "rainy\n18 C" });
  });

  test("stops at s, and at Ctrl-C; the run so far is kept", async () => {
    const stopped = asksForRome();
    await stopped.app.waitText("s stops");
    stopped.app.type("s\r");
    expect((await stopped.app.waitExit()).exitCode).toBe(0);
    expect(stopped.app.screen()).toContain("stopped as you wanted");
    const interrupted = asksForRome();
    await interrupted.app.waitText("s stops");
    interrupted.app.press("ctrl-c");
    expect((await interrupted.app.waitExit()).exitCode).toBe(130);
    for (const { folder } of [stopped, interrupted])
      expect(readFileSync(join(folder, "new.vcr"), "utf8")).toContain('"origin":"live"');
  });
});
