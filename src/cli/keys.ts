import { COMMANDS } from "../app/commands.ts";
import { withKeys } from "../app/keys/remap.ts";
import { keyTable } from "../app/prompt/help.ts";
import { pad } from "../text/width.ts";
import { Output } from "./output.ts";
import { userConfig } from "./settings/user-config.ts";

/** `vcr keys`: the command table with the user's own keys, as text or JSON. */
export async function keys(options: { readonly json?: boolean }): Promise<void> {
  const out = new Output();
  const table = keyTable(withKeys(COMMANDS, userConfig().config.keys));
  if (options.json) return out.line(JSON.stringify(table, null, 2));
  let group = "";
  for (const row of table) {
    if (row.group !== group) await out.line(`${group === "" ? "" : "\n"}${row.group}`);
    group = row.group;
    await out.line(`  ${pad(row.keys, 26)} ${row.title}`);
  }
}
