/** The text of a stream of server-sent events, each with its name when it has a `type` and `named` is set. */
export function sse(values: readonly unknown[], named = false): string {
  return values
    .map((value) => {
      const type =
        named && typeof value === "object" && value !== null && "type" in value ? `event: ${value.type}\n` : "";
      return `${type}data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
    })
    .join("");
}
