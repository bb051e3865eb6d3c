/**
 * A real server, in a process of its own, that writes running matches. argv: the folder, and the batches to write. It
 * writes the tokens of the players to a file, and waits to be killed.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { tableSettings } from '@flower-war/protocol';
import { fastChance, resolveOptions } from '@flower-war/rules';
import { type Running, readConfig, startServer } from '@flower-war/server';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';
import { UNLIMITED } from '../support/unlimited.ts';

/** The match and token with which a player comes back after the server was killed. */
export interface Sitting {
  readonly match: string;
  readonly token: string;
}

interface Batch {
  readonly matches: number;
  readonly entries: number;
}

const AT_ONCE = 50;
const GAME = 'flower-war';
const [, , folder = '', batches = '[]'] = process.argv;
const settings = { PORT: '0', LOG_LEVEL: 'warn', DURABILITY: 'process', DATA_DIR: folder };
const server = await startServer(readConfig({ ...settings, ...UNLIMITED }));
const sittings: Sitting[] = [];
for (const { matches, entries } of JSON.parse(batches) as Batch[])
  for (let made = 0; made < matches; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, matches - made) }, () => writeMatch(server, entries));
    sittings.push(...(await Promise.all(some)).flat());
  }
writeFileSync(join(folder, 'sittings.json'), JSON.stringify(sittings));
flushCompileCache(); // for the next start, since this process is killed
console.log('written');

/**
 * Creates and joins the match over HTTP, but plays it inside the process, because only the record counts. A match that
 * ends too soon is written anew.
 */
async function writeMatch({ services, address }: Running, entries: number): Promise<readonly Sitting[]> {
  const people = [await newPerson(address), await newPerson(address)];
  const match = await seated(services, people);
  const chance = fastChance(sittings.length + entries);
  for (let id = match.position.occupants.size + 2; id < entries; id++) {
    const [seat] = match.awaited;
    if (seat === undefined) return writeMatch({ services, address } as Running, entries);
    const { legal } = match.privateOf(seat);
    // In a hidden window the answer comes only when the window has closed.
    void match.act(seat, [id, match.decisionOf(seat) ?? 0, chance.pick(legal)], Date.now());
    while (match.isBusy) await new Promise(setImmediate);
  }
  return people.map(({ session }) => ({ match: match.id, token: session.token }));
}

async function seated({ matches, games }: Running['services'], people: readonly Person[]) {
  const game = games.get(GAME)?.game;
  const resolved = game && resolveOptions(game, undefined, {});
  const host = people[0]?.session.player;
  if (!resolved?.ok || host === undefined) throw new Error(`${GAME} cannot be played`);
  const { preset, options } = resolved;
  const id = await matches.create({ game: GAME, preset, options, seats: 2, table: tableSettings.parse({}), host });
  const match = await matches.open(id);
  if (match === undefined) throw new Error('the match that was made is not there');
  for (const [seat, { session }] of people.entries())
    await match.sit(
      { by: 'player', player: session.player, contribution: randomBytes(16).toString('hex') },
      seat,
      Date.now(),
    );
  return match;
}
