import { existsSync } from "node:fs";
import { Trouble } from "./trouble.ts";

/** Said before anything else is: a run is never written over. @throws Trouble */
export function refuseExisting(output: string | undefined): void {
  if (output !== undefined && existsSync(output)) throw new Trouble(`${output}: exists`, "choose another name");
}
