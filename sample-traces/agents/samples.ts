import { brokenStream } from "./broken-stream.ts";
import { meanA, meanB } from "./diverging-pair.ts";
import { hello } from "./hello.ts";
import { hostile, unicode } from "./odd-text.ts";
import { blobs } from "./picture.ts";
import type { Sample } from "./studio.ts";
import { subAgents } from "./sub-agents.ts";
import { toolError } from "./tool-error.ts";

/** In the order in which README lists them. */
export const SAMPLES: readonly Sample[] = [
  hello,
  toolError,
  meanA,
  meanB,
  subAgents,
  brokenStream,
  unicode,
  hostile,
  blobs,
];

export const toolErrorFile = `${toolError.name}.vcr`;
