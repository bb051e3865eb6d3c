/** Rematches: one for all players, each one seat further, also after a restart. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';

let folder: string;
let server: ChildServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rematch-'));
  server = new ChildServer(await freePort(), { DATA_DIR: folder, DURABILITY: 'process', BOT_DELAY_MS: '0' });
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await rm(folder, { recursive: true });
});

async function person(name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url: server.url });
  await client.signIn(name);
  return client;
}

type Live = LiveMatch;

/** Ends a match of three players and a bot in seat 1. */
async function played(people: readonly FlowerWarClient[], table: object = {}) {
  const [host] = people;
  const match = await host!.create({
    game: 'mexica',
    options: { length: 'short' },
    bots: [{ bot: 'random', seat: 1 }],
    table,
  });
  const code = match.code === undefined ? {} : { code: match.code };
  const lives: Live[] = [];
  for (const client of people) lives.push(await client.join(match, code));
  expect(lives.map(({ seat }) => seat)).toEqual([0, 2, 3]);
  await lives[0]!.until(({ table: { status } }) => status === 'running');
  for (const live of lives) if (!live.isOver) await live.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  return { match, lives };
}

const close = (lives: readonly { close(): void }[]) => {
  for (const live of lives) live.close();
};

test('complaint 19, no rematch with the same people: three people and a bot, one tap each: all meet in one match, one seat further, with the same options and bots', async () => {
  const people = await Promise.all(['Ana', 'Beto', 'Caro'].map(person));
  const { match, lives } = await played(people, { clock: { kind: 'turn', seconds: 60 } });
  const again = await Promise.all(lives.map((live) => live.rematch()));
  expect(new Set(again.map(({ id }) => id)).size).toBe(1);
  expect(again.map(({ seat }) => seat)).toEqual([3, 1, 2]); // the first player is last now
  const next = await people[0]!.match(again[0]!.id);
  expect(next).toMatchObject({
    rematchOf: match.match,
    preset: match.preset,
    options: match.options,
    table: match.table,
  });
  expect(next.seats[0]).toMatchObject({ kind: 'bot', name: 'random' });
  await again[0]!.until(({ table }) => table.status === 'running');
  expect((await people[1]!.match(match.match)).rematch).toBe(next.match);
  close([...lives, ...again]);
});

test('who looks on is told, also who comes later; a stranger gets no seat that is kept', async () => {
  const people = await Promise.all(['Dora', 'Ezra', 'Fina'].map(person));
  const eve = await person('Eve');
  const { match, lives } = await played(people);
  const watching = await eve.watch(match);
  const told = new Promise((resolve) => watching.on('rematch', resolve));
  const first = await people[0]!.rematch(match);
  expect(await told).toBe(first.id);
  expect(watching.rematchId).toBe(first.id);
  const later = await eve.watch(match);
  await new Promise<void>((resolve) => (later.rematchId ? resolve() : later.on('rematch', () => resolve())));
  expect(later.rematchId).toBe(first.id);

  const next = { match: first.id, game: 'mexica' as const };
  await expect(eve.join(next)).rejects.toMatchObject({ code: 'match-full' });
  await expect(eve.join(next, { seat: 1 })).rejects.toMatchObject({ code: 'seat-taken', reason: 'kept' });
  await expect(people[1]!.join(next, { seat: 2 })).rejects.toMatchObject({ code: 'seat-taken', reason: 'kept' });
  await expect(eve.rematch(match.match)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(people[0]!.rematch(first.id)).rejects.toMatchObject({ code: 'not-over' });
  close([...lives, first, watching, later]);
});

test('a private match stays private, and those who played it get its code', async () => {
  const people = await Promise.all(['Gael', 'Hugo', 'Ines'].map(person));
  const eve = await person('Eve');
  const { match, lives } = await played(people, { visibility: 'private' });
  const first = await lives[2]!.rematch();
  const [seen, stranger] = await Promise.all([people[1]!.match(first.id), eve.match(first.id)]);
  expect(seen.code).toMatch(/^\w{8}$/);
  expect(seen.code).not.toBe(match.code);
  expect(stranger.code).toBeUndefined();
  expect((await eve.list()).map((one) => one.match)).not.toContain(first.id);
  const second = await people[1]!.rematch(match.match);
  expect([second.id, second.seat]).toEqual([first.id, 1]);
  close([...lives, first, second]);
});

test('after the server was killed the rematch is the same match, and the seats are still kept', async () => {
  const people = await Promise.all(['Juan', 'Kira', 'Luis'].map(person));
  const eve = await person('Eve');
  const { match, lives } = await played(people);
  const first = await lives[1]!.rematch();
  await server.end('SIGKILL');
  await server.start();
  const again = await Promise.all([people[0]!, people[2]!].map((client) => client.rematch(match.match)));
  expect(again.map(({ id }) => id)).toEqual([first.id, first.id]);
  expect(again.map(({ seat }) => seat)).toEqual([3, 2]);
  await again[0]!.until(({ table }) => table.status === 'running');
  await expect(eve.join({ match: first.id, game: 'mexica' })).rejects.toMatchObject({ code: 'already-started' });
  close([...lives, first, ...again]);
});
