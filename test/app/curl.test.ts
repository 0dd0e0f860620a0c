import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { curlOf } from "../../src/app/export/curl.ts";

describe("a request as a curl command", () => {
  test("has URL, kept headers and body; the key is a variable, never a value", () => {
    const text = curlOf(
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: { Authorization: "Bearer sk-secret", "Content-Length": "12", "x-stainless-lang": "js" },
        json: { model: "gpt-4o" },
      },
      "openai",
    );
    expect(text).toBe(
      [
        "curl -X POST 'https://api.openai.com/v1/chat/completions' \\",
        "  -H 'x-stainless-lang: js' \\",
        "  -H 'content-type: application/json' \\",
        '  -H "authorization: Bearer $OPENAI_API_KEY" \\',
        `  --data-raw '{"model":"gpt-4o"}'`,
      ].join("\n"),
    );
  });

  test("an event without a URL or path is none", () => {
    expect(curlOf({ json: {} }, "openai")).toBeUndefined();
  });

  test("nothing of the request is run by the shell it is pasted into", () => {
    const evil = `'; echo owned >&2; $(echo owned >&2) \`echo owned >&2\` "\\`;
    const text = curlOf(
      {
        method: "GET; echo owned >&2 #",
        url: `http://x/${evil}`,
        headers: { [evil]: evil, "content-type": evil },
        text: evil,
      },
      evil,
    );
    // In place of curl: prints what it was given, a NUL behind each word.
    const line = `curl() { printf '%s\\0' "$@"; }; ${text}`;
    const { stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
    expect(stderr).toBe("");
    const words = [
      "-X",
      "GET; echo owned >&2 #",
      `http://x/${evil}`,
      "-H",
      `content-type: ${evil}`,
      "--data-raw",
      evil,
    ];
    expect(stdout.split("\0").slice(0, -1)).toEqual(words);
  });

  test("nothing of the request makes curl read a file", () => {
    const text = curlOf({ url: "http://x/", headers: { "@/etc/passwd": "x" }, text: "@/etc/passwd" }, undefined);
    expect(text).not.toContain("-H '@");
    expect(text).toContain("--data-raw '@/etc/passwd'");
    expect(curlOf({ url: "-K/etc/passwd" }, undefined)).toBeUndefined();
  });
});
