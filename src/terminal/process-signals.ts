/** Listens to everything that ends, stops or continues the process, as one set that is put up and taken down whole. */

export interface SignalHandlers {
  /** SIGINT, SIGTERM, SIGHUP, with the exit code a shell expects. */
  end(code: number, signal: NodeJS.Signals): void;
  /** SIGTSTP from outside; Ctrl-Z is a key in raw mode. */
  stop(): void;
  resume(): void;
  /** An uncaught exception or an unhandled rejection. */
  crash(error: unknown): void;
  exit(): void;
}

const ENDS: readonly [NodeJS.Signals, number][] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
];

export interface SignalWatch {
  /** While off, SIGTSTP does what the system does: it stops the process. */
  catchStop(on: boolean): void;
  close(): void;
}

export function watchSignals(handlers: SignalHandlers): SignalWatch {
  const ends = ENDS.map(([signal, code]) => [signal, () => handlers.end(code, signal)] as const);
  const { stop, resume, crash, exit } = handlers;
  for (const [signal, listener] of ends) process.on(signal, listener);
  process.on("SIGTSTP", stop);
  process.on("SIGCONT", resume);
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  process.on("exit", exit);
  return {
    catchStop: (on) => {
      process.off("SIGTSTP", stop);
      if (on) process.on("SIGTSTP", stop);
    },
    close: () => {
      for (const [signal, listener] of ends) process.off(signal, listener);
      process.off("SIGTSTP", stop);
      process.off("SIGCONT", resume);
      process.off("uncaughtException", crash);
      process.off("unhandledRejection", crash);
      process.off("exit", exit);
    },
  };
}
