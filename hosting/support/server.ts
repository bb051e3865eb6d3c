/** The server as a process of its own, for tests. */
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';
import { StartedProgram } from './program.ts';
import { scratchFolder } from './scratchFolder.ts';

/** On a busy machine a process may be silent for so long that the others take it for dead. */
export const DECLARED_DEAD = 75;

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  readonly program: StartedProgram;
}

/** Several processes of one server, by their names. They share what the settings name. */
export async function startServers(
  names: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<readonly TestServer[]> {
  const [first, ...others] = names.map((name) => () => startServer({ ...settings, PROCESS_NAME: name }));
  if (first === undefined) return [];
  // The first one brings the database to its format.
  return [await first(), ...(await Promise.all(others.map((start) => start())))];
}

export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const port = await freePort();
  const folder = scratchFolder('data');
  const usual = { DATA_DIR: folder, LOG_LEVEL: 'warn', BOT_DELAY_MS: '0' };
  const program = await StartedProgram.start({
    command: [process.execPath, 'server/src/main.ts'],
    environment: { ...usual, ...settings, PORT: String(port) },
    folder: ROOT,
    ports: [port],
    startsAgainAfter: DECLARED_DEAD,
  });
  return { port, url: `http://127.0.0.1:${port}`, folder, program };
}
