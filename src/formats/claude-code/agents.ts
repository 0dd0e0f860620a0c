import { field, type JsonObject, text } from "../../json/json.ts";
import type { RowFields } from "../../trace/event.ts";
import type { RowNumber, ToolResult } from "../../trace/row-sink.ts";
import { blocksOf, type Call, textOf } from "./record.ts";

/** Which agent of a session a record belongs to, and what the walk remembers of each. */

export interface PendingResult {
  readonly result: ToolResult;
  /** The tool's row, and what is known of it since its result is there. */
  readonly row: RowNumber | undefined;
  readonly fields: Partial<RowFields>;
}

/** The main agent ("") or a sub-agent. */
export interface Lane {
  readonly key: string;
  /** Name for its rows; the main agent has none. */
  readonly agent: string | undefined;
  /** Time of the last record that the model was waiting to be asked with. */
  askedAt: number | undefined;
  /** Results that the next call will carry for the first time. */
  readonly results: PendingResult[];
}

/** A tool call made in the session. */
export interface OpenCall {
  readonly row: RowNumber;
  readonly at: number | undefined;
  /** What kind of agent the call starts, and with which words; of other calls undefined. */
  readonly agentType: string | undefined;
  readonly prompt: string | undefined;
}

export function openCall(call: Call, row: RowNumber, at: number | undefined): OpenCall {
  const starts = call.name === "Task" || call.name === "Agent";
  return {
    row,
    at,
    agentType: starts ? (text(field(call.input, "subagent_type")) ?? "agent") : undefined,
    prompt: starts ? text(field(call.input, "prompt"))?.trim() : undefined,
  };
}

export class Agents {
  /** By call id. */
  readonly calls = new Map<string, OpenCall>();
  readonly #lanes = new Map<string, Lane>();
  /** Lane of each sidechain record that names no agent, by uuid. */
  readonly #sidechains = new Map<string, string>();
  #sidechainCount = 0;

  /** `fileAgent`: the agent whose own file the record was read from; `ownAgent`: the one the session file itself is of. */
  laneOf(record: JsonObject, fileAgent: string, ownAgent: string | undefined): Lane {
    if (fileAgent !== "") return this.#agent(fileAgent, record);
    const asker = text(field(record, "parent_tool_use_id"));
    if (asker !== undefined) return this.#lane(asker.slice(-8), this.calls.get(asker)?.agentType);
    const agentId = text(field(record, "agentId"));
    if (agentId !== undefined && agentId !== ownAgent) return this.#agent(agentId, record);
    if (field(record, "isSidechain") !== true || agentId !== undefined) return this.#lane("", undefined);
    return this.#agent(this.#sidechain(text(field(record, "uuid")), text(field(record, "parentUuid"))), record);
  }

  /** The lane of a sub-agent's message that the session's file tells of. */
  laneOfProgress(record: JsonObject): Lane {
    const call = this.calls.get(text(field(record, "parentToolUseID")) ?? "");
    return this.#lane(text(field(field(record, "data"), "agentId")) ?? "agent", call?.agentType);
  }

  /** The lane `key`; a new one is called after the kind of agent where that is known. */
  #lane(key: string, agentType: string | undefined): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const agent = key === "" ? undefined : agentType === undefined ? key : `${agentType} ${key}`;
    const lane: Lane = { key, agent, askedAt: undefined, results: [] };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** An agent's first message is the prompt of the call that started it: so its kind is known. */
  #agent(key: string, record: JsonObject): Lane {
    if (this.#lanes.has(key)) return this.#lane(key, undefined);
    const prompt = textOf(blocksOf(record)).trim();
    const starter = prompt === "" ? undefined : [...this.calls.values()].find((call) => call.prompt === prompt);
    return this.#lane(key, starter?.agentType);
  }

  /** Key of a sidechain inside the session file, which names no agent: told apart by where its records hang. */
  #sidechain(uuid: string | undefined, parentUuid: string | undefined): string {
    const parent = parentUuid === undefined ? undefined : this.#sidechains.get(parentUuid);
    if (parent === undefined) this.#sidechainCount++;
    const key = parent ?? `sidechain ${this.#sidechainCount}`;
    if (uuid !== undefined) this.#sidechains.set(uuid, key);
    return key;
  }
}
