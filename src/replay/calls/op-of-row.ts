import type { Row } from "../../run/run.ts";

/** APIs of many vendors, which a reader names after the vendor ("files/mcp"). */
const SHARED = new Set(["mcp", "ranking"]);

/** The API of a row, by the name that requests are known by. */
export function opOfRow({ op }: Pick<Row, "op">): string | undefined {
  const last = op?.slice(op.lastIndexOf("/") + 1);
  return last !== undefined && SHARED.has(last) ? last : op;
}
