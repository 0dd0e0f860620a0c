import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { launch } from "../support/pty.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Says how often it was interrupted when its event loop has come round after a second interrupt would be there. */
const AGENT = `
let count = 0;
process.on("SIGINT", () => {
  if (++count === 1) setTimeout(() => { console.log("interrupted " + count + "x"); process.exit(0); }, 1000);
});
setInterval(() => {}, 1000);
console.log("rea" + "dy");
`;

test("Ctrl-C reaches an agent once when its stdin is a pipe and the terminal is there", async () => {
  const agent = join(tempFolder(), "agent.mjs");
  writeFileSync(agent, AGENT);
  const line = `sleep 60 | '${process.execPath}' '${CLI}' record -- '${process.execPath}' '${agent}'`;
  const terminal = launch([], { command: ["sh", "-c", line] });
  await terminal.waitText("ready");
  terminal.press("ctrl-c");
  await terminal.waitText("interrupted 1x");
});

const STUBBORN = `
let count = 0;
process.on("SIGTERM", () => console.log("terminated"));
process.on("SIGINT", () => console.log("interrupted " + ++count + "x"));
setInterval(() => {}, 1000);
console.log("rea" + "dy");
`;

test("Ctrl-C pressed twice ends an agent that does not end by itself", async () => {
  const agent = join(tempFolder(), "agent.mjs");
  writeFileSync(agent, STUBBORN);
  const terminal = launch([], { command: [process.execPath, CLI, "record", "--", process.execPath, agent] });
  await terminal.waitText("ready");
  // However slow the machine is, two of these come within a second.
  for (let n = 1; !terminal.screen().includes("Ctrl-C twice"); n++) {
    terminal.press("ctrl-c");
    await terminal.waitText(`interrupted ${n}x`);
  }
  await terminal.waitText("terminated");
  expect((await terminal.waitExit()).exitCode).toBe(137);
});
