/** Puts text on the user's clipboard, wherever that is, and says how: over SSH it is not this machine's. */
import { spawn } from "node:child_process";
import { capabilitiesOf, type Environment } from "./capabilities.ts";

export interface ClipboardOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Sends an escape sequence to the terminal. */
  write(sequence: string): void;
}

export type CopyResult =
  /** `how`: a command's name, or "OSC 52": the terminal was told, and whether it obeyed it does not say. */
  | { readonly copied: true; readonly how: string; readonly bytes: number }
  /** Larger than terminals take: save it to a file instead. `limit` in bytes of text. */
  | { readonly copied: false; readonly bytes: number; readonly limit: number };

interface Command {
  readonly how: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** The longest base64 text that terminals are known to take in one OSC 52 (a 100,000-byte buffer in several of them). */
const OSC52_LIMIT = 74_994;
/** Milliseconds; a clipboard command that waits longer waits for a display that is not there. */
const COMMAND_TIME = 3000;

export async function copyText(text: string, options: ClipboardOptions): Promise<CopyResult> {
  const bytes = Buffer.byteLength(text, "utf8");
  for (const command of commandsFor(options)) {
    if (await feed(command, text, options.env)) return { copied: true, how: command.how, bytes };
  }
  const encoded = Buffer.from(text, "utf8").toString("base64");
  if (encoded.length > OSC52_LIMIT) return { copied: false, bytes, limit: Math.floor(OSC52_LIMIT / 4) * 3 };
  options.write(`\x1b]52;c;${encoded}\x07`);
  return { copied: true, how: "OSC 52", bytes };
}

/** In the order in which they are tried; none over a plain SSH connection. */
function commandsFor({ env, platform }: ClipboardOptions): Command[] {
  const { ssh, tmux } = capabilitiesOf(env);
  const commands: Command[] = [];
  const add = (file: string, ...args: string[]): void => void commands.push({ how: file, file, args });
  if (!ssh) {
    if (platform === "darwin") add("pbcopy");
    if (env.WAYLAND_DISPLAY) add("wl-copy");
    if (env.DISPLAY) {
      add("xclip", "-selection", "clipboard");
      add("xsel", "--clipboard", "--input");
    }
    if (platform === "win32" || env.WSL_DISTRO_NAME) add("clip.exe");
  }
  // tmux passes it on to the terminal it runs in, and drops an OSC 52 of its own windows by default.
  if (tmux) add("tmux", "load-buffer", "-w", "-");
  return commands;
}

/** Whether the command took the text. It may go on in the background to own the selection. */
function feed({ file, args }: Command, text: string, env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ["pipe", "ignore", "ignore"], env: { ...env } });
    const timer = setTimeout(() => {
      child.kill();
      resolve(false);
    }, COMMAND_TIME);
    const settle = (taken: boolean): void => {
      clearTimeout(timer);
      resolve(taken);
    };
    child.on("error", () => settle(false));
    child.on("exit", (code) => settle(code === 0));
    child.stdin.on("error", () => {});
    child.stdin.end(text, "utf8");
  });
}
