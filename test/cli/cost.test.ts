import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { vcr } from "./run-cli.ts";

/** Two models, one of which nobody sells. */
function run(): string {
  const path = join(tempFolder(), "run.vcr");
  const call = (seq: number, name: string) =>
    JSON.stringify({ seq, kind: "llm", name, status: "ok", tokens: { in: 1_000_000, out: 100_000 } });
  const lines = ['{"vcr":1,"id":"r_cost"}', call(0, "gpt-4o-mini"), call(1, "my-model")];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

// gpt-4o-mini: 1,000,000 at 0.15 and 100,000 at 0.60.
describe("vcr stats", () => {
  test("prices what it can, and names what it cannot", () => {
    const { stdout, code } = vcr(["stats", run()]);
    expect(stdout).toMatch(/^cost +at least \$0\.210 \(estimated; no price for my-model: --price MODEL=IN\/OUT/m);
    expect(code).toBe(0);
  });

  test("prices by hand, from the line and from a file", () => {
    const file = join(tempFolder(), "prices.json");
    writeFileSync(file, '{"my-model": "1/10", "gpt-4o-mini": "9/9"}');
    const { stdout } = vcr(["stats", run(), "--json", "--prices-file", file, "--price", "gpt-4o-mini=0/0"]);
    expect(JSON.parse(stdout)).toMatchObject({ cost: { usd: 2, atLeast: false }, unpricedModels: [] });
  });

  test("prices of the config file hold where no option says another; an entry that is none is named", () => {
    const home = tempFolder();
    mkdirSync(join(home, "vcr"));
    writeFileSync(
      join(home, "vcr/config.json"),
      '{"prices": {"my-model": "1/10", "gpt-4o-mini": "9/9", "broken": "cheap"}}',
    );
    const given = ["stats", run(), "--json", "--price", "gpt-4o-mini=0/0"];
    const { stdout, stderr, code } = vcr(given, { env: { XDG_CONFIG_HOME: home } });
    expect(JSON.parse(stdout)).toMatchObject({ cost: { usd: 2, atLeast: false } });
    expect(stderr).toMatch(/config\.json: prices: the price of broken is neither/);
    expect(code).toBe(0);
  });

  test("without costs", () => {
    expect(vcr(["stats", run(), "--no-cost"]).stdout).not.toMatch(/cost|\$/);
  });

  test("a price for a model that is not there is told", () => {
    const { stderr, code } = vcr(["stats", run(), "--price", "my-modle=1/2"]);
    expect(stderr).toBe("vcr: --price my-modle=1/2: no call uses that model; models: gpt-4o-mini, my-model\n");
    expect(code).toBe(0);
  });

  test("a price that is none is trouble", () => {
    const { stderr, code } = vcr(["stats", run(), "--price", "my-model"]);
    expect(stderr).toContain('--price: "my-model" is no price: MODEL=IN/OUT');
    expect(code).toBe(2);
  });
});

test("vcr show filters by what calls cost", () => {
  const shown = (filter: string) => vcr(["show", run(), "--filter", filter, "--json"]).stdout.match(/"step":"\d+"/g);
  expect(shown("cost>0.2")).toEqual(['"step":"0"']);
  expect(shown("cost>0.3")).toBeNull();
});
