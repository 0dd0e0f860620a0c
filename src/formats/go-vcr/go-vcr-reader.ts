import type { RowSink } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { CassetteReader } from "../cassette-reader.ts";
import type { Reader } from "../format.ts";
import { yamlList } from "../yaml-list.ts";
import { interactionOf } from "./interaction.ts";

/** Cassettes keep lengths but no times: they are taken to follow each other. */
export function goVcrReader(source: ByteSource, sink: RowSink): Reader {
  /** Running sum of durations, until one is unknown. */
  let clock: number | undefined = 0;
  return new CassetteReader(source, sink, {
    by: "go-vcr",
    list: (bytes) => yamlList(bytes.toString("utf8"), "interactions"),
    exchange: (interaction) => {
      const read = interactionOf(interaction);
      if (read === undefined) return undefined;
      const exchange = clock === undefined ? read : { ...read, at: clock };
      clock = clock === undefined || read.durationMs === undefined ? undefined : clock + read.durationMs;
      return exchange;
    },
  });
}
