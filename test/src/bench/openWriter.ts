/**
 * A real server, in a process of its own, that writes running matches, lists them in a file, and waits to be killed. argv: the
 * folder, and the batches to write. An earlier checkout is measured by its own copy of this program and of `openInside.ts`, so
 * their paths and arguments do not change.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { tableSettings } from '@flower-war/protocol';
import { fastChance, resolveOptions } from '@flower-war/rules';
import { readConfig, startServer } from '@flower-war/server';
import { newPerson } from '../support/sockets/rawClient.ts';
import { UNLIMITED } from '../support/server.ts';
import type { Batch } from './joins.ts';

const AT_ONCE = 50;
const GAME = 'flower-war';
const [, , folder = '', batches = '[]'] = process.argv;
const settings = { PORT: '0', LOG_LEVEL: 'warn', DURABILITY: 'process', DATA_DIR: folder, ...UNLIMITED };
const { services, address } = await startServer(readConfig(settings));
const written: string[] = [];
for (const { matches, entries } of JSON.parse(batches) as Batch[])
  for (let made = 0; made < matches; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, matches - made) }, () => writeMatch(entries));
    written.push(...(await Promise.all(some)));
  }
writeFileSync(join(folder, 'matches.json'), JSON.stringify(written));
flushCompileCache(); // for the next start, since this process is killed
console.log('written');

/** Plays the match inside the process, because only the record counts. A match that ends too soon is written anew. */
async function writeMatch(entries: number): Promise<string> {
  const match = await seated();
  const chance = fastChance(written.length + entries);
  for (let id = match.position.occupants.size + 2; id < entries; id++) {
    const [seat] = match.awaited;
    if (seat === undefined) return writeMatch(entries);
    const { legal } = match.privateOf(seat);
    // In a hidden window the answer comes only when the window has closed.
    void match.act(seat, [id, match.decisionOf(seat) ?? 0, chance.pick(legal)], Date.now());
    while (match.isBusy) await new Promise(setImmediate);
  }
  return match.id;
}

async function seated() {
  const game = services.games.get(GAME)?.game;
  const resolved = game && resolveOptions(game, undefined, {});
  if (!resolved?.ok) throw new Error(`${GAME} cannot be played`);
  const { preset, options } = resolved;
  const players = [await newPerson(address), await newPerson(address)].map(({ session }) => session.player);
  const table = tableSettings.parse({});
  const host = players[0] ?? '';
  const id = await services.matches.create({ game: GAME, preset, options, seats: 2, table, host });
  const match = await services.matches.open(id);
  if (match === undefined) throw new Error('the match that was made is not there');
  for (const [seat, player] of players.entries()) {
    const contribution = randomBytes(16).toString('hex');
    await match.sit({ by: 'player', player, contribution }, seat, Date.now());
  }
  return match;
}
