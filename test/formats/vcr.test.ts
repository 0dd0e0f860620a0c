import { describe, expect, test } from "vitest";
import { readSample } from "../../src/formats/sample.ts";
import { vcrFormat } from "../../src/formats/vcr/vcr-format.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";

const evidence = (text: string) => vcrFormat.detect(readSample(memorySource("any.name", text)));

describe("the native format", () => {
  test.each([
    ["a header", '{"vcr":1,"id":"r"}\n'],
    ["a header written loosely", '{ "vcr": 1 }\n'],
    ["a header of a later version", '{"vcr":7}\n'],
    ["a byte order mark before it", '\ufeff{"vcr":1}\n'],
  ])("is certain with %s", (_, text) => {
    expect(evidence(text)?.certainty).toBe(1);
  });

  test("is likely where the header was lost", () => {
    const text = '{"msg":["a",0],"body":{}}\n{"seq":0,"kind":"llm"}\n{"end":0,"status":"ok"}\n';
    expect(evidence(text)).toEqual({ certainty: 0.8, why: "3 of the first lines are vcr events or elements" });
  });

  test.each([
    ["nothing", ""],
    ["another tool's .vcr", '{"type":"session","data":{"session_id":"x"}}\n{"type":"frame","data":{}}\n'],
    ["a log with a sequence number", '{"seq":1,"level":"info"}\n{"seq":2,"level":"info"}\n'],
    ["a version that is no number", '{"vcr":"1"}\n'],
    ["text", "vcr\n"],
  ])("is not seen in %s", (_, text) => {
    expect(evidence(text)).toBeNull();
  });
});
