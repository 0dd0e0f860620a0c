import type { Gateway } from "../../gateway/gateway.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import type { Holding } from "./holding.ts";

/** Starts the gateway. @throws VcrError when it cannot listen; then the file that was begun is gone again */
export async function listenOrClose(
  gateway: Gateway,
  recorder: RunRecorder | undefined,
  holding: Holding,
): Promise<void> {
  try {
    await gateway.listen();
  } catch (error) {
    holding.end();
    recorder?.close();
    throw error;
  }
}
