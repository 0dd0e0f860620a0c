/**
 * Server-sent events, as the WHATWG HTML standard has them (section 9.2.6, "Interpreting an event stream"): total, and usable chunk by chunk.
 * One difference, on purpose: an event that the end of the text cuts off before its blank line is given too,
 * since recorders trim the ends of bodies. Whether its data is whole is for the reader of the data to see.
 */
export interface SseEvent {
  /** The `event:` field; undefined where the stream names none. */
  readonly event?: string;
  /** All `data:` lines, joined by newlines. */
  readonly data: string;
  readonly id?: string;
}

export interface SseParser {
  /** Events that became complete with this chunk. */
  push(chunk: string): SseEvent[];
  /** The event left over at the end of the stream, if any. */
  end(): SseEvent[];
}

export function parseSse(stream: string): SseEvent[] {
  const parser = sseParser();
  const events = parser.push(stream);
  for (const event of parser.end()) events.push(event);
  return events;
}

export function sseParser(): SseParser {
  const block = sseBlock();
  let rest = "";
  let started = false;
  let afterReturn = false;

  /** Takes the whole lines of `text`, keeps what is behind the last line end. */
  function lines(text: string, events: SseEvent[]): void {
    let from = 0;
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      const event = block.line(text.slice(from, match.index));
      if (event !== undefined) events.push(event);
      from = match.index + match[0].length;
    }
    // A line feed that opens the next chunk belongs to this return.
    afterReturn = from === text.length && text.endsWith("\r");
    rest = text.slice(from);
  }

  return {
    push(chunk) {
      const events: SseEvent[] = [];
      let text = chunk;
      if (!started && text !== "") {
        started = true;
        if (text.startsWith("\uFEFF")) text = text.slice(1);
      }
      if (afterReturn && text !== "") {
        afterReturn = false;
        if (text.startsWith("\n")) text = text.slice(1);
      }
      if (/[\r\n]/.test(text)) lines(rest + text, events);
      else rest += text;
      return events;
    },
    end() {
      const last = [block.line(rest), block.line("")].filter((event) => event !== undefined);
      rest = "";
      return last;
    },
  };
}

/** Collects the fields of one event; a blank line completes it. */
function sseBlock(): { line(line: string): SseEvent | undefined } {
  let data: string[] = [];
  let event = "";
  let id: string | undefined;

  function complete(): SseEvent | undefined {
    const whole = data.length === 0 ? undefined : data.join("\n");
    const name = event;
    data = [];
    event = "";
    if (whole === undefined) return undefined;
    return { ...(name === "" ? {} : { event: name }), data: whole, ...(id === undefined ? {} : { id }) };
  }

  return {
    line(line) {
      if (line === "") return complete();
      const colon = line.indexOf(":");
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
      if (name === "data") data.push(value);
      else if (name === "event") event = value;
      else if (name === "id" && !value.includes("\0")) id = value;
      return undefined;
    },
  };
}
