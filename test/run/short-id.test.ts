import { expect, test } from "vitest";
import { shortId } from "../../src/run/short-id.ts";

test.each([
  ["da8909be26154cc3f89f3983b9bf1216", "da8909be"],
  ["01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d"],
  ["rejection-of-a-tool", "rejection-of-a-tool"],
  ["r_1", "r_1"],
])("%s is called %s", (id, short) => expect(shortId(id)).toBe(short));
