import { isSecretVariable } from "./secret-names.ts";

export interface Secret {
  /** Of the variable; its placeholder is `<NAME>`. */
  readonly name: string;
  readonly value: string;
}

/** The secrets of an environment: values of variables named like credentials, passwords inside URLs. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): Secret[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === "") return [];
    const password = passwordOf(value);
    // Of a URL only the password is secret.
    if (password !== undefined) return password.length >= 6 ? [{ name, value: password }] : [];
    return isSecretVariable(name, value) ? [{ name, value }] : [];
  });
}

function passwordOf(value: string): string | undefined {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s:@/]*:([^\s@/]+)@/i.exec(value)?.[1];
  if (password === undefined) return undefined;
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
