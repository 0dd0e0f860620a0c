import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of this test's own, removed when it has ended. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vcr-test-"));
  // What the test has killed may be writing its last there.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return folder;
}
