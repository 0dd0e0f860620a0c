import { defineConfig } from "vitest/config";

// `*.slow.test.ts` runs in `npm run test:slow` only: packaging, every-byte truncation, real SDKs.
const SLOW = "test/**/*.slow.test.{ts,tsx}";
const slow = process.env.VCR_SLOW === "1";

/** Rooms whose code keeps nothing but its last answer, and whose tests leave the process as it was: loaded once for all their files. */
const PURE = [
  ...["app", "cells", "control", "diff", "formats", "gateway", "identity", "json", "providers", "query"],
  ...["redact", "run", "screens", "stats", "text", "theme", "time", "trace"],
];
const pure = `test/{${PURE.join(",")}}/**/*.test.{ts,tsx}`;

export default defineConfig({
  // React is loaded in production mode, which has no jsxDEV.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    // A hang is caught by the watchdog of each wait, and here at last; how fast something is, no test asserts.
    testTimeout: slow ? 300_000 : 90_000,
    hookTimeout: slow ? 300_000 : 90_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Tests wait for programs of their own most of the time: two files at once, on machines of two cores too.
    ...(slow ? {} : { maxWorkers: 2 }),
    env: { NODE_ENV: "production", TZ: "UTC" },
    projects: slow
      ? [{ extends: true, test: { name: "slow", include: [SLOW], globalSetup: "test/support/install-program.ts" } }]
      : [
          {
            extends: true,
            test: {
              name: "programs",
              include: ["test/**/*.test.{ts,tsx}"],
              exclude: ["**/node_modules/**", SLOW, pure],
              globalSetup: "test/support/install-program.ts",
            },
          },
          {
            extends: true,
            test: { name: "rooms", include: [pure], exclude: ["**/node_modules/**", SLOW], isolate: false },
          },
        ],
  },
});
