/** Whether a host name, as URLs or as sockets have it, is this machine by its loopback interface. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The same, and what programs in containers and servers that listen everywhere call it: for calls that were recorded elsewhere. */
export function isOwnMachine(host: string): boolean {
  return isLoopback(host) || host === "0.0.0.0" || host === "host.docker.internal";
}
