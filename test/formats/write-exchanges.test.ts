import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { writeGoVcr } from "../../src/formats/go-vcr/write-go-vcr.ts";
import { writeHar } from "../../src/formats/har/write-har.ts";
import { writeVcrpy } from "../../src/formats/vcrpy/write-vcrpy.ts";
import type { WholeExchange } from "../../src/formats/whole-exchange.ts";
import { yamlItem } from "../../src/formats/yaml-text.ts";
import { readText } from "../support/read-trace.ts";

const ASKED: WholeExchange = {
  method: "POST",
  url: "https://api.openai.com/v1/chat/completions?v=1",
  requestHeaders: { "content-type": "application/json" },
  requestBody: '{"model":"m","messages":[]}',
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  durationMs: 1250.5,
  answer: {
    status: 200,
    statusText: "OK",
    headers: { "content-type": "text/event-stream" },
    body: 'data: {"choices":[]}\n\ndata: [DONE]\n\n',
    streamed: true,
    firstByteMs: 200,
  },
};
const BYTES = Uint8Array.of(0xff, 0x00, 0x89, 0x50);
const LOST: WholeExchange = { method: "GET", url: "https://h/x", requestHeaders: {}, problem: "ECONNRESET" };

/** A picture that is sent and one that comes back. */
function binary(): WholeExchange {
  return {
    ...ASKED,
    requestBody: BYTES,
    answer: { status: 200, statusText: "OK", headers: { "content-type": "image/png" }, body: BYTES, streamed: false },
  };
}

test("go-vcr: a cassette of version 2 as the structs of go-vcr have it", () => {
  expect([...writeGoVcr([LOST, ASKED])].join("")).toBe(`---
version: 2
interactions:
    - id: 0
      request:
        proto: "HTTP/1.1"
        proto_major: 1
        proto_minor: 1
        content_length: 27
        host: "api.openai.com"
        body: '{"model":"m","messages":[]}'
        form:
          v:
          - "1"
        headers:
          Content-Type:
          - "application/json"
        url: "https://api.openai.com/v1/chat/completions?v=1"
        method: "POST"
      response:
        proto: "HTTP/1.1"
        proto_major: 1
        proto_minor: 1
        content_length: -1
        body: |+
          data: {"choices":[]}

          data: [DONE]

        headers:
          Content-Type:
          - "text/event-stream"
        status: "200 OK"
        code: 200
        duration: "1.2505s"
`);
});

test("vcrpy: a cassette of version 1 with its keys in order", () => {
  expect([...writeVcrpy([ASKED, LOST])].join("")).toBe(`interactions:
- request:
    body: '{"model":"m","messages":[]}'
    headers:
      content-type:
      - "application/json"
    method: "POST"
    uri: "https://api.openai.com/v1/chat/completions?v=1"
  response:
    body:
      string: |+
        data: {"choices":[]}

        data: [DONE]

    headers:
      content-type:
      - "text/event-stream"
    status:
      code: 200
      message: "OK"
version: 1
`);
});

test("cassettes without exchanges are lists of none", () => {
  expect([...writeGoVcr([])].join("")).toBe("---\nversion: 2\ninteractions: []\n");
  expect([...writeVcrpy([])].join("")).toBe("interactions: []\nversion: 1\n");
});

test.each([
  ["go-vcr", writeGoVcr],
  ["vcrpy", writeVcrpy],
])("%s: bytes that are no text come back as they were", async (id, write) => {
  const { format, reader, sink } = await readText([...write([binary()])].join(""));
  const { request, response } = reader.body(0, sink.rows[0]?.segments ?? []);
  expect(format.id).toBe(id);
  expect([request?.bytes, response?.bytes].map((bytes) => bytes && [...bytes])).toEqual([[...BYTES], [...BYTES]]);
});

describe("har", () => {
  const entries = (...exchanges: WholeExchange[]) => JSON.parse([...writeHar(exchanges, "1.0")].join("")).log.entries;

  test("an entry has what HAR 1.2 asks for", () => {
    expect(JSON.parse([...writeHar([ASKED], "1.0")].join(""))).toEqual({
      log: {
        version: "1.2",
        creator: { name: "agent-vcr", version: "1.0" },
        entries: [
          {
            startedDateTime: "2026-01-02T03:04:05.678Z",
            time: 1250.5,
            request: {
              method: "POST",
              url: "https://api.openai.com/v1/chat/completions?v=1",
              httpVersion: "HTTP/1.1",
              cookies: [],
              headers: [{ name: "content-type", value: "application/json" }],
              queryString: [{ name: "v", value: "1" }],
              headersSize: -1,
              bodySize: 27,
              postData: { mimeType: "application/json", text: '{"model":"m","messages":[]}' },
            },
            response: {
              status: 200,
              statusText: "OK",
              httpVersion: "HTTP/1.1",
              cookies: [],
              headers: [{ name: "content-type", value: "text/event-stream" }],
              content: { size: 36, mimeType: "text/event-stream", text: 'data: {"choices":[]}\n\ndata: [DONE]\n\n' },
              redirectURL: "",
              headersSize: -1,
              bodySize: 36,
            },
            cache: {},
            timings: { send: 0, wait: 200, receive: 1050.5 },
          },
        ],
      },
    });
  });

  test("bytes are base64, and an exchange without an answer has status 0 and the reason", () => {
    const [picture, lost] = entries(binary(), LOST);
    expect(picture.request.postData).toMatchObject({ text: "/wCJUA==", encoding: "base64" });
    expect(picture.response.content).toMatchObject({ text: "/wCJUA==", encoding: "base64", size: 4 });
    expect([lost.response.status, lost._error, lost.comment]).toEqual([
      0,
      "ECONNRESET",
      "not recorded: start, duration",
    ]);
  });
});

test("any text is read back from YAML, whichever version the reader takes it for", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom("\n", " ", "a", "- b", "#", ": ", "'", '"', "\t", "\r", "\u2028", "yes", "|", "---"), {})
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, fc.dictionary(text, text), (value, map) => {
      const written = yamlItem({ value, list: [value, map, []], map }, 2);
      for (const version of ["1.1", "1.2"] as const)
        expect(parse(written, { version })).toEqual([{ value, list: [value, map, []], map }]);
    }),
  );
});

test("calls of models that no dialect reads are calls of models in cassettes too, of vendors and of this machine", async () => {
  const ops = async (url: string): Promise<unknown> => {
    const { sink } = await readText(
      [...writeHar([{ ...ASKED, url, requestBody: '{"model":"m"}' }], "1.0.0")].join(""),
      "/nowhere/a.har",
    );
    const fields = sink.rows[0]?.fields;
    return [fields?.kind, fields?.op, fields?.name];
  };
  expect(await ops("https://api.openai.com/v1/audio/speech")).toEqual(["llm", "openai/audio", "m"]);
  expect(await ops("http://127.0.0.1:8080/v1/audio/speech")).toEqual(["llm", "openai/audio", "m"]);
  expect(await ops("https://shop.example/audio/speech")).toEqual(["http", undefined, "POST /audio/speech"]);
});
