import type { RowNumber, ToolResult } from "../../trace/row-sink.ts";

/** What the walk remembers of one agent of a session: the main one ("") and each sub-agent. */
export interface Lane {
  readonly key: string;
  /** Name for its rows; the main agent has none. */
  readonly agent: string | undefined;
  /** Time of the last record that the model was waiting to be asked with. */
  askedAt: number | undefined;
  /** Results that the next call will carry for the first time. */
  readonly results: ToolResult[];
}

/** A tool call made in the session, until its result is there and after. */
export interface OpenCall {
  readonly row: RowNumber;
  readonly name: string;
  /** What kind of agent the call starts, and with which words; of other calls undefined. */
  readonly agentType: string | undefined;
  readonly prompt: string | undefined;
  readonly at: number | undefined;
}

export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  /** Lane of each sidechain record that names no agent, by uuid. */
  private readonly sidechains = new Map<string, string>();
  private sidechainCount = 0;

  /** The lane `key`; a new one is called after the kind of agent where that is known. */
  get(key: string, agentType?: string): Lane {
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const agent = key === "" ? undefined : agentType === undefined ? key : `${agentType} ${key}`;
    const lane: Lane = { key, agent, askedAt: undefined, results: [] };
    this.lanes.set(key, lane);
    return lane;
  }

  has(key: string): boolean {
    return this.lanes.has(key);
  }

  /** Key of a sidechain inside the session file, which names no agent: told apart by where its records hang. */
  sidechain(uuid: string | undefined, parentUuid: string | undefined): string {
    const parent = parentUuid === undefined ? undefined : this.sidechains.get(parentUuid);
    if (parent === undefined) this.sidechainCount++;
    const key = parent ?? `sidechain ${this.sidechainCount}`;
    if (uuid !== undefined) this.sidechains.set(uuid, key);
    return key;
  }
}
