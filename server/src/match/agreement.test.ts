/** Agreements at a live table: answers, repeats, windows, clocks. */
import { describe, expect, test } from 'vitest';
import { AmbushTable, DODGE } from './ambushTable.fixture.ts';
import { askedSeat, newTable, playOne, runningMatch } from './table.fixture.ts';

const NOW = 1_000_000;
const MINUTE = 60_000;
const BANK = { kind: 'bank', seconds: 100, increment: 0 } as const;

test('an offer and its answer are accepted, shown to all, and answered the same when they are repeated', async () => {
  const match = await runningMatch(newTable());
  const offered = await match.offer(0, [1, 'abort'], NOW);
  expect(offered).toMatchObject({ kind: 'accepted' });
  expect(await match.offer(0, [1, 'abort'], NOW)).toEqual(offered);
  expect(match.table.offer).toEqual({ what: 'abort', by: 0, accepted: [0] });
  expect(await match.offer(0, [1, 'pause', 3], NOW)).toMatchObject({ kind: 'rejected', code: 'id-reused' });
  const replied = await match.reply(1, [1, true], NOW);
  expect(replied).toMatchObject({ kind: 'accepted' });
  expect(match.position).toMatchObject({ status: 'ended', result: { result: 'aborted', reason: 'agreed' } });
  expect(await match.reply(1, [1, true], NOW)).toEqual(replied);
});

test.each([
  ['an answer to nothing', 'no-offer', (match: Match) => match.reply(0, [1, true], NOW)],
  ['a takeback of a toss', 'nothing-to-take-back', takeBackToss],
  ['going on', 'not-paused', (match: Match) => match.offer(0, [1, 'resume'], NOW)],
] as const)('%s is refused with its reason', async (_name, reason, ask) => {
  const match = await runningMatch(newTable());
  expect(await ask(match)).toMatchObject({ kind: 'rejected', code: 'cannot-agree', reason });
});

type Match = Awaited<ReturnType<typeof runningMatch>>;

async function takeBackToss(match: Match) {
  const seat = askedSeat(match);
  await playOne(match);
  return match.offer(seat, [1, 'takeback'], NOW);
}

describe('a pause', () => {
  async function paused() {
    const table = newTable();
    const match = await runningMatch(table, { settings: { clock: BANK } });
    await match.offer(0, ['pause', 'pause', 10], NOW);
    await match.reply(1, ['yes', true], NOW);
    return { table, match };
  }

  test('stops moves, bots and clocks, and is due when it ends', async () => {
    const { match } = await paused();
    expect(await playOne(match)).toMatchObject({ kind: 'rejected', code: 'paused' });
    expect([match.awaited, match.dueAt]).toEqual([[], NOW + 10 * MINUTE]);
    expect(match.table.clocks.map(({ deadline }) => deadline)).toEqual([0, 0]);
    await match.tend(NOW + 10 * MINUTE);
    expect(match.table).not.toHaveProperty('pause');
    expect(match.dueAt).toBe(NOW + 10 * MINUTE + 100_000);
  });

  test('wakes a match that sleeps', async () => {
    const { table, match } = await paused();
    expect((await table.journal.index(match.id))?.index.wakeAt).toBe(NOW + 10 * MINUTE);
  });

  test('ends early by agreement', async () => {
    const { match } = await paused();
    await match.offer(1, ['on', 'resume'], NOW + MINUTE);
    await match.reply(0, ['on', true], NOW + MINUTE);
    expect(await playOne(match, NOW + MINUTE)).toMatchObject({ kind: 'accepted' });
  });
});

test('while somebody is asked in secret, an offer waits like everything else, and so tells nothing', async () => {
  const ambushed = await AmbushTable.start(DODGE);
  const striking = ambushed.play(0, 'strike');
  await ambushed.settle();
  const offering = ambushed.match.offer(2, [5, 'abort'], ambushed.table.now);
  await ambushed.settle();
  expect(ambushed.match.table.offer).toBeUndefined();
  expect(await Promise.race([offering, 'none yet'])).toBe('none yet');
  await ambushed.play(1, 'pass');
  expect(await striking).toMatchObject({ kind: 'accepted' });
  expect(await offering).toMatchObject({ kind: 'accepted' });
  expect(ambushed.match.table.offer).toMatchObject({ what: 'abort', by: 2 });
});

test('whoever offers and takes back without end is stopped, also after a restart; the others may still offer', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  for (let n = 0; n < 300; n += 2) {
    await match.offer(0, [`o${n}`, 'abort'], NOW);
    await match.reply(0, [`r${n}`, false], NOW);
  }
  const refusal = { kind: 'rejected', code: 'cannot-agree', reason: 'too-often' };
  expect(await match.offer(0, ['last', 'abort'], NOW)).toMatchObject(refusal);
  await table.matches.release(match.id);
  const again = (await table.matches.open(match.id))!;
  expect(again).not.toBe(match);
  expect(await again.asks(0, ['wish', 'none'], NOW)).toMatchObject(refusal);
  expect(await again.offer(1, ['other', 'abort'], NOW)).toMatchObject({ kind: 'accepted' });
});

test('an offer that waits for a window is answered when the match is given up meanwhile', async () => {
  const ambushed = await AmbushTable.start(DODGE);
  void ambushed.play(0, 'strike');
  await ambushed.settle();
  const offering = ambushed.match.offer(2, [5, 'abort'], ambushed.table.now);
  await ambushed.settle();
  await ambushed.match.abort('by-the-operator', ambushed.table.now);
  expect(await offering).toMatchObject({ kind: 'rejected', code: 'match-over' });
});
