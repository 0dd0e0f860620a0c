// count.mjs FOLDER SUITE... : sums up vitest's reports. Names each test that failed with what it said, then a line
// per suite, then the line that says it all. A suite without a report has failed; SUITE.again.json is the second run
// of the files that failed. `--failed REPORT` prints the files of a report in which something failed.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [first, ...rest] = process.argv.slice(2);
if (first === "--failed") for (const file of filesThatFailed(rest[0])) console.log(file);
else sum(first, rest);

function sum(folder, suites) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const count = countOf(suite, join(folder, `${suite}.json`), join(folder, `${suite}.again.json`));
    console.log(`${suite}: ${words(count)}`);
    for (const key of Object.keys(total)) total[key] += count[key];
  }
  console.log(words(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function countOf(suite, path, againPath) {
  const report = read(path);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const again = existsSync(againPath) ? read(againPath) : undefined;
  const mended = passedIn(again);
  const failures = failuresOf(report);
  for (const [name, said] of failures) {
    console.log(`${suite}: ${name} failed${mended.has(name) ? ", and passed when run again" : ""}:\n${said}\n`);
  }
  let failed = [...failures.keys()].filter((name) => !mended.has(name)).length;
  const passed = report.numPassedTests + failures.size - failed;
  for (const [name, said] of failuresOf(again)) {
    if (failures.has(name)) continue;
    failed++;
    console.log(`${suite}: ${name} failed when run again:\n${said}\n`);
  }
  return { passed, failed, skipped: report.numPendingTests + report.numTodoTests };
}

/** What failed, by file and name; a file that could not even be loaded counts as one failure. */
function failuresOf(report) {
  const failures = new Map();
  for (const file of report?.testResults ?? []) {
    const name = relative(process.cwd(), file.name);
    if (file.status === "failed" && file.assertionResults.length === 0) failures.set(name, file.message);
    for (const test of file.assertionResults) {
      if (test.status === "failed") failures.set(`${name} > ${test.fullName}`, test.failureMessages.join("\n"));
    }
  }
  return failures;
}

/** What passed: tests by file and name, and files of which every test did. */
function passedIn(report) {
  const passed = new Set();
  for (const file of report?.testResults ?? []) {
    const name = relative(process.cwd(), file.name);
    if (file.status === "passed") passed.add(name);
    for (const test of file.assertionResults) {
      if (test.status === "passed") passed.add(`${name} > ${test.fullName}`);
    }
  }
  return passed;
}

function filesThatFailed(path) {
  const names = [...failuresOf(read(path)).keys()].map((name) => name.split(" > ")[0]);
  return new Set(names);
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
