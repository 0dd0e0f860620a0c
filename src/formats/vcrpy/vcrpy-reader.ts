import type { RowSink } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { CassetteReader } from "../cassette-reader.ts";
import type { Reader } from "../format.ts";
import { jsonList } from "../json-list.ts";
import { pythonTags } from "../yaml-document.ts";
import { type ItemList, yamlList } from "../yaml-list.ts";
import { interactionOf } from "./interaction.ts";

export function vcrpyReader(source: ByteSource, sink: RowSink): Reader {
  return new CassetteReader(source, sink, { by: "vcrpy", list: listOf, exchange: interactionOf });
}

function listOf(bytes: Buffer): ItemList {
  const start = bytes
    .subarray(0, 64)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (start.startsWith("{")) return jsonList(bytes, ["interactions"]);
  return yamlList(bytes.toString("utf8"), "interactions", pythonTags);
}
