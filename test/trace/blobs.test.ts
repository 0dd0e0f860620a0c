import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { readTrace } from "./seen-rows.ts";

const IMAGE = randomBytes(100_000);
const SHA = createHash("sha256").update(IMAGE).digest("hex");
const URL = `data:image/png;base64,${IMAGE.toString("base64")}`;

function imageRun(): { readonly path: string; readonly blob: string; readonly text: string } {
  const path = join(tempFolder(), "run.vcr");
  const text = JSON.stringify({ messages: [{ content: "look" }, { content: [{ image: URL }] }] });
  const request = { body: text, repeated: ["/messages"] };
  writeTrace(path, {}, [
    { kind: "llm", request },
    { kind: "llm", request },
  ]);
  return { path, text, blob: join(`${path}.blobs`, SHA.slice(0, 2), SHA) };
}

describe("blobs", () => {
  test("an image that is sent again is kept once, as its own bytes, for the owner only", () => {
    const { path, blob } = imageRun();
    expect(readFileSync(blob).equals(IMAGE)).toBe(true);
    expect(readdirSync(`${path}.blobs`)).toHaveLength(1);
    expect(statSync(path).size).toBeLessThan(2000);
    expect([statSync(blob).mode & 0o777, statSync(`${path}.blobs`).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test("are put back exactly", () => {
    const { path, text } = imageRun();
    const request = readTrace(path).body(1).request;
    expect(request?.text).toBe(text);
    expect(request?.notice).toBeUndefined();
    expect(request?.elements?.("/messages")?.at(1)).toEqual({ content: [{ image: URL }] });
  });

  test("a missing one is said with its hash and path, and costs its leaf only", () => {
    const { path, blob } = imageRun();
    rmSync(blob);
    const request = readTrace(path).body(0).request;
    expect(request?.notice).toBe(`blob missing: ${SHA}, expected at ${blob}`);
    expect(request?.json).toEqual({ messages: [{ content: "look" }, { content: [{ image: null }] }] });
  });

  test("one with other content is said", () => {
    const { path, blob } = imageRun();
    writeFileSync(blob, "something else");
    expect(readTrace(path).body(0).request?.notice).toBe(`blob altered: ${SHA}, at ${blob}`);
  });

  test("a symbolic link is not followed", () => {
    const { path, blob } = imageRun();
    renameSync(blob, `${blob}.moved`);
    symlinkSync(`${blob}.moved`, blob);
    expect(readTrace(path).body(0).request?.notice).toContain("blob missing");
  });

  test("a name that is no hash is no path", () => {
    const path = join(tempFolder(), "run.vcr");
    const name = "../../../etc/passwd";
    writeFileSync(path, `{"vcr":1}\n{"seq":0,"kind":"http","status":"ok","response":{"blob":"${name}","bytes":1}}\n`);
    const response = readTrace(path).body(0).response;
    expect(response?.bytes).toBeUndefined();
    expect(response?.notice).toBe("a blob's name is no SHA-256");
  });

  test("big binary answers go there unasked, big texts only when asked", () => {
    const folder = tempFolder();
    const text = "plain words ".repeat(10_000);
    const events = [IMAGE, text].map((body) => ({ kind: "http" as const, response: { status: 200, body } }));
    writeTrace(join(folder, "a.vcr"), {}, events);
    writeTrace(join(folder, "b.vcr"), {}, events, { externalize: 1000 });
    const files = (name: string) => readdirSync(join(folder, `${name}.blobs`), { recursive: true }).length;
    expect([files("a.vcr"), files("b.vcr")]).toEqual([2, 4]);
    const { body } = readTrace(join(folder, "b.vcr"));
    expect(body(0).response?.bytes).toEqual(IMAGE);
    expect(body(1).response?.text).toBe(text);
  });

  test("a run without big leaves has no folder", () => {
    const path = join(tempFolder(), "run.vcr");
    writeTrace(path, {}, [{ kind: "http", response: { body: "{}" } }]);
    expect(existsSync(`${path}.blobs`)).toBe(false);
  });
});
