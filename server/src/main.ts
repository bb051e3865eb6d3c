/** Starts the server, and stops it on a signal. The only place that calls process.exit. */
import { BadConfig, BadKey, whyUnknownHost } from '@flower-war/protocol/hosting';
import { describeConfig, readConfig } from './base/config.ts';
import { type Running, startServer } from './server.ts';
import { OtherTempleKey } from './store/data-folder/database.ts';
import { DataMoved, OtherVersion } from './store/data-folder/dataMarks.ts';
import {
  DataInUse,
  DataLost,
  damaged,
  isDamaged,
  isDiskFull,
  isForbidden,
  UnusableFolder,
  unusable,
} from './store/data-folder/safeFolder.ts';
import { UnfitDatabase } from './store/engine/engine.ts';

/** After this time the process ends by force. That loses nothing: accepted moves are on the disk. */
const STOP_WITHIN_MS = 4000;

/** Other processes have declared this one dead. Its supervisor starts it anew, as another process. */
const BURIED = 75;

/** The operator can do something about these. */
const FOR_PEOPLE = [
  BadConfig,
  BadKey,
  DataInUse,
  DataLost,
  DataMoved,
  OtherTempleKey,
  OtherVersion,
  UnfitDatabase,
  UnusableFolder,
];

if (process.argv.includes('--help')) {
  await import('./store/sqliteThread.ts'); // the launcher fills its cache of compiled code in this way
  console.log(`npm start runs the server. Settings, from the environment, with their defaults:\n\n${describeConfig()}`);
  process.exit(0);
}

const running = await start();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => void shutDown(running, signal));
running.log.info({ address: running.address }, 'the server runs');
// On the standard error, like all texts for people: the standard output holds only the log.
console.error(readyWords(running.address));
process.send?.({ address: running.address });

/** If the server listens everywhere, the text names a loopback address: 0.0.0.0 cannot be opened. */
function readyWords(address: string): string {
  const local = address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const more = local === 'http://127.0.0.1:2567' ? '' : ` -- --url ${local}`; // `npm run play` knows this one by itself
  const everywhere = local === address ? '' : ', and at every other address of this machine';
  return `Flower War is ready at ${local}${everywhere}\nPlay from another terminal: npm run play${more}`;
}

async function start(): Promise<Running> {
  try {
    return await startServer(readConfig(process.env), { onBuried: () => process.exit(BURIED) });
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

async function shutDown({ log, stop }: Running, signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  const late = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS, 'late'));
  if ((await Promise.race([stop(), late])) === 'late') log.error('stopping took too long: the process ends by force');
  process.exit(0);
}

function explain(error: unknown): string {
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, hostname, message, stack } = error as NodeJS.ErrnoException & { readonly hostname?: string };
  const { HOST = '127.0.0.1', PORT = '2567', DATA_DIR = 'data' } = process.env;
  if (code === 'EADDRINUSE')
    return `Port ${PORT} of ${HOST} is taken: another program listens there, perhaps another npm start. Stop it, or start with another: PORT=2600 npm start`;
  const unknown = hostname === HOST ? whyUnknownHost('HOST', error) : undefined; // other programs have names, too
  if (unknown !== undefined) return unknown;
  if (isDamaged(error)) return damaged(DATA_DIR, error).message;
  if (isDiskFull(error) || (isForbidden(error) && syscall !== 'listen')) return unusable(DATA_DIR, error).message;
  if (isForbidden(error) || code === 'EADDRNOTAVAIL')
    return `The server may not listen on ${HOST}:${PORT} (${code}). Choose another HOST or PORT.`;
  return `The server could not start: ${stack ?? message}`;
}
