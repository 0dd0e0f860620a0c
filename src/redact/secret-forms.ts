/** The forms in which a value turns up in texts: as it is, URL-encoded, escaped for JSON, and in base64 at any place of its bytes. */
export function secretForms(value: string): string[] {
  const forms = [value, ...urlForms(value), JSON.stringify(value).slice(1, -1), ...base64Forms(value)];
  return [...new Set(forms)];
}

/** Encoders differ in what they leave as it is, in the case of digits, and in what becomes of a space. */
function urlForms(value: string): string[] {
  // Through UTF-8: `encodeURIComponent` throws on half a surrogate pair.
  const usual = encodeURIComponent(Buffer.from(value).toString());
  const strict = usual.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  return [usual, strict, form].flatMap((text) => [
    text,
    text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    text.replaceAll("%20", "+"),
  ]);
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
