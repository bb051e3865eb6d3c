/** Starts a server on the data of a killed one, opens every match, and prints how long that took. argv: the folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, startServer } from '@flower-war/server';
import { UNLIMITED } from '../support/server.ts';

const AT_ONCE = 40;
const folder = process.argv[2] ?? '';
const rest = (JSON.parse(readFileSync(join(folder, 'matches.json'), 'utf8')) as string[]).values();
const server = await startServer(readConfig({ PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder, ...UNLIMITED }));
await Promise.all(Array.from({ length: AT_ONCE }, openSome));
console.log(JSON.stringify({ seconds: performance.now() / 1000 }));
process.exit(0);

async function openSome(): Promise<void> {
  for (const id of rest) {
    const match = await server.services.matches.open(id);
    if (match?.position.status !== 'running' || match.awaited.length === 0) throw new Error(`${id} cannot go on`);
  }
}
