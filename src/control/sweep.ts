import { rmSync } from "node:fs";
import { connect } from "node:net";
import { kill, platform } from "node:process";
import { type Environment, socketsIn } from "./socket-place.ts";

/** Removes sockets that processes left behind which were killed. One that somebody answers at stays, whatever its name. */
export async function sweep(environment: Environment): Promise<void> {
  if (platform === "win32") return;
  const dead = socketsIn(environment).filter(({ pid }) => !isAlive(pid));
  await Promise.all(
    dead.map(async ({ path }) => {
      if (await refuses(path)) rmSync(path, { force: true });
    }),
  );
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Nobody serves there any more. Process ids of another container mean nothing here: who answers lives. */
export function refuses(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.unref();
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
