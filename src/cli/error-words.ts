import { existsSync } from "node:fs";
import { systemReason } from "../trace/system-reason.ts";

/** What went wrong, for whoever reads it; a system error says neither what it was about nor what to do. */
export interface ErrorWords {
  readonly message: string;
  readonly hint?: string | undefined;
}

export function errorWords(error: unknown): ErrorWords {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, syscall, path, port } = factsOf(error);
  if (code === undefined) return { message: error.message, hint: hintOf(error) };
  if (syscall?.startsWith("spawn")) return spawnWords(path ?? "the command", code);
  if (syscall === "listen" && port !== undefined) return portWords(port, code);
  if (syscall === undefined) return { message: error.message, hint: hintOf(error) };
  const about = path ?? (syscall === "write" ? "could not be written" : undefined);
  return { message: about === undefined ? error.message : `${about}: ${systemReason(error)}`, hint: hintOf(error) };
}

/** The same without the remedy. */
export function errorMessage(error: unknown): string {
  return errorWords(error).message;
}

/** Why a command could not be started. */
export function whyNotStarted(error: unknown, command: string): string {
  const { message, hint } = errorWords(error);
  const why = message.startsWith(`${command}: `) ? message.slice(command.length + 2) : message;
  return hint === undefined ? why : `${why}; ${hint}`;
}

function spawnWords(command: string, code: string): ErrorWords {
  const said = (why: string, hint?: string): ErrorWords => ({ message: `${command}: ${why}`, hint });
  switch (code) {
    case "ENOENT":
      // A script whose first line names a program that is not there is not there either, as the system says it.
      return command.includes("/") && existsSync(command)
        ? said("the interpreter that its first line names is not there", "put the interpreter before it")
        : said("no such command");
    case "EACCES":
      return said("not executable", `chmod +x ${command}, or put its interpreter before it`);
    case "ENOEXEC":
      return said("no program for this machine", "put its interpreter before it");
    case "E2BIG":
      return said("its arguments and environment are too long");
    default:
      return said(code);
  }
}

function portWords(port: number, code: string): ErrorWords {
  switch (code) {
    case "EADDRINUSE":
      return { message: `port ${port} is in use`, hint: "name another; --listen without one takes any that is free" };
    case "EACCES":
      return { message: `port ${port} is not open to you`, hint: "name one from 1024 on" };
    default:
      return { message: `port ${port} cannot be listened on (${code})` };
  }
}

interface Facts {
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
  readonly port?: number | undefined;
}

/** What Node puts beside the message. */
interface UnknownFacts extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly port?: unknown;
}

function factsOf(error: Error): Facts {
  const { code, syscall, path, port }: UnknownFacts = error;
  return {
    code: textOr(code),
    syscall: textOr(syscall),
    path: textOr(path),
    port: typeof port === "number" ? port : undefined,
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function hintOf(error: Error): string | undefined {
  return "hint" in error ? textOr(error.hint) : undefined;
}
