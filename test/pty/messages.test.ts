import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { open } from "./open.ts";

/** The first bytes of a PNG of 640 by 480. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000280000001e00802000000", "hex").toString("base64");
const CODE = "Try this:\n\n```python\ndef double(x):\n    return x * 2\n```";

function conversation(): string {
  const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
  const messages = [{ role: "user", content: [picture, { type: "text", text: "Write it." }] }];
  const lines = [
    { vcr: 1, id: "r_1" },
    {
      seq: 0,
      kind: "llm",
      name: "gpt-4o",
      provider: "openai",
      op: "chat",
      request: { method: "POST", path: "/v1/chat/completions", body: { model: "gpt-4o", messages } },
    },
    {
      end: 0,
      status: "ok",
      response: { status: 200, body: { choices: [{ message: { role: "assistant", content: CODE } }] } },
    },
  ];
  const path = join(tempFolder(), "code.vcr");
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

test("a message shows its picture by kind and size, and its code in colours", async () => {
  const app = await open([conversation()], { cols: 120 });
  await app.waitText("[image png 29 B 640x480]");
  const y = app
    .screen()
    .split("\n")
    .findIndex((row) => row.includes("def double(x):"));
  const x = app.row(y).indexOf("def");
  const plain = app.row(y).indexOf("(x)");
  await app.waitFor("a keyword in a colour", () => app.cell(x, y).style.fg !== app.cell(plain, y).style.fg);
});
