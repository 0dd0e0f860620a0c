/** The forms in which a value turns up in texts: as it is, URL-encoded, escaped for JSON, and in base64 at any place of its bytes. */
export function secretForms(value: string): string[] {
  const url = urlEncoded(value);
  const forms = [
    value,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll("%20", "+"),
    JSON.stringify(value).slice(1, -1),
    ...base64Forms(value),
  ];
  return [...new Set(forms)];
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function urlEncoded(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Whole, and the characters that do not depend on what stands around it (three alignments). */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString("base64");
  const cores = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [whole, ...cores].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}
