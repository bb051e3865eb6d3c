/** New matches from positions of matches that are over, over HTTP with SQLite on disk. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowerWarClient, MatchSummary } from '@flower-war/client';
import { positionAfter, readRecord, verify } from '@flower-war/protocol';
import { deepEqual, engine, GAMES, gameById } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { duel, idOf, personAt } from './duels.ts';

let server: Running;
const ask = asking(() => server.address);

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'continue-'));
  server = await testServer({ JOURNAL: 'sqlite', DATA_DIR: data, DURABILITY: 'process' });
});
afterAll(() => server?.stop());

const person = (name: string) => personAt(server.address, name);

async function untilOver(client: FlowerWarClient, match: string): Promise<MatchSummary> {
  for (;;) {
    const summary = await client.match(match);
    if (summary.status === 'ended') return summary;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const bots = (seats: number, bot = 'random') => Array.from({ length: seats }, () => ({ bot }));

async function botMatch(client: FlowerWarClient, wanted: object): Promise<MatchSummary> {
  const { match } = await client.create({ game: '', ...wanted });
  return untilOver(client, match);
}

const EDITIONS = [
  { game: 'tieqchieq', seats: 2, options: { turnCap: 80 } },
  { game: 'space-aztecs', seats: 4 },
  { game: 'mexica', seats: 3, options: { length: 'short', roundCap: 12 } },
  { game: 'flower-war', seats: 4, options: { length: 'short', roundCap: 12 } },
];

test.each(EDITIONS)(
  '$game: from its positions, bots play to an end that verifies with and without the parent',
  { timeout: 60_000 },
  async (edition) => {
    const ana = await person('Ana');
    const parent = await botMatch(ana, { ...edition, bots: bots(edition.seats) });
    const record = await ana.history.record(parent.match);
    const last = record.trimEnd().split('\n').length - 3;
    const first = edition.seats + 1;
    for (const seq of [Math.floor((first + last) / 2), last]) {
      const made = await ana.history.continue(parent.match, { seq, bots: bots(edition.seats, 'greedy') });
      expect(made).toMatchObject({
        from: { match: parent.match, seq },
        options: parent.options,
        preset: parent.preset,
        host: idOf(ana),
        table: { rated: false },
        rulesVersion: parent.rulesVersion,
      });
      expect(made.commitment).not.toBe(parent.commitment);
      await untilOver(ana, made.match);
      const broken = (game: string, _: number, state: unknown) => GAMES.get(game)!.broken(state);
      const child = await ana.history.record(made.match);
      expect(await verify(child, engine, { broken, parent: record })).toMatchObject({
        ok: true,
        match: made.match,
        from: { match: parent.match, seq, isCompared: true },
      });
      const began = await ana.history.replay(made.match, { viewer: 'all' }).goto(first);
      const stood = await ana.history.replay(parent.match, { viewer: 'all' }).goto(seq);
      expect(Object.keys(began!.view).sort()).toEqual(Object.keys(stood!.view).sort());
    }
  },
);

/** The order of the cards that no player had seen. No view shows it. */
function decksIn(record: string, seq: number): unknown {
  const read = readRecord(record);
  if ('problem' in read) throw new Error(read.problem);
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('a record is whole');
  const folding = { engine: gameById(created.game)!, secret: ended.secret };
  const position = positionAfter(folding, read.entries.slice(0, seq + 1));
  return (position.state as { decks: unknown }).decks;
}

test('two who go on from one position get other hidden orders, and neither the old one', async () => {
  const ana = await person('Ana');
  const parent = await botMatch(ana, { ...EDITIONS[2], bots: bots(3) });
  const seq = 10;
  const decksOf = async (match: string, at: number) => decksIn(await ana.history.record(match), at);
  const children: unknown[] = [await decksOf(parent.match, seq)];
  for (let n = 0; n < 2; n++) {
    const made = await ana.history.continue(parent.match, { seq, bots: bots(3) });
    await untilOver(ana, made.match);
    children.push(await decksOf(made.match, 4));
  }
  expect(children.every((decks) => JSON.stringify(decks).length > 100)).toBe(true);
  expect(deepEqual(children[1], children[2])).toBe(false);
  expect(deepEqual(children[0], children[1])).toBe(false);
});

test('people take any seats of it, and it counts for no rating', async () => {
  const [ana, ben, caro] = [await person('Ana'), await person('Ben'), await person('Caro')];
  const parent = await duel({ people: [ana, ben] });
  const made = await caro.history.continue(parent.match, { seq: 3 });
  const lives = [await caro.join(made, { seat: 1 }), await ben.join(made, { seat: 0 })];
  await lives[0]!.until(({ table }) => table.status === 'running');
  const replay = ana.history.replay(parent.match);
  expect((await replay.goto(3))?.view).toEqual(lives[0]!.table.view);
  await lives[0]!.resign();
  await lives[1]!.until(({ isOver }) => isOver);
  for (const live of lives) live.close();
  await server.services.ratings.catchUp();
  const { matches } = await ben.history.mine();
  expect(matches[0]).toMatchObject({ match: made.match, seat: 0, place: 1, from: { match: parent.match, seq: 3 } });
  expect(matches[0]).not.toHaveProperty('rating');
  expect(JSON.stringify(matches[0])).not.toContain('"state"');
});

test('what cannot be gone on from is refused', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const parent = await duel({ people: [ana, ben] });
  const code = async (match: string, body: object, who = ana) => {
    const token = who.session?.token;
    return (await ask(`POST /api/matches/${match}/continue`, { token, body })).body.code;
  };
  const length = (await ana.history.record(parent.match)).trimEnd().split('\n').length;
  for (const seq of [0, 1, 2, length - 2, length - 1, length, 999_999])
    expect(await code(parent.match, { seq }), String(seq)).toBe('no-such-position');
  for (const body of [{}, { seq: -1 }, { seq: 1.5 }, { seq: 3, options: {} }, { seq: 3, table: { rated: true } }])
    expect(await code(parent.match, body), JSON.stringify(body)).toBe('bad-request');
  expect(await code('NOSUCH', { seq: 3 })).toBe('no-such-match');
  expect(await code(parent.match, { seq: 3, bots: [{ bot: 'x' }] })).toBe('unknown-bot');
  expect(await code(parent.match, { seq: 3, bots: bots(3) })).toBe('match-full');
  const running = await ana.create({ game: 'tieqchieq' });
  expect(await code(running.match, { seq: 3 })).toBe('not-over');
  const hidden = await duel({ people: [ana, ben], table: { visibility: 'private' } });
  expect(await code(hidden.match, { seq: 3 }, await person('Eve'))).toBe('forbidden');
  const own = await ben.history.continue(hidden.match, { seq: 3 });
  expect(own).toMatchObject({ table: { visibility: 'private' }, code: expect.any(String) });
  expect((await ask(`POST /api/matches/${parent.match}/continue`, { body: { seq: 3 } })).body.code).toBe(
    'unauthorized',
  );
});
