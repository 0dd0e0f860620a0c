import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "../../src/json/json.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { vcr } from "./run-cli.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const FETCH = `
  const r = await fetch(process.env.STUB + "/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "hi " + (process.argv[2] ?? "") }], stream: true }),
  });
  console.log((await r.text()).length);
`;
const REQUEST = `
  const http = require("node:http");
  const ask = http.request(process.env.STUB + "/v1/messages", { method: "POST", headers: { host: "example.test" } }, (answer) => {
    let text = "";
    answer.on("data", (piece) => (text += piece));
    answer.on("end", () => { console.log(JSON.parse(text).id); process.exit(7); });
  });
  ask.end(JSON.stringify({ model: "stub", max_tokens: 5, messages: [{ role: "user", content: "hi" }] }));
`;

async function opened(path: string): Promise<Run> {
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

describe("vcr record", () => {
  test("records an agent that uses fetch, with nothing configured", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", FETCH);
    const ran = await here.vcr(["record", "-o", "run.vcr", "--meta", "pr=7", "--tag", "ci", "--", "node", agent], {
      STUB: base,
      OPENAI_API_KEY: "test-key-123456",
    });
    const sent = stub.exchanges.at(-1)?.sent ?? Buffer.alloc(0);
    expect(ran.stdout).toBe(`${sent.toString().length}\n`);
    expect(ran.code).toBe(0);
    expect(ran.stderr.trim().split("\n").at(-1)).toBe("vcr run.vcr");
    const run = await opened(join(here.folder, "run.vcr"));
    expect(run.header).toMatchObject({ argv: ["node", agent], meta: { pr: "7" }, tags: ["ci"], exit: { code: 0 } });
    expect([run.length, run.row(0).kind, run.row(0).status]).toEqual([1, "llm", "ok"]);
    expect(run.body(0).response?.text).toBe(sent.toString());
    expect(readFileSync(join(here.folder, "run.vcr"), "utf8")).not.toContain("test-key-123456");
    expect(statSync(join(here.folder, "run.vcr")).mode & 0o777).toBe(0o600);
  });

  test("--json says on stdout how it went, and the agent's words go to stderr; --report - and a file say it in lines", async () => {
    const here = workplace();
    const agent = here.file("agent.cjs", REQUEST);
    const env = { STUB: base };
    const json = await here.vcr(["record", "-o", "a.vcr", "--json", "--", "node", agent], env);
    expect([json.code, json.stderr]).toEqual([7, "msg_stub\n"]);
    expect(parse(json.stdout)).toMatchObject({ path: "a.vcr", agent: { code: 7 }, events: { llm: 1 }, errors: 0 });
    const lines = await here.vcr(["record", "-o", "b.vcr", "--report", "-", "--", "node", agent], env);
    expect([lines.stderr, lines.stdout.trim().split("\n").at(-1)]).toEqual(["msg_stub\n", "vcr b.vcr"]);
    const file = await here.vcr(["record", "-o", "c.vcr", "--report", "c.txt", "--", "node", agent], env);
    expect([file.stdout, file.stderr]).toEqual(["msg_stub\n", ""]);
    expect(readFileSync(join(here.folder, "c.txt"), "utf8")).toContain("vcr c.vcr\n");
  });

  test("a tool of the agent's own that failed is counted among the errors, as when the run is opened", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.mjs",
      `const ask = async (...messages) => {
         const body = JSON.stringify({ model: "stub", messages });
         return (await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", body })).json();
       };
       const question = { role: "user", content: "[[tool]]" };
       const { message } = (await ask(question)).choices[0];
       const content = JSON.stringify({ error: "timeout after 200 ms" });
       await ask(question, message, { role: "tool", tool_call_id: message.tool_calls[0].id, content });`,
    );
    const ran = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { OPENAI_BASE_URL: `${base}/v1` });
    expect(ran.stderr).toContain("vcr: recorded 2 events (2 llm) · 1 error · ");
    expect((await here.vcr(["stats", "run.vcr"])).stdout).toMatch(/^errors +1$/m);
  });

  test("records an agent that uses http.request and passes its exit code on", async () => {
    const here = workplace();
    const agent = here.file("agent.cjs", REQUEST);
    const ran = await here.vcr(["record", "--name", "first", "--", "node", agent], { STUB: base });
    expect([ran.code, ran.stdout]).toEqual([7, "msg_stub\n"]);
    const run = await opened(join(here.folder, ".vcr/first.vcr"));
    expect([run.row(0).op, run.row(0).status, run.header.exit?.code]).toEqual(["anthropic/messages", "ok", 7]);
  });

  test("records children of the agent", async () => {
    const here = workplace();
    here.file("agent.mjs", FETCH);
    const parent = here.file(
      "parent.mjs",
      'import { execFileSync } from "node:child_process"; execFileSync(process.execPath, ["agent.mjs"], { stdio: "inherit" });',
    );
    await here.vcr(["record", "-o", "run.vcr", "--", "node", parent], { STUB: base });
    expect((await opened(join(here.folder, "run.vcr"))).length).toBe(1);
  });

  test("sends calls to a base URL that was set already through itself", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.mjs",
      `await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "x" }] }) });`,
    );
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { OPENAI_BASE_URL: `${base}/llm/v1` });
    expect(stub.exchanges.at(-1)?.path).toBe("/llm/v1/chat/completions");
    const run = await opened(join(here.folder, "run.vcr"));
    expect([run.row(0).provider, run.body(0).request?.url]).toEqual(["openai", `${base}/llm/v1/chat/completions`]);
  });

  test("names new runs by time, keeps their folder private and out of git", async () => {
    const here = workplace();
    mkdirSync(join(here.folder, ".git/info"), { recursive: true });
    const agent = here.file("agent.mjs", FETCH);
    await here.vcr(["record", "--", "node", agent], { STUB: base });
    const [name] = readdirSync(join(here.folder, ".vcr"));
    expect(name).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}\.vcr$/);
    expect((await opened(join(here.folder, ".vcr", name ?? ""))).header.id?.slice(0, 8)).toBe(name?.slice(16, 24));
    expect(statSync(join(here.folder, ".vcr")).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(here.folder, ".git/info/exclude"), "utf8")).toBe(".vcr/\n");
  });

  test("nothing recorded: exit code 2, hints, no file; a failing agent keeps its own code", async () => {
    const here = workplace();
    const silent = await here.vcr(["record", "-o", "run.vcr", "--", "node", "-e", "console.log('out')"]);
    expect([silent.code, silent.stdout]).toEqual([2, "out\n"]);
    expect(silent.stderr).toContain("nothing was recorded");
    expect(existsSync(join(here.folder, "run.vcr"))).toBe(false);
    expect((await here.vcr(["record", "--", "node", "-e", "process.exit(9)"])).code).toBe(9);
  });

  test("a command that cannot be started: exit code 3", async () => {
    const ran = await workplace().vcr(["record", "--", "no-such-command-here"]);
    expect([ran.code, ran.stderr]).toEqual([3, "vcr: no-such-command-here could not be started: no such command\n"]);
  });

  test("--json says why a command could not be started", async () => {
    const ran = await workplace().vcr(["record", "--json", "--", "no-such-command-here"]);
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.stdout).agent).toEqual({ notStarted: "no such command" });
  });

  test("--print-env without --listen: exit code 2, and the command is not started", async () => {
    const ran = await workplace().vcr(["record", "--print-env", "--", "echo", "started"]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, "", "vcr: --print-env belongs to --listen\n"]);
  });

  test("--background with a command that cannot be started says so", async () => {
    const ran = await workplace().vcr(["record", "--background", "--", "no-such-command-here"]);
    expect([ran.code, ran.stderr]).toEqual([3, "vcr: no-such-command-here could not be started: no such command\n"]);
  });

  test("an existing file is not replaced unless forced", async () => {
    const here = workplace();
    here.file("run.vcr", "mine");
    const agent = here.file("agent.mjs", FETCH);
    const refused = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { STUB: base });
    expect([refused.code, readFileSync(join(here.folder, "run.vcr"), "utf8")]).toEqual([2, "mine"]);
    expect((await here.vcr(["record", "-o", "run.vcr", "--force", "--", "node", agent], { STUB: base })).code).toBe(0);
  });

  test("what --force would replace stays while nothing is recorded", async () => {
    const here = workplace();
    const path = here.file("notes.txt", "mine");
    const forced = ["record", "-o", "notes.txt", "--force"];
    const port = new URL(base).port;
    const codes = [
      (await here.vcr([...forced, "--", "no-such-command-here"])).code,
      (await here.vcr([...forced, "--", "node", "-e", ""])).code,
      (await here.vcr([...forced, "--listen", port, "--", "node", "-e", ""])).code,
    ];
    expect([codes, readFileSync(path, "utf8"), readdirSync(here.folder)]).toEqual([[3, 2, 2], "mine", ["notes.txt"]]);
  });

  test("what --force replaces stays until the first call is there", async () => {
    const here = workplace();
    const path = here.file("run.vcr", "mine");
    const agent = here.file(
      "agent.mjs",
      `import { readFileSync } from "node:fs"; console.log(readFileSync("run.vcr", "utf8")); ${FETCH}`,
    );
    const ran = await here.vcr(["record", "-o", "run.vcr", "--force", "--", "node", agent], { STUB: base });
    expect([ran.code, ran.stdout.split("\n")[0], (await opened(path)).length]).toEqual([0, "mine", 1]);
  });

  test("a port that is taken: exit code 2, no file", async () => {
    const here = workplace();
    const ran = await here.vcr(["record", "--listen", new URL(base).port, "--", "node", "-e", ""]);
    const left = existsSync(join(here.folder, ".vcr")) ? readdirSync(join(here.folder, ".vcr")) : [];
    expect([ran.code, left]).toEqual([2, []]);
  });

  test("an MCP server that cannot be started: exit code 3, no file", async () => {
    const here = workplace();
    const ran = await here.vcr(["mcp", "-o", "run.vcr", "--", "no-such-command-here"]);
    expect([ran.code, readdirSync(here.folder)]).toEqual([3, []]);
    expect(ran.stderr).toContain("vcr: nothing was recorded, so there is no file\n");
  });

  test("vcr mcp says on stderr what it has recorded", async () => {
    const path = join(workplace().folder, "run.vcr");
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
    const server = `process.stdin.once("data", () => console.log('${answer}')); process.stdin.resume()`;
    const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{}}}\n';
    const ran = vcr(["mcp", "-o", path, "--", "node", "-e", server], { input: request });
    expect([ran.code, ran.stdout]).toEqual([0, `${answer}\n`]);
    expect(ran.stderr).toMatch(/^vcr: recorded 1 event in \S+run\.vcr\n$/);
  });

  test("vcr mcp leaves a file that is there, and replaces it with --force", () => {
    const path = join(workplace().folder, "run.vcr");
    writeFileSync(path, "mine");
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
    const server = ["--", "node", "-e", `process.stdin.once("data", () => console.log('${answer}'))`];
    const input = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{}}}\n';
    const refused = vcr(["mcp", "-o", path, ...server], { input });
    expect([refused.code, refused.stdout, readFileSync(path, "utf8")]).toEqual([2, "", "mine"]);
    expect(refused.stderr).toContain("--force to replace it");
    expect(vcr(["mcp", "-o", path, "--force", ...server], { input }).code).toBe(0);
    expect(readFileSync(path, "utf8")).toContain('"name":"look"');
  });

  test("a report that cannot be written: exit code 2, and nothing starts", async () => {
    const ran = await workplace().vcr(["record", "--report", "none/report.txt", "--", "node", "-e", "console.log(1)"]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      2,
      "",
      "vcr: --report none/report.txt: there is no folder none\n",
    ]);
  });

  test("a report that cannot be written any more goes to stderr, and the agent's exit code stays", async () => {
    const here = workplace();
    mkdirSync(join(here.folder, "sub"));
    const agent = "require('node:fs').rmdirSync('sub'); process.exit(5)";
    const ran = await here.vcr(["record", "--report", "sub/report.txt", "--", "node", "-e", agent]);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain("vcr: the report could not be written");
    expect(ran.stderr).toContain("vcr: nothing was recorded");
  });

  test("Ctrl-C before anything was recorded, whatever the agent makes of it: exit code 130, and no advice", async () => {
    const agent = "process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 1000); console.log('ready')";
    const ran = await workplace().vcr(
      ["record", "--", "node", "-e", agent],
      {},
      { signalAt: "ready", signal: "SIGINT" },
    );
    expect([ran.code, ran.stderr]).toEqual([130, "vcr: nothing was recorded, so there is no file\n"]);
  });

  test("Ctrl-C ends --listen: exit code 130, and no advice", async () => {
    const args = ["record", "--listen", "--print-env"];
    const ran = await workplace().vcr(args, {}, { signalAt: "export", signal: "SIGINT" });
    expect([ran.code, ran.stderr.trimEnd().split("\n").at(-1)]).toEqual([
      130,
      "vcr: nothing was recorded, so there is no file",
    ]);
  });

  test("an agent that ignores SIGTERM is killed when we are told to end", async () => {
    const agent = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')";
    const told = { signalAt: "ready", signal: "SIGTERM" } as const;
    const ran = await workplace().vcr(["record", "--", "node", "-e", agent], {}, told);
    expect([ran.code, ran.stdout]).toEqual([137, "ready\n"]);
  });

  test("an agent ended by a signal: 128 and its number", async () => {
    const ran = await workplace().vcr(["record", "--", "node", "-e", "process.kill(process.pid, 'SIGTERM')"]);
    expect(ran.code).toBe(143);
  });

  test("a provider reached past the gateway is named", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.cjs",
      'require("node:net").connect(443, "api.openai.com").on("error", () => {}).on("connect", function () { this.destroy(); });',
    );
    const ran = await here.vcr(["record", "--", "node", agent]);
    expect(ran.stderr).toContain("1 connection to api.openai.com went past the recording");
  });

  test("the configuration file adds a provider and a rule of masking", async () => {
    const here = workplace();
    here.file(
      "vcr.config.js",
      `export default { providers: [{ id: "corp", upstream: "${base}" }], redact: [{ name: "customer", pattern: /C-\\d+/ }] };`,
    );
    here.file("package.json", '{"type":"module"}');
    const agent = here.file(
      "agent.mjs",
      `await fetch("${base}/v2/chat", { method: "POST", body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "C-1234" }] }) });`,
    );
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent]);
    const run = await opened(join(here.folder, "run.vcr"));
    expect([run.row(0).provider, run.body(0).request?.text?.includes("<CUSTOMER>")]).toEqual(["corp", true]);
  });

  test("a configuration file that is wrong is named, and nothing starts", async () => {
    const here = workplace();
    here.file("vcr.config.mjs", "export default { recat: [] };");
    const ran = await here.vcr(["record", "--", "node", "-e", "console.log(1)"]);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain('unknown key "recat"');
  });

  test("a Python agent with the standard library, a sitecustomize of its own included", async () => {
    const here = workplace();
    mkdirSync(join(here.folder, "site"));
    here.file("site/sitecustomize.py", 'print("own sitecustomize")\n');
    const agent = here.file(
      "agent.py",
      'import json, os, urllib.request\nbody = json.dumps({"model": "stub", "messages": [{"role": "user", "content": "hi"}]}).encode()\nr = urllib.request.Request(os.environ["STUB"] + "/v1/chat/completions", data=body)\nprint(json.load(urllib.request.urlopen(r))["id"])\n',
    );
    const ran = await here.vcr(["record", "-o", "run.vcr", "--", "python3", agent], {
      STUB: base,
      PYTHONPATH: join(here.folder, "site"),
    });
    expect(ran.stdout).toBe("own sitecustomize\nchatcmpl-stub\n");
    expect((await opened(join(here.folder, "run.vcr"))).row(0).op).toBe("openai/chat");
  });

  test("a Python agent with http.client: on one connection, and under the name of a vendor", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.py",
      `import http.client, json, os, urllib.parse
body = json.dumps({"model": "stub", "messages": [{"role": "user", "content": "hi"}]})
def ask(connection):
    connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json", "Host": "x.example"})
    print(json.loads(connection.getresponse().read())["id"])
plain = http.client.HTTPConnection(urllib.parse.urlsplit(os.environ["STUB"]).netloc)
ask(plain)
ask(plain)
ask(http.client.HTTPSConnection("api.openai.com") if "SECURE" in os.environ else plain)
`,
    );
    const said = "chatcmpl-stub\nchatcmpl-stub\nchatcmpl-stub\n";
    const ran = await here.vcr(["record", "-o", "run.vcr", "--", "python3", agent], { STUB: base });
    expect([ran.stderr.match(/Error.*/)?.[0], ran.stdout]).toEqual([undefined, said]);
    const calls = stub.exchanges.length;
    const again = await here.vcr(["replay", "run.vcr", "--no-save", "--", "python3", agent], {
      STUB: base,
      SECURE: "1",
    });
    expect([again.stdout, stub.exchanges.length, again.code]).toEqual([said, calls, 0]);
    expect(again.stderr).toContain("3 call(s) answered from the recording");
  });

  test("events told over HTTP from any language", async () => {
    const here = workplace();
    const agent = here.file(
      "agent.py",
      `import json, os, urllib.request
def tell(**event):
    request = urllib.request.Request(os.environ["VCR_URL"] + "/_vcr/events", data=json.dumps(event).encode())
    return json.load(urllib.request.urlopen(request))
print(tell(kind="tool", name="search", args={"q": "SFO"}, result=["UA 12"])["steps"])
tell(start="x", kind="tool", name="book", args={"flight": "UA 12"})
tell(end="x", error="no fare")
tell(kind="tool", name="book", result={"error": "no fare"})
tell(start="y", kind="tool", name="book")
tell(end="y", result={"error": "no fare"})
tell(kind="tool", name="book", result={"error": "no fare"}, status="ok")
`,
    );
    const ran = await here.vcr(["record", "-o", "run.vcr", "--", "python3", agent]);
    expect(ran.stdout).toBe("[0]\n");
    const run = await opened(join(here.folder, "run.vcr"));
    expect([run.row(0).status, run.body(0).response?.json, run.row(1).status, run.body(1).error?.message]).toEqual([
      "ok",
      ["UA 12"],
      "error",
      "no fare",
    ]);
    expect([2, 3, 4].map((i) => run.row(i).status)).toEqual(["error", "error", "ok"]);
  });
});
