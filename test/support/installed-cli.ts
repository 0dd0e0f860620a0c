import { join } from "node:path";
import { inject } from "vitest";

/** The program as it is installed, for `node`. */
export const CLI = join(inject("installed"), "src/cli/launch.cjs");

/** Where the compiled code of the program is kept, for all tests: its XDG_CACHE_HOME. */
export const CACHE = join(inject("installed"), "cache");
