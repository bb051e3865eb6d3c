/** The settings that all processes of the server get because they stand behind the front door of this machine. */

/** What one process alone can have: its address, and the port and the url that other processes reach it by. */
const OF_ONE = ['PORT', 'PROCESS_NAME', 'INTERNAL_PORT', 'INTERNAL_URL'];

export function settingsOfServers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(OF_ONE.map((name) => [name, undefined]));
  return { ...unset, HOST: '127.0.0.1', PORT: '0', TRUST_PROXY: withDoor(environment['TRUST_PROXY'] || '0') };
}

/** The door is one more proxy. The server itself refuses a value that is none. */
function withDoor(proxies: string): string {
  return /^\d{1,2}$/.test(proxies) ? String(Number(proxies) + 1) : `${proxies},127.0.0.1`;
}
