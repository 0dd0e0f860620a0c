import type { Run } from "../../src/run/run.ts";
import { calling, Recording, result, runOfText, says, system, user } from "../run/recording.ts";

/** A short run: a tool that fails, a busy provider, an answer in two languages, an open call. */
export function fareRun(): Promise<Run> {
  const recording = new Recording({ vcr: 1, id: "r_fares", created: "2026-03-02T09:00:00.000Z" });
  const start = [system("You book trips."), user("Find a fare from Oslo to San Francisco.")];
  const asked = [...start, calling(["c1"], "OSL-SFO"), result("c1", "timeout after 200 ms")];
  recording.call(start, calling(["c1"], "OSL-SFO"));
  recording.fail(recording.begin(asked, { results: [{ id: "c1", isError: true }] }), "busy, come back later");
  recording.call(asked, says("No fare was found. 運賃がありません。\n\nShall I look again?"));
  recording.begin([
    ...asked,
    says("No fare was found. 運賃がありません。\n\nShall I look again?"),
    user("Yes, please."),
  ]);
  return runOfText(recording.text);
}
