import { existsSync } from "node:fs";
import { Trouble } from "../trouble.ts";

/** Said before anything else is: a run is never written over unasked. `force` of a command that has --force. @throws Trouble */
export function refuseExisting(output: string | undefined, force?: boolean): void {
  if (output === undefined || force === true || !existsSync(output)) return;
  throw new Trouble(
    `${output}: exists`,
    `choose another name${force === undefined ? "" : ", or --force to replace it"}`,
  );
}
