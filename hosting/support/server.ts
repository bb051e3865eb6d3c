/** The server as a process of its own, for tests. */
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';
import { StartedProgram } from './program.ts';
import { scratchFolder } from './scratchFolder.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  readonly program: StartedProgram;
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
  });
  return { port, url: `http://127.0.0.1:${port}`, folder, program };
}
