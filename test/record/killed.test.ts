import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltProgram, buildProgram } from "../support/build-program.ts";
import { killedRecording } from "../support/killed-recording.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MOMENTS = 20;
const stub = new StubProvider();
let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram("recording-gateway");
  await stub.listen();
});
afterAll(async () => {
  program.remove();
  await stub.close();
});

test(`killed at ${MOMENTS} moments: every answer the agent had is in the file`, async () => {
  const folder = tempFolder();
  let completed = 0;
  for (let i = 0; i < MOMENTS; i++) {
    const ran = await killedRecording({
      program: program.path,
      file: join(folder, `${i}.vcr`),
      stub,
      afterMs: 100 + i * 17,
    });
    expect(ran.completed.filter((prompt) => !ran.kept.has(prompt))).toEqual([]);
    expect(ran.damages).toBe(0);
    completed += ran.completed.length;
  }
  expect(completed).toBeGreaterThan(0);
});
