// Sums up vitest's reports: one line per suite, then the line that says it all. A suite without a report has failed.
import { readFileSync } from "node:fs";

const total = { passed: 0, failed: 0, skipped: 0 };
for (const argument of process.argv.slice(2)) {
  const [suite, path] = argument.split("=");
  const count = read(path);
  console.log(`${suite}: ${words(count)}`);
  for (const key of Object.keys(total)) total[key] += count[key];
}
console.log(words(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function read(path) {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    const skipped = report.numPendingTests + report.numTodoTests;
    // A file that could not even be loaded counts as one failure.
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
