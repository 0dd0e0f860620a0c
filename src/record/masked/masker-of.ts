import { env } from "node:process";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { customRules, type VcrConfig } from "../config.ts";

/** What masks the runs of this program: the secrets of its environment, and what else it names. False: nothing is masked. */
export function maskerOf(redact: VcrConfig["redact"] | false = []): Masker {
  if (redact === false) return new Masker({ off: true, secrets: [] });
  return new Masker({ secrets: environmentSecrets(env), custom: customRules({ redact }) });
}
