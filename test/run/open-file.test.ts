import { appendFileSync, chmodSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { drive, readAll } from "../../src/run/drive.ts";
import { type OpenedFile, openFile } from "../../src/run/open-file.ts";
import type { RunChange } from "../../src/run/run.ts";
import { TraceFormatError } from "../../src/trace/errors.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openText, Recording, rowsOf, says, stepsOf, user } from "./recording.ts";

function fileOf(text: string): string {
  const path = join(tempFolder(), "run.vcr");
  writeFileSync(path, text);
  return path;
}

async function opened(path: string): Promise<OpenedFile> {
  const file = await openFile(path);
  onTestFinished(() => file.close());
  return file;
}

/** Reads on as the program does, until `holds`. */
function readUntil(file: OpenedFile, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = drive(file, () => {
      if (!holds()) return;
      stop();
      resolve();
    });
    onTestFinished(stop);
  });
}

describe("what cannot be opened is said in one line", () => {
  test.each([
    ["an empty file", "", /empty/],
    ["a text", "Dear diary,\n", /./],
    ["JSON without messages", '{"a":1}\n', /./],
    ["bytes", "\0\x01\x02", /./],
    ["a newer version", '{"vcr":99,"id":"r"}\n', /99/],
  ])("%s", async (_, text, says) => {
    const error = await openFile(fileOf(text)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TraceFormatError);
    expect(error).toMatchObject({ message: expect.stringMatching(says) });
    expect(error instanceof Error && error.message.split("\n")).toHaveLength(1);
  });

  test("a missing file and a folder are errors that name the path", async () => {
    const folder = tempFolder();
    await expect(openFile(join(folder, "none.vcr"))).rejects.toThrow(/none\.vcr/);
    await expect(openFile(folder)).rejects.toThrow();
  });

  test.skipIf(process.getuid?.() === 0)("so is one that may not be read", async () => {
    const path = fileOf('{"vcr":1}\n');
    chmodSync(path, 0);
    await expect(openFile(path)).rejects.toThrow(/EACCES/);
  });
});

describe("an open file", () => {
  test("is usable before its end is known, and then complete", async () => {
    const recording = new Recording();
    for (let n = 0; n < 3000; n++) recording.call([user(`question ${n}`)], says(`answer ${n}`));
    const file = await opened(fileOf(recording.text));
    file.advance(0);
    const [run] = file.runs;
    expect(run?.length).toBeGreaterThan(0);
    expect(run?.length).toBeLessThan(3000);
    expect(file.progress.complete).toBe(false);
    expect(run?.what(0)).toBe('"answer 0"');
    await readAll(file);
    expect(file.progress).toMatchObject({ complete: true, bytes: file.progress.size });
    expect(run?.length).toBe(3000);
    expect(run?.what(2999)).toBe('"answer 2999"');
  });

  test("without any event still is a run", async () => {
    const file = await openText('{"vcr":1,"id":"r_none"}\n');
    expect(file.runs.map((run) => [run.length, run.steps, run.header.id])).toEqual([[0, 0, "r_none"]]);
  });

  test("holds several runs, each with rows, steps and bodies of its own", async () => {
    const [one, two] = [new Recording({ vcr: 1, id: "r_1" }), new Recording({ vcr: 1, id: "r_2" })];
    one.call([user("a")], says("first"));
    one.call([user("b")], says("second"));
    two.call([user("c")], says("third"));
    const file = await openText(one.text + two.text);
    expect(file.runs.map((run) => [run.header.id, stepsOf(run)])).toEqual([
      ["r_1", ["0", "1"]],
      ["r_2", ["0"]],
    ]);
    expect(file.runs.map((run) => rowsOf(run).map((_, i) => run.what(i)))).toEqual([
      ['"first"', '"second"'],
      ['"third"'],
    ]);
  });
});

describe("a file on disk that changes", () => {
  test("grows: rows are added, an open call is answered", async () => {
    const recording = new Recording();
    const seq = recording.begin([user("a")]);
    const path = fileOf(recording.text);
    const file = await opened(path);
    const run = file.runs[0]!;
    await readUntil(file, () => run.length === 1);
    expect(run.row(0).status).toBe("pending");
    const written = recording.text.length;
    recording.end(seq, says("b"));
    recording.call([user("c")], says("d"));
    const more = readUntil(file, () => run.length === 2 && run.row(1).status === "ok");
    appendFileSync(path, recording.text.slice(written));
    await more;
    expect(run.row(0).status).toBe("ok");
    expect([run.what(0), run.what(1)]).toEqual(['"b"', '"d"']);
  });

  test.each<[RunChange, (path: string) => void]>([
    ["truncated", (path) => truncateSync(path, 25)],
    [
      "replaced",
      (path) => {
        writeFileSync(`${path}.new`, '{"vcr":1,"id":"r_other"}\n');
        renameSync(`${path}.new`, path);
      },
    ],
  ])("is %s: its runs say so", async (change, make) => {
    const recording = new Recording();
    recording.call([user("a")], says("b"));
    const path = fileOf(recording.text);
    const file = await opened(path);
    await readUntil(file, () => file.progress.complete);
    const seen = new Promise<RunChange>((resolve) => {
      file.runs[0]?.onChange((kind) => {
        if (kind === "truncated" || kind === "replaced") resolve(kind);
      });
    });
    make(path);
    expect(await seen).toBe(change);
  });

  test("a half-written last line is waited for; when nobody goes on it is called torn", async () => {
    const recording = new Recording();
    recording.call([user("a")], says("b"));
    const path = fileOf(`${recording.text}{"seq":1,"kind":"ll`);
    const file = await opened(path);
    const run = file.runs[0]!;
    await readUntil(file, () => file.progress.complete);
    expect(run.warnings).toEqual([]);
    file.finish();
    expect(run.warnings).toEqual([expect.stringMatching(/the last line is torn \(line 4, byte \d+, 19 bytes\)/)]);
    expect(run.damages).toEqual([]);
  });
});
