import { field, isArray, isObject, type Json, text } from "../json/json.ts";
import { defined } from "./defined.ts";
import type { Target, ToolSpec } from "./dialect.ts";

/** What requests of several APIs have in common. */

/** Fields at the top of `body` other than `known`. */
export function paramsOf(body: Json, known: readonly string[]): Readonly<Record<string, Json>> {
  if (!isObject(body)) return {};
  return Object.fromEntries(Object.entries(body).filter(([key]) => !known.includes(key)));
}

export function elements(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** The model a path names: `/models/NAME:verb` (Gemini, Vertex), `/deployments/NAME/` (Azure). */
export function modelOfPath(path: string): string | undefined {
  const named = /\/(?:models|tunedModels)\/([^/:?]+):\w+/.exec(path) ?? /\/deployments\/([^/?]+)\//.exec(path);
  const name = named?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export function modelOf(body: Json, target: Target | undefined): { readonly model?: string } {
  return defined({ model: text(field(body, "model")) ?? (target && modelOfPath(target.path)) });
}

/** A tool of OpenAI (nested or flat, functions or custom) or Anthropic; tools the vendor runs are named by their type. */
export function toolSpec(tool: Json): ToolSpec {
  const inner = field(tool, "function") ?? field(tool, "custom") ?? tool;
  const name = [field(inner, "name"), field(tool, "server_label"), field(tool, "type")].find(
    (each): each is string => typeof each === "string",
  );
  const schema = field(inner, "parameters") ?? field(inner, "input_schema") ?? field(inner, "format");
  return { name: name ?? "?", ...defined({ description: text(field(inner, "description")), schema }) };
}
