import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Trouble } from "./trouble.ts";

/** The built program lies one folder below the package's root, its sources two. */
const PLACES = ["../sample-traces/tool-error.vcr", "../../sample-traces/tool-error.vcr"];

/** Path of the run that comes with the program. @throws Trouble when the package has been taken apart */
export function samplePath(): string {
  const path = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (path === undefined) throw new Trouble("the sample run is missing: is the package whole?");
  return path;
}
