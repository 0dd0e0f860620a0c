const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "is a folder",
  ENOTDIR: "a part of its path is no folder",
  EEXIST: "exists",
  ENOSPC: "no space left",
  EDQUOT: "no space left for this user",
  EFBIG: "too large for its file system",
  EROFS: "its file system is read-only",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead round in a circle",
  EIO: "its device fails",
  EBUSY: "in use",
};

/** The code of a system error: "ENOENT". */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What a system error about a file says, in words; its code where there are none. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? String(error) : (REASONS[code] ?? code);
}
