import { readFileSync, statSync } from "node:fs";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { readAll } from "../../run/drive.ts";
import { openFile } from "../../run/open-file.ts";
import { sanitise } from "../../text/sanitise.ts";
import { TraceFormatError } from "../../trace/errors.ts";
import { EXIT } from "../exit-codes.ts";
import { runPath } from "../files/run-path.ts";
import { Output } from "../output.ts";
import { report, Trouble, tell } from "../trouble.ts";
import { type Finding, SecretScan } from "./secret-scan.ts";

/** Files that are no runs are looked through as text up to this size, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** `vcr scan FILE...`: looks for secrets that are not masked; exit code 1 when there are any, 2 when a file could not be looked at. Never prints one. */
export async function scan(words: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
  const out = new Output();
  const masker = new Masker({ secrets: environmentSecrets(process.env) });
  const findings: (Finding & { readonly path: string })[] = [];
  const unread: string[] = [];
  for (const word of words) {
    try {
      const path = runPath(word);
      if (statSync(path).isDirectory()) throw new Trouble(`${path} is a folder: name files`);
      for (const finding of await findingsIn(path, masker)) {
        findings.push({ path, ...finding });
        if (!json) await out.line(lineOf(path, finding));
      }
    } catch (error) {
      // What is wrong with one file leaves the others to be looked at.
      report(error);
      unread.push(word);
    }
  }
  if (json) await out.line(JSON.stringify({ secrets: findings.length, findings, unread }));
  else tellHow(findings.length, unread.length);
  process.exitCode = unread.length > 0 ? EXIT.trouble : findings.length > 0 ? EXIT.differs : EXIT.ok;
}

function tellHow(secrets: number, unread: number): void {
  const found = secrets === 0 ? "no secrets found" : `${secrets} secret(s) found`;
  tell(`${found}${unread === 0 ? "" : `; ${unread} file(s) not looked at`}`);
}

async function findingsIn(path: string, masker: Masker): Promise<readonly Finding[]> {
  const found = new SecretScan(masker);
  try {
    const file = await openFile(path);
    await readAll(file);
    for (const [number, run] of file.runs.entries()) found.run(run, file.runs.length > 1 ? `${number}/` : "");
    file.close();
  } catch (error) {
    if (!(error instanceof TraceFormatError)) throw error;
    if (statSync(path).size > LARGEST)
      throw new Trouble(`${path} is no run and too large to be looked through as text`);
    found.text(readFileSync(path, "utf8"));
  }
  return found.findings;
}

function lineOf(path: string, { step, place, name, times }: Finding): string {
  const where = step === undefined ? path : `${path}#${step}`;
  return sanitise(`${where}  ${place}  ${name}${times > 1 ? `  (${times} times)` : ""}`);
}
