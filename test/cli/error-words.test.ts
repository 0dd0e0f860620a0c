import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";

/** Lines of stderr. */
function said({ code, stderr }: Ran): readonly unknown[] {
  return [code, ...stderr.trimEnd().split("\n")];
}

function executable(here: Workplace, name: string, text: string): void {
  chmodSync(here.file(name, text), 0o755);
}

test("a port that is taken", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const port = String((server.address() as AddressInfo).port);
  expect(said(await workplace().vcr(["record", "--listen", port]))).toEqual([
    2,
    `vcr: port ${port} is in use`,
    "     name another; --listen without one takes any that is free",
  ]);
});

test("a file where a folder would have to be", async () => {
  const here = workplace();
  here.file("f", "");
  const [code, message, hint] = said(await here.vcr(["record", "-o", "f/x.vcr", "--", "true"]));
  expect([code, message, hint]).toEqual([
    2,
    expect.stringMatching(/^vcr: \/.*\/f: is a file, so nothing can be put into it$/),
    "     name a file in a folder that you can write to",
  ]);
});

test("a command that is there but cannot be started says what is missing", async () => {
  const here = workplace();
  here.file("agent.py", "#!/usr/bin/env python3\n");
  executable(here, "lost.py", "#!/nowhere/python3\n");
  for (const [command, why] of [
    ["./agent.py", "not executable; chmod +x ./agent.py, or put its interpreter before it"],
    ["./lost.py", "the interpreter that its first line names is not there; put the interpreter before it"],
    ["no-such-command", "no such command"],
    ["./no-such-command", "no such command"],
  ]) {
    const words = `vcr: ${command} could not be started: ${why}`;
    expect(said(await here.vcr(["record", "--", command ?? ""]))).toEqual([3, words]);
    const first = said(await here.vcr(["mcp", "--", command ?? ""])).slice(0, 2);
    expect(first).toEqual([3, words]);
  }
});

test("a recording that is there: --force is named", async () => {
  const here = workplace();
  here.file("run.vcr", "");
  expect(said(await here.vcr(["record", "-o", "run.vcr", "--", "true"]))).toEqual([
    2,
    "vcr: run.vcr: exists",
    "     choose another name, or --force to replace it",
  ]);
});
