/** The addresses at which this machine reaches its own processes. */

export function local(address: URL): URL {
  const url = new URL(address);
  url.hostname = reachable(url.hostname);
  return url;
}

/** The address to connect to: a server that listens on all addresses is reached by the local one. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::' || host === '[::]') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
