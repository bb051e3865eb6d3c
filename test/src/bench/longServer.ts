/**
 * A real server that tells how long at most its event loop stood still since the last question. argv: the folder; with a number of
 * entries, it writes two matches with records of that length into the folder instead, and ends.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MatchSummary } from '@flower-war/protocol';
import { readConfig, startServer } from '@flower-war/server';
import { lengthen } from '../support/longRecord.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';
import { UNLIMITED } from '../support/unlimited.ts';

/** In milliseconds. `own`: the processor time of the loop itself, without what other programs took meanwhile. */
export interface Hold {
  readonly all: number;
  readonly own: number;
}

/** The two matches, and the token of a player who may open the running one. */
export interface LongRecords {
  readonly running: string;
  readonly ended: string;
  readonly token: string;
}

const TICK_MS = 1;
const [, , folder = '', entries] = process.argv;
const settings = { PORT: '0', LOG_LEVEL: 'silent', DURABILITY: 'process', DATA_DIR: folder, ...UNLIMITED };
const { services, address, stop } = await startServer(readConfig(settings));
if (entries === undefined) tellHolds();
else await writeRecords(Number(entries));

function tellHolds(): void {
  let longest: Hold = { all: 0, own: 0 };
  let ticked = look();
  setInterval(() => {
    const now = look();
    const [all, own] = [now.all - ticked.all - TICK_MS, now.own - ticked.own];
    longest = { all: Math.max(longest.all, all), own: Math.max(longest.own, own) };
    ticked = now;
  }, TICK_MS);
  const meter = createServer((_request, response) => {
    response.end(JSON.stringify(longest));
    longest = { all: 0, own: 0 };
  }).listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ address, meter: `http://127.0.0.1:${(meter.address() as AddressInfo).port}` }));
  });
  process.once('SIGTERM', () => process.exit(0));
}

function look(): Hold {
  const { user, system } = process.threadCpuUsage();
  return { all: performance.now(), own: (user + system) / 1000 };
}

async function writeRecords(length: number): Promise<void> {
  const write = async (isEnded: boolean) => {
    const people = [await newPerson(address), await newPerson(address)] as const;
    const { body: match } = await people[0].post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
    for (const person of people) (await takeSeat(person, match)).close();
    while (services.matches.awake.length > 0) await new Promise(setImmediate);
    await lengthen(services, match.match, { entries: length, of: 'gaps', isEnded });
    return { match: match.match, token: people[0].session.token };
  };
  const [running, ended] = [await write(false), await write(true)];
  const long: LongRecords = { running: running.match, ended: ended.match, token: running.token };
  writeFileSync(join(folder, 'long.json'), JSON.stringify(long));
  await stop();
  process.exit(0);
}
