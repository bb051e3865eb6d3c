/** New matches from positions of matches that are over, over HTTP with SQLite on disk. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowerWarClient, MatchSummary } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine, GAMES } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { closing, duel, house, idOf, pair, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';

const ask = asking(() => house.url);

serveThisFile({ JOURNAL: 'sqlite', DATA_DIR: mkdtempSync(join(tmpdir(), 'continue-')), DURABILITY: 'process' });

const untilOver = (client: FlowerWarClient, { match }: MatchSummary) =>
  expect.poll(async () => (await client.match(match)).status).toBe('ended');
const bots = (seats: number, bot: 'random' | 'greedy' = 'random') => Array.from({ length: seats }, () => ({ bot }));

test('the course of a match of several pages comes whole, and ends with the result', async () => {
  const ana = await person('Ana');
  const options = { length: 'short', roundCap: 20 } as const;
  const once = async () => {
    const played = await ana.create({ game: 'flower-war', seats: 4, options, bots: bots(4) });
    await untilOver(ana, played);
    return { played, course: await ana.history.course(played.match, { viewer: 'all' }) };
  };
  let found = await once();
  while (found.course.length <= 200) found = await once(); // one in a hundred has a single page
  const { played, course } = found;
  expect(course.map(({ seq }) => seq)).toEqual(course.map((_, seq) => seq));
  expect(course.at(-1)?.standings).toEqual((await ana.match(played.match)).result?.standings);
  expect(course[0]?.standings).toEqual([]);
});

test('the course says to which step moves were taken back, on each page alike', async () => {
  const { ana, match, live, other } = await pair({ options: { startPlayer: 'host' } });
  const undone: number[] = [];
  const agreed: number[] = [];
  while (undone.length === 0 || agreed.length === 0) {
    await Promise.race([live, other].map((one) => one.until(({ legal }) => legal.length > 0)));
    const mover = live.legal.length > 0 ? live : other;
    const { step } = mover;
    await mover.play(mover.legal[0]!);
    if (mover !== live || !live.canUndo) continue;
    if (undone.length === 0) await live.undo();
    else {
      await live.offer('takeback');
      await other.until(({ table }) => table.offer?.what === 'takeback');
      await other.reply(true);
    }
    await live.until((now) => now.step > step + 1);
    (undone.length === 0 ? undone : agreed).push(step);
  }
  await live.resign();
  await untilOver(ana, match);
  const back = (course: readonly { readonly back?: number }[]) => course.flatMap((one) => one.back ?? []);
  expect(back(await ana.history.course(match, { viewer: 'seat:0' }))).toEqual([...undone, ...agreed]);
  for (const viewer of ['all', 'spectator'] as const) {
    const course = await ana.history.course(match, { viewer });
    expect(back(course)).toHaveLength(2);
    for (const { step, back: to, standings } of course) {
      if (to === undefined) continue;
      expect(course.find((one) => one.step === to)?.standings).toEqual(standings);
      const alone = await ask(
        `GET /api/matches/${match.match}/steps?viewer=${viewer}&standings=only&from=${step}&limit=1`,
      );
      expect(alone.body).toMatchObject({ steps: [{ step, back: to }] });
    }
  }
});

test('from its positions, bots play to an end that verifies with and without the parent', async () => {
  const edition = { game: 'flower-war', seats: 4, options: { length: 'short', roundCap: 6 } } as const;
  const ana = await person('Ana');
  const parent = await ana.create({ ...edition, bots: bots(4) });
  await untilOver(ana, parent);
  const record = await ana.history.record(parent.match);
  const last = record.trimEnd().split('\n').length - 3;
  const first = 4 + 1;
  for (const seq of [Math.floor((first + last) / 2), last]) {
    const made = await ana.history.continue(parent.match, { seq, bots: bots(4, 'greedy') });
    expect(made).toMatchObject({
      from: { match: parent.match, seq },
      options: parent.options,
      preset: parent.preset,
      host: idOf(ana),
      table: { rated: false },
      rulesVersion: parent.rulesVersion,
    });
    expect(made.commitment).not.toBe(parent.commitment);
    await untilOver(ana, made);
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
});

test('people take any seats of it, and it counts for no rating', async () => {
  const [ana, ben, caro] = [await person('Ana'), await person('Ben'), await person('Caro')];
  const parent = await duel({ people: [ana, ben] });
  const made = await caro.history.continue(parent.match, { seq: 3 });
  const lives = [closing(await caro.join(made, { seat: 1 })), closing(await ben.join(made, { seat: 0 }))];
  await lives[0]!.until(({ table }) => table.status === 'running');
  const replay = ana.history.replay(parent.match);
  expect((await replay.goto(3))?.view).toEqual(lives[0]!.table.view);
  await lives[0]!.resign();
  await lives[1]!.until(({ isOver }) => isOver);
  await house.server.services.ratings.catchUp();
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
  const stranger = await ask(`POST /api/matches/${parent.match}/continue`, { body: { seq: 3 } });
  expect(stranger.body.code).toBe('unauthorized');
});
