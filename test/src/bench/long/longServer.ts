/** A real server that tells how long at most its event loop stood still since the last question. argv: the folder. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig, startServer } from '@flower-war/server';
import { UNLIMITED } from '../../support/unlimited.ts';

/** In milliseconds. `own`: the processor time of the loop itself, without what other programs took meanwhile. */
export interface Hold {
  readonly all: number;
  readonly own: number;
}

const TICK_MS = 1;
let longest: Hold = { all: 0, own: 0 };
let ticked = look();
setInterval(() => {
  const now = look();
  const [all, own] = [now.all - ticked.all - TICK_MS, now.own - ticked.own];
  longest = { all: Math.max(longest.all, all), own: Math.max(longest.own, own) };
  ticked = now;
}, TICK_MS);

function look(): Hold {
  const { user, system } = process.threadCpuUsage();
  return { all: performance.now(), own: (user + system) / 1000 };
}

const settings = { PORT: '0', LOG_LEVEL: 'silent', DURABILITY: 'process', DATA_DIR: process.argv[2] ?? '' };
const { address } = await startServer(readConfig({ ...settings, ...UNLIMITED }));
const meter = createServer((_request, response) => {
  response.end(JSON.stringify(longest));
  longest = { all: 0, own: 0 };
}).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address, meter: `http://127.0.0.1:${(meter.address() as AddressInfo).port}` }));
});
process.once('SIGTERM', () => process.exit(0));
