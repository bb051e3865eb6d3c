/**
 * One server to measure, in a process of its own. argv: which, and the folder of its data. Its first line tells its
 * address, and the address that tells what it has used.
 */
import { createServer } from 'node:http';
import { startBoardgameIo } from './peers/boardgameIoServer.ts';
import { BareRoom, DefaultRoom, startColyseus } from './peers/colyseusServer.ts';
import { listening } from './peers/listening.ts';
import { startOurs, startReal } from './peers/ourServer.ts';
import { startSocketIo } from './peers/socketIoServer.ts';
import { startWs } from './peers/wsServer.ts';

const STARTS = {
  ws: startWs,
  bare: () => startColyseus(BareRoom, { pingInterval: 0 }),
  'bare with heartbeats': () => startColyseus(BareRoom, {}),
  default: () => startColyseus(DefaultRoom, {}),
  'socket.io': startSocketIo,
  'boardgame.io': startBoardgameIo,
  ours: startOurs,
  real: startReal,
} as const satisfies Readonly<Record<string, (dataFolder: string) => Promise<string>>>;

const [, , kind = '', dataFolder = ''] = process.argv;
if (!Object.hasOwn(STARTS, kind)) throw new Error(`there is no server "${kind}": ${Object.keys(STARTS).join(', ')}`);
const address = await STARTS[kind as keyof typeof STARTS](dataFolder);
const cpu = await listening(createServer((_request, response) => response.end(JSON.stringify(used()))));
console.log(JSON.stringify({ address, cpu }));
process.once('SIGTERM', () => process.exit(0));

function used() {
  return { ...process.cpuUsage(), rss: process.memoryUsage().rss };
}
