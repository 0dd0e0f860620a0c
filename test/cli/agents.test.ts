import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { CLI } from "../support/installed-cli.ts";
import { workplace } from "../support/record-cli.ts";

const SERVER = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = (result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    if (method === "tools/list") return answer({ tools: [{ name: "add" }] });
    if (params.name === "fail") return answer({ isError: true, content: [{ type: "text", text: "no" }] });
    answer({ content: [{ type: "text", text: String(params.arguments.a + params.arguments.b) }] });
  });
`;
const CLIENT = `
  import { spawn } from "node:child_process";
  const [, , ...argv] = process.argv;
  const server = spawn(argv[0], argv.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const messages = [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    { jsonrpc: "2.0", id: "two", method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } },
    { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "fail", arguments: {} } },
  ];
  let got = "";
  server.stdout.on("data", (piece) => {
    got += piece;
    if (got.split("\\n").length === 4) server.stdin.end();
  });
  server.on("close", () => process.stdout.write(got));
  for (const message of messages) server.stdin.write(JSON.stringify(message) + "\\n");
`;
const ANSWERS = [
  '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"add"}]}}',
  '{"jsonrpc":"2.0","id":"two","result":{"content":[{"type":"text","text":"3"}]}}',
  '{"jsonrpc":"2.0","id":3,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}',
  "",
].join("\n");

async function opened(path: string): Promise<Run> {
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

function expectCalls(run: Run): void {
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  expect(rows.map(({ kind, name, status }) => [kind, name, status])).toEqual([
    ["tool", "tools/list", "ok"],
    ["tool", "add", "ok"],
    ["tool", "fail", "error"],
  ]);
  expect(run.body(1).request?.json).toEqual({ a: 1, b: 2 });
  expect(run.body(1).response?.json).toEqual({ content: [{ type: "text", text: "3" }] });
}

describe("vcr mcp", () => {
  test("hands everything on and records the calls", async () => {
    const here = workplace();
    const [server, client] = [here.file("server.cjs", SERVER), here.file("client.mjs", CLIENT)];
    const script = `import { spawnSync } from "node:child_process"; const { stdout } = spawnSync(process.execPath, [${JSON.stringify(client)}, process.execPath, ${JSON.stringify(CLI)}, "mcp", "-o", "mcp.vcr", "--", "node", ${JSON.stringify(server)}], { encoding: "utf8" }); process.stdout.write(stdout);`;
    const ran = await here.vcr(["record", "--", "node", here.file("outer.mjs", script)]);
    expect(ran.stdout).toBe(ANSWERS);
    expectCalls(await opened(join(here.folder, "mcp.vcr")));
  });

  test("under vcr record its calls are events of that run", async () => {
    const here = workplace();
    const [server, client] = [here.file("server.cjs", SERVER), here.file("client.mjs", CLIENT)];
    const ran = await here.vcr([
      "record",
      "-o",
      "run.vcr",
      "--",
      "node",
      client,
      process.execPath,
      CLI,
      "mcp",
      "--",
      "node",
      server,
    ]);
    expect(ran.stdout).toBe(ANSWERS);
    expectCalls(await opened(join(here.folder, "run.vcr")));
  });
});

describe("vcr doctor", () => {
  test("says what each provider would be caught by, and runs nothing", async () => {
    const here = workplace();
    here.file(".env", "OPENAI_BASE_URL=http://elsewhere/v1\n");
    const agent = here.file("agent.mjs", 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "");');
    const { code, stdout } = await here.vcr(["doctor", "--", "node", agent], {
      OPENAI_API_KEY: "k",
      GROQ_BASE_URL: "http://gw:4000",
    });
    expect(code).toBe(0);
    expect(stdout).toContain("Node: the hook redirects");
    expect(stdout).toMatch(
      /^openai +OPENAI_API_KEY set +https:\/\/api\.openai\.com +OPENAI_BASE_URL, OPENAI_API_BASE, hook$/m,
    );
    expect(stdout).toMatch(/^groq +GROQ_API_KEY - +http:\/\/gw:4000 +GROQ_BASE_URL \(was set\), hook$/m);
    expect(stdout).toContain(".env sets OPENAI_BASE_URL");
    expect(() => readFileSync(join(here.folder, "ran"))).toThrow();
  });

  test("without a command prints the table, with the providers of vcr.config.js", async () => {
    const here = workplace();
    here.file("vcr.config.mjs", 'export default { providers: [{ id: "house", upstream: "https://llm.example/v1" }] };');
    const { code, stdout, stderr } = await here.vcr(["doctor"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^mistral +MISTRAL_API_KEY - +https:\/\/api\.mistral\.ai +hook$/m);
    expect(stdout).toMatch(/^house +https:\/\/llm\.example +hook$/m);
  });

  test("the longest of its words do not run into the next column", async () => {
    const here = workplace();
    const provider =
      '{ id: "a-house-with-a-long-name", upstream: "https://a-server-of-a-long-name.example.internal:8443" }';
    here.file("vcr.config.mjs", `export default { providers: [${provider}] };`);
    const { stdout } = await here.vcr(["doctor"], { GOOGLE_APPLICATION_CREDENTIALS: "k.json" });
    const columns = (start: string) =>
      stdout
        .split("\n")
        .find((line) => line.startsWith(start))
        ?.split(/ {2,}/);
    expect(columns("vertex")).toEqual([
      "vertex",
      "GOOGLE_APPLICATION_CREDENTIALS set",
      "https://aiplatform.googleapis.com",
      "hook",
    ]);
    expect(columns("a-house")).toEqual([
      "a-house-with-a-long-name",
      "https://a-server-of-a-long-name.example.internal:8443",
      "hook",
    ]);
  });

  test("says which providers a native program reaches uncaught", async () => {
    const { stdout } = await workplace().vcr(["doctor", "--", "true"]);
    expect(stdout).toMatch(/^openai +OPENAI_API_KEY - +https:\/\/api\.openai\.com +OPENAI_BASE_URL, OPENAI_API_BASE$/m);
    expect(stdout).toMatch(/^mistral +MISTRAL_API_KEY - +https:\/\/api\.mistral\.ai +not caught$/m);
    expect(stdout).toMatch(/^local +any server on this machine +not caught$/m);
  });

  test("--run starts the command and lets no call out", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.mjs",
      'const r = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: "{}" }); console.log(r.status);',
    );
    const { code, stdout, stderr } = await here.vcr(["doctor", "--run", "--", "node", agent]);
    expect(code).toBe(0);
    expect(stderr).toBe("400\n");
    expect(stdout).toContain("caught    1 x openai POST /v1/chat/completions");
  });

  test("--json is one object, with --run what arrived too", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.mjs",
      'await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: "{}" }); console.log("ran");',
    );
    const { code, stdout, stderr } = await here.vcr(["doctor", "--run", "--json", "--", "node", agent], {
      GROQ_BASE_URL: "http://gw:4000",
    });
    expect([code, stderr]).toEqual([0, "ran\n"]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ command: ["node", agent], runtime: "node", warnings: [] });
    expect(report.run).toEqual({
      ...{ exitCode: 0, caught: [{ call: "openai POST /v1/chat/completions", times: 1 }], missed: [] },
    });
    expect(report.providers.find(({ id }: { readonly id: string }) => id === "groq")).toEqual({
      ...{ id: "groq", key: "GROQ_API_KEY", keySet: false, upstream: "http://gw:4000", hook: "yes" },
      variables: [{ name: "GROQ_BASE_URL", wasSet: true }],
    });
  });
});

test("wrapped functions of an agent under vcr record are events of that run", async () => {
  const here = workplace();
  const library = join(import.meta.dirname, "../../dist/index.mjs");
  const agent = here.file(
    "agent.mjs",
    `import { checkpoint, tool } from ${JSON.stringify(library)};
    const add = tool(async (a, b) => a + b, { name: "add" });
    const sum = await add(1, 2);
    const fail = tool(() => { throw new Error("no"); }, { name: "fail" });
    try { fail(); } catch {}
    checkpoint("done", { sum });`,
  );
  const ran = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent]);
  expect(ran.code).toBe(0);
  const run = await opened(join(here.folder, "run.vcr"));
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  expect(rows.map(({ kind, name, status }) => [kind, name, status])).toEqual([
    ["tool", "add", "ok"],
    ["tool", "fail", "error"],
    ["checkpoint", "done", "ok"],
  ]);
  expect([run.body(0).request?.json, run.body(0).response?.json]).toEqual([[1, 2], 3]);
  expect(run.body(2).after).toEqual({ sum: 3 });
});
