/** Ratings through kill -9, and once more from the records alone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FlowerWarClient as Person } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duel, idOf } from '../sdk/house.ts';
import { asking, person } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';

const TOOL = new URL('../../../server/tools/ratings.ts', import.meta.url).pathname;
const KILLS = 3;
const data = mkdtempSync(join(tmpdir(), 'rebuild-'));
let server: ChildServer;

beforeAll(async () => {
  server = new ChildServer(await freePort(), { DATA_DIR: data, MESSAGES_PER_SECOND: '10000' });
  await server.start();
});
afterAll(() => server?.end('SIGKILL'));

async function rebuild(DATA_DIR = data) {
  const child = spawn(process.execPath, [TOOL, '--rebuild'], { env: { ...process.env, DATA_DIR } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

function rows(sql: string): unknown[] {
  const database = new DatabaseSync(join(data, 'flower-war.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const ratings = () => rows('SELECT * FROM ratings ORDER BY player');
const rated = () => rows('SELECT * FROM rated ORDER BY rowid');

const untilRated = (matches: number) => expect.poll(() => rated().length).toBe(matches);

test('each match counts once, whenever the server is killed, and a rebuild gives the same numbers', async () => {
  const chance = fastChance(5);
  const people: Person[] = [];
  for (const name of ['A', 'B', 'C', 'D']) people.push(await person(server.url, name));
  const played: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const [a, b, c, d] = chance.shuffle(people) as [Person, Person, Person, Person];
    const duels = [duel({ people: [a, b] }), duel({ people: [c, d] }), duel({ people: [d, a] })];
    for (const match of await Promise.all(duels)) played.push(match.match);
    await server.end('SIGKILL'); // some of them are rated by now, others are not
    await server.start();
  }
  await untilRated(played.length);
  await server.end('SIGTERM');
  expect(rows('SELECT match FROM rated').length).toBe(played.length);
  expect(rows('SELECT sum(matches) AS n FROM ratings')).toEqual([{ n: 2 * played.length }]);

  const before = { ratings: ratings(), rated: rated() };
  expect(await rebuild()).toEqual({ code: 0, said: `${played.length} matches count, in 4 ratings.\n` });
  expect({ ratings: ratings(), rated: rated() }).toEqual(before);

  await server.start();
  expect((await rebuild()).said).toContain('Stop it first');
  const ask = asking(() => server.url);
  await ask('DELETE /api/me', { token: people[0]!.session?.token });
  await duel({ people: people.slice(1, 3) });
  await untilRated(played.length + 1);
  await server.end('SIGTERM');
  const after = ratings();
  expect(after).toHaveLength(3);
  expect(JSON.stringify(after)).not.toContain(idOf(people[0]!));
  expect((await rebuild()).code).toBe(0);
  expect(ratings()).toEqual(after);
}, 60_000);

test('where there is no data, nothing is made', async () => {
  const missing = { code: 2, said: expect.stringContaining('There is no data') };
  expect(await rebuild(join(data, 'nowhere'))).toEqual(missing);
});
