/** Rematches: one for all players, each one seat further, also after a restart. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closing } from '../sdk/house.ts';
import { person } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { newPerson, watch } from '../support/sockets/rawClient.ts';

let server: ChildServer;

beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'rematch-'));
  server = new ChildServer(await freePort(), { DATA_DIR, DURABILITY: 'process', BOT_DELAY_MS: '0' });
  await server.start();
});
afterAll(() => server?.end('SIGKILL'));

type Client = FlowerWarClient;

/** Three players, and a fourth person who does not play. */
const four = async () =>
  (await Promise.all(['Ana', 'Beto', 'Caro', 'Eve'].map((name) => person(server.url, name)))) as [
    Client,
    Client,
    Client,
    Client,
  ];

/** Ends a match of three players and a bot in seat 1. */
async function played(people: readonly Client[], table: object = {}) {
  const wanted = { game: 'mexica', options: { length: 'short' }, bots: [{ bot: 'random', seat: 1 }] } as const;
  const match = await people[0]!.create({ ...wanted, table });
  const code = match.code === undefined ? {} : { code: match.code };
  const lives: LiveMatch[] = [];
  for (const client of people) lives.push(closing(await client.join(match, code)));
  expect(lives.map(({ seat }) => seat)).toEqual([0, 2, 3]);
  await lives[0]!.until(({ table: { status } }) => status === 'running');
  for (const live of lives) if (!live.isOver) await live.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  return { match, lives };
}

/** Asks for the rematch, until the test ends. */
const again = async (client: Client, match: string): Promise<LiveMatch> => closing(await client.rematch(match));

test('complaint 19, no rematch with the same people: three people and a bot, one tap each: all meet in one match, one seat further, with the same options and bots', async () => {
  const [ana, beto, caro] = await four();
  const { match, lives } = await played([ana, beto, caro], { clock: { kind: 'turn', seconds: 60 } });
  const rematches = await Promise.all(lives.map(async (live) => closing(await live.rematch())));
  expect(new Set(rematches.map(({ id }) => id)).size).toBe(1);
  expect(rematches.map(({ seat }) => seat)).toEqual([3, 1, 2]); // the first player is last now
  const next = await ana.match(rematches[0]!.id);
  const { preset, options, table } = match;
  expect(next).toMatchObject({ rematchOf: match.match, preset, options, table });
  expect(next.seats[0]).toMatchObject({ kind: 'bot', name: 'random' });
  await rematches[0]!.until((one) => one.table.status === 'running');
  expect((await beto.match(match.match)).rematch).toBe(next.match);
});

test('a spectator is told, also one who comes later; a stranger gets no seat that is kept', async () => {
  const [ana, beto, caro, eve] = await four();
  const { match } = await played([ana, beto, caro]);
  const watching = closing(await eve.watch(match));
  const told = new Promise((resolve) => watching.on('rematch', resolve));
  const first = await again(ana, match.match);
  expect(await told).toBe(first.id);
  expect(watching.rematchId).toBe(first.id);
  const later = closing(await eve.watch(match));
  await later.until(({ rematchId }) => rematchId === first.id);

  const next = { match: first.id, game: 'mexica' as const };
  await expect(eve.join(next)).rejects.toMatchObject({ code: 'match-full' });
  await expect(eve.join(next, { seat: 1 })).rejects.toMatchObject({ code: 'seat-taken', reason: 'kept' });
  await expect(beto.join(next, { seat: 2 })).rejects.toMatchObject({ code: 'seat-taken', reason: 'kept' });
  await expect(eve.rematch(match.match)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(ana.rematch(first.id)).rejects.toMatchObject({ code: 'not-over' });
});

test('who asks for the rematch again and again is answered, and each viewer is told once', async () => {
  const [ana, beto, caro] = await four();
  const { match } = await played([ana, beto, caro]);
  const watching = closing(await watch(await newPerson(server.url), match));
  const first = await again(ana, match.match);
  for (const client of [ana, beto, ana]) expect((await again(client, match.match)).id).toBe(first.id);
  await watching.settle();
  expect(watching.messages('rematch')).toEqual([{ match: first.id }]);
});

test('a private match stays private, and those who played it get its code', async () => {
  const [ana, beto, caro, eve] = await four();
  const { match } = await played([ana, beto, caro], { visibility: 'private' });
  const first = await again(caro, match.match);
  const [seen, stranger] = await Promise.all([beto.match(first.id), eve.match(first.id)]);
  expect(seen.code).toMatch(/^\w{8}$/);
  expect(seen.code).not.toBe(match.code);
  expect(stranger.code).toBeUndefined();
  expect((await eve.list()).map((one) => one.match)).not.toContain(first.id);
  const second = await again(beto, match.match);
  expect([second.id, second.seat]).toEqual([first.id, 1]);
});

test('after the server was killed the rematch is the same match, and the seats are still kept', async () => {
  const [ana, beto, caro, eve] = await four();
  const { match } = await played([ana, beto, caro]);
  const first = await again(beto, match.match);
  await server.end('SIGKILL');
  await server.start();
  const rest = [await again(ana, match.match), await again(caro, match.match)];
  expect(rest.map(({ id, seat }) => [id, seat])).toEqual([
    [first.id, 3],
    [first.id, 2],
  ]);
  await rest[0]!.until(({ table }) => table.status === 'running');
  await expect(eve.join({ match: first.id, game: 'mexica' })).rejects.toMatchObject({ code: 'already-started' });
});

test('with a bot that this host no longer has there is no rematch, and none is begun', async () => {
  const [BOTS, DATA_DIR, port] = [
    mkdtempSync(join(tmpdir(), 'bots-')),
    mkdtempSync(join(tmpdir(), 'rematch-')),
    await freePort(),
  ];
  writeFileSync(join(BOTS, 'tieqchieq.pal.js'), 'export default ({ legal }) => legal[0];');
  const before = new ChildServer(port, { DATA_DIR, BOTS });
  await before.start();
  const ana = await person(before.url, 'Ana');
  const { match } = await ana.create<string>({ game: 'tieqchieq', seats: 2, bots: [{ bot: 'pal' }] });
  await (await ana.join({ match, game: 'tieqchieq' })).resign();
  await expect.poll(async () => (await ana.match(match)).status).toBe('ended');
  await before.end('SIGTERM');
  const after = new ChildServer(port, { DATA_DIR });
  await after.start();
  await expect(again(ana, match)).rejects.toMatchObject({ code: 'unknown-bot' });
  expect((await ana.match(match)).rematch).toBeUndefined();
  await after.end('SIGKILL');
});
