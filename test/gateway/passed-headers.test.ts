import { expect, test } from "vitest";
import { requestHeaders, responseHeaders } from "../../src/gateway/upstream/passed-headers.ts";

const how = { host: "api.example.com", length: 12 };

test("headers keep their order, their case and their repetitions", () => {
  const raw = ["X-B", "1", "x-a", "2", "X-B", "3"];
  expect(requestHeaders(raw, how)).toEqual(["Host", "api.example.com", ...raw, "Content-Length", "12"]);
  expect(responseHeaders(["Content-Length", "5", ...raw])).toEqual(["Content-Length", "5", ...raw]);
});

test("what speaks of one connection stays on it", () => {
  const raw = ["Host", "127.0.0.1:1", "Content-Length", "99", "Transfer-Encoding", "chunked", "x-vcr-agent", "a"];
  expect(requestHeaders([...raw, "TE", "trailers", "Connection", "keep-alive", "X", "y"], how)).toEqual([
    ...["Host", "api.example.com", "X", "y", "Content-Length", "12"],
  ]);
  expect(responseHeaders(["Keep-Alive", "timeout=5", "Connection", "keep-alive", "X", "y"])).toEqual(["X", "y"]);
});

test("so does what any header named Connection lists", () => {
  const raw = ["connection", "close, X-Hop", "X-Hop", "1", "Connection", "x-other", "X-Other", "2", "X-Kept", "3"];
  expect(responseHeaders(raw)).toEqual(["X-Kept", "3"]);
  expect(requestHeaders(raw, how)).toEqual(["Host", "api.example.com", "X-Kept", "3", "Content-Length", "12"]);
});
