import { join } from "node:path";
import { expect, test } from "vitest";
import { buildProgram } from "../support/build-program.ts";
import { killedRecording } from "../support/killed-recording.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MOMENTS = 200;

test(`killed at ${MOMENTS} moments by chance: every answer the agent had is in the file`, async () => {
  const folder = tempFolder();
  const stub = new StubProvider();
  const program = await buildProgram("recording-gateway");
  await stub.listen();
  for (let i = 0; i < MOMENTS; i++) {
    const afterMs = 20 + Math.floor(Math.random() * 400);
    const ran = await killedRecording({ program: program.path, file: join(folder, `${i}.vcr`), stub, afterMs });
    const lost = ran.completed.filter((prompt) => !ran.kept.has(prompt));
    expect({ afterMs, lost, damages: ran.damages }).toEqual({ afterMs, lost: [], damages: 0 });
  }
  program.remove();
  await stub.close();
}, 900_000);
