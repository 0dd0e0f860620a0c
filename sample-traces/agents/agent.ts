import type { PacedClock } from "./clock.ts";

/** A tool of an agent: what the model is told about it, and what it really does. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, { readonly type: string; readonly description?: string }>>;
  /** Answers what the model will read; a rejection's message becomes an error result. */
  run(args: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface AgentOptions {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly clock: PacedClock;
  /** How it reaches its provider: the recorder's. */
  readonly fetch: typeof fetch;
  readonly stream?: boolean;
}

export interface ToolOutcome {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Milliseconds an agent spends between an answer and its next request, tools aside. */
const THINKING_MS = 6;
const ATTEMPTS = 3;

export async function callTool(options: AgentOptions, id: string, name: string, args: unknown): Promise<ToolOutcome> {
  await options.clock.sleep(THINKING_MS);
  const tool = options.tools.find((each) => each.name === name);
  try {
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return { id, text: await tool.run(args as Record<string, unknown>), isError: false };
  } catch (error) {
    return { id, text: JSON.stringify({ error: (error as Error).message }), isError: true };
  }
}

/** Posts, waits and tries again when the provider is busy, as SDKs do. */
export async function post(options: AgentOptions, url: string, body: object): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const headers = { "content-type": "application/json", "user-agent": "sample-agent/1" };
    const response = await options.fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const busy = response.status === 429 || response.status === 529;
    if (!busy || attempt === ATTEMPTS) {
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return response;
    }
    await response.text();
    await options.clock.sleep(Number(response.headers.get("retry-after") ?? 1) * 1000);
  }
}

/** The JSON of each event of a stream of server-sent events, in order. */
export async function events(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

export function schema(tool: Tool): object {
  return {
    type: "object",
    properties: tool.parameters,
    required: Object.keys(tool.parameters),
    additionalProperties: false,
  };
}
