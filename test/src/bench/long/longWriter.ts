/** Writes two matches whose records are far longer than a record may be now. argv: the folder, the entries. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchSummary } from '@flower-war/protocol';
import { readConfig, startServer } from '@flower-war/server';
import { lengthen } from '../../support/longRecord.ts';
import { newPerson, takeSeat } from '../../support/sockets/rawClient.ts';
import { UNLIMITED } from '../../support/unlimited.ts';

/** Two matches with long records, and the token of a player who may open the running one. */
export interface Long {
  readonly running: string;
  readonly ended: string;
  readonly token: string;
}

const [, , folder = '', entries = ''] = process.argv;
const settings = { PORT: '0', LOG_LEVEL: 'warn', DURABILITY: 'process', DATA_DIR: folder };
const { services, address, stop } = await startServer(readConfig({ ...settings, ...UNLIMITED }));
const people = [await newPerson(address), await newPerson(address)];
const [running, ended] = [await write(false), await write(true)];
const long: Long = { running, ended, token: people[0]?.session.token ?? '' };
writeFileSync(join(folder, 'long.json'), JSON.stringify(long));
await stop();
process.exit(0);

async function write(isEnded: boolean): Promise<string> {
  const [host] = people;
  if (host === undefined) throw new Error('the match needs a host');
  const { body: match } = await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  for (const person of people) (await takeSeat(person, match)).close();
  while (services.matches.awake.length > 0) await new Promise(setImmediate);
  await lengthen(services, match.match, { entries: Number(entries), of: 'gaps', isEnded });
  return match.match;
}
