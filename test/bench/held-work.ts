import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Gateway } from "../../src/gateway/gateway.ts";
import { Holds } from "../../src/gateway/hold/holds.ts";
import { RecordingHandler } from "../../src/gateway/recording/recording-handler.ts";
import { upstreamOf } from "../../src/gateway/routes.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import { CHAT_PATH, smallAnswer, smallRequest } from "./engine-requests.ts";

/** Calls that stand still when their answer is there, `ROUNDS` of them: milliseconds from "continue" to bytes at the agent, as JSON. */
const [rounds = "40"] = process.argv.slice(2);
const WARM = 10;
const folder = mkdtempSync(join(tmpdir(), "vcr-bench-held-"));
const answer = smallAnswer(1);
const stub = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer));
});
await new Promise<void>((done) => stub.listen(0, "127.0.0.1", done));
const upstream = upstreamOf(`http://127.0.0.1:${(stub.address() as AddressInfo).port}`);
if (upstream === undefined) throw new Error("no upstream");
const path = join(folder, "run.vcr");
const recorder = new RunRecorder(path, { id: "r_bench" }, { masker: new Masker({ secrets: [] }) });
const breaks = new LiveBreakpoints(path);
const holds = new Holds({ breaks });
holds.setWatched(true);
holds.setBreakpoints([{ expression: "phase:response", on: true }]);
const handler = new RecordingHandler(recorder, { holds });
const routes = [{ id: "openai", upstreams: [upstream], hosts: [] }];
const gateway = new Gateway({ routes, handler, environment: {} });
await gateway.listen();
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
for (let n = 0; n < Number(rounds) + WARM; n++) times.push(await heldCall(n));
process.stdout.write(`${JSON.stringify({ held: times.slice(WARM) })}\n`);
holds.close();
breaks.close();
agent.destroy();
await gateway.close();
recorder.close();
stub.closeAllConnections();
stub.close();
rmSync(folder, { recursive: true });

/** Milliseconds from the word to the first byte. */
function heldCall(n: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let told = 0;
    const stop = holds.onNotice((notice) => {
      if (notice.type !== "held") return;
      stop();
      // Whoever watches takes a moment.
      setTimeout(() => {
        told = performance.now();
        holds.act(notice.call.id, { do: "continue" });
      }, 2);
    });
    const headers = { "content-type": "application/json" };
    const outgoing = ask(`${gateway.url}/openai${CHAT_PATH}`, { method: "POST", agent, headers }, (incoming) => {
      incoming.once("data", () => resolve(performance.now() - told));
      incoming.resume();
    });
    outgoing.on("error", reject);
    outgoing.end(smallRequest(n));
  });
}
