/** What the exit code of a command says; README's table has the same words. */
export const EXIT = { ok: 0, differs: 1, trouble: 2, notStarted: 3, agentFailed: 4, interrupted: 130 } as const;
