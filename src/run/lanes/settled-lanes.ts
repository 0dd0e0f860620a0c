import type { RowNumber } from "../../trace/row-sink.ts";
import type { Lane } from "../run.ts";

/** Calls that follow each other, as they are found while a run is read. */
export interface Track {
  readonly first: RowNumber;
  readonly agent: string | undefined;
  /** Found after the walk: it takes reading answers of other lanes. */
  parent: number | undefined;
  /** System prompt and tools: single calls that share them are one pipeline. */
  readonly setting: string;
  last: RowNumber;
  /** Calls, however often each was attempted. */
  calls: number;
  notes: readonly string[];
}

export interface SettledLanes {
  readonly lanes: readonly Lane[];
  /** The lane of each track. */
  readonly of: readonly number[];
}

/** Single calls that nothing continues and that share prompt and tools become one lane: a pipeline. */
export function settledLanes(tracks: readonly Track[]): SettledLanes {
  const lanes: { -readonly [K in keyof Lane]: Lane[K] }[] = [];
  const pipelines = new Map<string, number>();
  const of = tracks.map((track) => {
    const single = track.calls === 1 && track.agent === undefined && track.setting !== "" && track.notes.length === 0;
    const pipeline = single ? pipelines.get(track.setting) : undefined;
    if (pipeline !== undefined) {
      lanes[pipeline]!.calls++;
      return pipeline;
    }
    const number = lanes.length;
    if (single) pipelines.set(track.setting, number);
    lanes.push({ number, name: "", calls: track.calls, notes: track.notes });
    return number;
  });
  tracks.forEach((track, i) => {
    const lane = lanes[of[i]!]!;
    if (lane.name !== "") return;
    lane.name = track.agent ?? (lane.number === 0 ? "main" : `agent ${lane.number + 1}`);
    const parent = track.parent === undefined ? undefined : of[track.parent];
    if (parent !== undefined && parent !== lane.number) lane.parent = parent;
  });
  return { lanes, of };
}
