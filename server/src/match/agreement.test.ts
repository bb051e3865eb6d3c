/** Agreements at a live table: answers, repeats, windows, clocks. */
import type { TableSettings } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { askedSeat, newTable, playOne, runningMatch } from '../matches/table.fixture.ts';
import { AmbushTable, DODGE, type Hands, NONE } from './ambushTable.fixture.ts';

const NOW = 1_000_000;
const MINUTE = 60_000;
const BANK = { kind: 'bank', seconds: 100, increment: 0 } as const;

test('an offer and its answer are accepted, shown to all, and answered the same when they are repeated', async () => {
  const match = await runningMatch(newTable());
  const offered = await match.offer(0, [1, 'abort'], NOW);
  expect(offered).toMatchObject({ kind: 'accepted' });
  expect(await match.offer(0, [1, 'abort'], NOW)).toEqual({ ...offered, repeated: true });
  expect(match.table.offer).toEqual({ what: 'abort', by: 0, accepted: [0] });
  expect(await match.offer(0, [1, 'pause', 3], NOW)).toMatchObject({ kind: 'rejected', code: 'id-reused' });
  const replied = await match.reply(1, [1, true], NOW);
  expect(replied).toMatchObject({ kind: 'accepted' });
  expect(match.position).toMatchObject({ status: 'ended', result: { result: 'aborted', reason: 'agreed' } });
  expect(await match.reply(1, [1, true], NOW)).toEqual({ ...replied, repeated: true });
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

  test('is refused at a table of a tournament, where others wait for the next round', async () => {
    const match = await runningMatch(newTable(), { host: 't-1' });
    const refused = { kind: 'rejected', code: 'cannot-agree', reason: 'no-pause-here' };
    expect(await match.offer(0, ['pause', 'pause', 10], NOW)).toMatchObject(refused);
    expect(await match.offer(0, ['abort', 'abort'], NOW)).toMatchObject({ kind: 'accepted' });
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

/** Seat 0 has struck, and other seats are asked in secret, unless all hands are empty. */
async function struck(hands: Hands, settings: Partial<TableSettings> = {}) {
  const ambushed = await AmbushTable.start(hands, settings);
  const striking = ambushed.play(0, 'strike');
  await ambushed.settle();
  return { ambushed, striking };
}

describe('while somebody is asked in secret', () => {
  const allSeats = [0, 1, 2, 3, 4];

  /** What viewers other than the mover and the asked seat are told from the strike on. */
  async function told(hands: Hands, say: (ambushed: AmbushTable) => Promise<unknown>) {
    const { ambushed } = hands === NONE ? { ambushed: await AmbushTable.start(NONE) } : await struck(hands);
    await say(ambushed);
    return [2, 3, 4, 5].map((viewer) => ambushed.told[viewer]);
  }

  test.each<[string, (ambushed: AmbushTable) => Promise<unknown>]>([
    ['an offer', ({ match }) => match.offer(2, ['o', 'abort'], NOW)],
    [
      'an offer that is taken back',
      async ({ match }) => [await match.offer(2, ['o', 'abort'], NOW), await match.reply(2, ['r', false], NOW)],
    ],
    [
      'an end that all agree on',
      async ({ match }) => {
        await match.offer(2, ['o', 'abort'], NOW);
        for (const seat of allSeats) if (seat !== 2) await match.reply(seat, ['r', true], NOW);
      },
    ],
    [
      'a pause, and that it is over',
      async ({ match }) => {
        await match.offer(2, ['o', 'pause', 3], NOW);
        for (const seat of allSeats) if (seat !== 2) await match.reply(seat, ['r', true], NOW);
        await match.tend(NOW + 3 * MINUTE);
      },
    ],
  ])('%s shows at once, as while nobody is', async (_name, say) => {
    expect(await told(DODGE, say)).toEqual(await told(NONE, say));
  });

  test('a pause stops the time for the answer, which begins anew with its end', async () => {
    const { ambushed, striking } = await struck(DODGE, { reactSeconds: 20 });
    const { match } = ambushed;
    await match.offer(2, ['o', 'pause', 3], NOW);
    for (const seat of allSeats) if (seat !== 2) await match.reply(seat, ['r', true], NOW);
    expect(await ambushed.play(1, 'dodge')).toMatchObject({ kind: 'rejected', code: 'paused' });
    await ambushed.wait(3 * 60);
    expect([match.privateOf(1).until, match.dueAt]).toEqual(Array(2).fill(NOW + 3 * MINUTE + 20_000));
    expect(ambushed.table.reports).toEqual([]);
    await ambushed.wait(20);
    expect(await striking).toMatchObject({ kind: 'accepted' });
  });

  test('a word of the seat that is asked gives it no time', async () => {
    const { ambushed, striking } = await struck(DODGE, { reactSeconds: 20 });
    const until = ambushed.match.privateOf(1).until;
    await ambushed.wait(5);
    await ambushed.match.offer(1, ['o', 'abort'], ambushed.table.now);
    expect(ambushed.match.privateOf(1).until).toBe(until);
    await ambushed.wait(15);
    expect(await Promise.race([striking, 'none yet'])).toMatchObject({ kind: 'accepted' });
    expect(ambushed.table.reports).toEqual([]);
  });

  test('what is taken back takes the hidden move with it, and everybody is answered', async () => {
    const ambushed = await AmbushTable.start(DODGE);
    const turn = ambushed.match.table.view;
    for (const seat of [0, 1, 2, 3, 4]) await ambushed.play(seat, 'rest');
    const striking = ambushed.play(0, 'strike');
    await ambushed.settle();
    await ambushed.match.offer(4, ['o', 'takeback'], NOW);
    for (const seat of [0, 1, 2, 3]) await ambushed.match.reply(seat, ['r', true], NOW);
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(ambushed.match.isHiding).toBe(false);
    expect(ambushed.match.table.view).toMatchObject({ ...(turn as object), turn: 4, turns: 4 });
  });
});

test('where outcomes are shown late an offer waits for the move, window or not, and so tells nothing', async () => {
  for (const hands of [DODGE, NONE]) {
    const { ambushed, striking } = await struck(hands, { reactDelaySeconds: 10 });
    const offering = ambushed.match.offer(2, [5, 'abort'], ambushed.table.now);
    await ambushed.settle();
    expect(ambushed.match.table.offer).toBeUndefined();
    expect(await Promise.race([offering, 'none yet'])).toBe('none yet');
    await ambushed.wait(10);
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(await offering).toMatchObject({ kind: 'accepted' });
    expect(ambushed.match.table.offer).toMatchObject({ what: 'abort', by: 2 });
  }
});

test('words that wait count as those that were said; the others may still speak', async () => {
  const { ambushed } = await struck(DODGE, { reactDelaySeconds: 10 });
  const { match } = ambushed;
  const offers = Array.from({ length: 301 }, (_, n) => match.offer(2, [n, 'abort'], NOW));
  const wordy = { kind: 'rejected', code: 'cannot-agree', reason: 'too-often' };
  expect(await offers[300]).toMatchObject(wordy);
  expect(await match.asks(2, ['wish', 'none'], NOW)).toMatchObject(wordy);
  expect(await match.asks(3, ['wish', 'none'], NOW)).toMatchObject({ kind: 'accepted' });
  await ambushed.wait(10);
  const answers = await Promise.all(offers);
  expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
});

test('an id stands for one word also while that waits', async () => {
  const { ambushed } = await struck(DODGE, { reactDelaySeconds: 10 });
  const { match } = ambushed;
  const [offering, again] = [match.offer(2, [5, 'abort'], NOW), match.offer(2, [5, 'abort'], NOW)];
  expect(await match.offer(2, [5, 'pause', 3], NOW)).toMatchObject({ code: 'id-reused' });
  await ambushed.wait(10);
  const [answer] = await Promise.all([offering, again]);
  expect(answer).toMatchObject({ kind: 'accepted' });
  expect(await again).toEqual(answer);
  expect(match.table.offer).toMatchObject({ what: 'abort' });
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

test('an offer that waits is answered when the match is given up meanwhile', async () => {
  const { ambushed } = await struck(DODGE, { reactDelaySeconds: 10 });
  const offering = ambushed.match.offer(2, [5, 'abort'], ambushed.table.now);
  await ambushed.settle();
  await ambushed.match.abort('by-the-operator', ambushed.table.now);
  expect(await offering).toMatchObject({ kind: 'rejected', code: 'match-over' });
});

describe('an undo', () => {
  /** Seat 0 feints, and is asked again. Seat 1 may have been asked in secret, and did not dodge. */
  async function feinted(hands: Hands, settings: Partial<TableSettings> = {}) {
    const ambushed = await AmbushTable.start(hands, settings);
    const feinting = ambushed.play(0, 'feint');
    await ambushed.settle();
    const before = ambushed.match.privateOf(0);
    const early = ambushed.match.offer(0, ['early', 'undo'], NOW);
    await ambushed.settle();
    const inWindow = await Promise.race([early, 'none yet']);
    if (ambushed.match.isHiding) void ambushed.play(1, 'pass');
    await ambushed.settle();
    return { ambushed, feinting, before, inWindow };
  }

  test('may follow a move, whether or not a window asked another seat in between', async () => {
    const privates: unknown[] = [];
    for (const hands of [DODGE, NONE]) {
      const ambushed = await AmbushTable.start(hands);
      const feinting = ambushed.play(0, 'feint');
      await ambushed.settle();
      if (hands === DODGE) await ambushed.play(1, 'pass');
      await feinting;
      privates.push(ambushed.match.privateOf(0));
      expect(ambushed.match.privateOf(1)).not.toHaveProperty('undo');
    }
    expect(privates[0]).toMatchObject({ undo: true });
    expect(privates[0]).toEqual(privates[1]);
  });

  test('takes effect at once, is shown to all, and is answered the same when it is repeated', async () => {
    const ambushed = await AmbushTable.start(NONE);
    await ambushed.play(0, 'feint');
    const { match } = ambushed;
    expect(match.table.view).toMatchObject({ hits: [0, 1, 0, 0, 0] });
    const undone = await match.offer(0, ['u', 'undo'], NOW);
    expect(undone).toMatchObject({ kind: 'accepted' });
    expect(await match.offer(0, ['u', 'undo'], NOW)).toEqual({ ...undone, repeated: true });
    expect(match.table.view).toMatchObject({ hits: [0, 0, 0, 0, 0], turn: 0 });
    expect(match.table).not.toHaveProperty('offer');
    expect(match.privateOf(0)).not.toHaveProperty('undo');
    expect(await ambushed.play(0, 'rest')).toMatchObject({ kind: 'accepted' });
  });

  test('is refused while a window is open, and shows nothing there', async () => {
    const { ambushed, before, inWindow } = await feinted(DODGE);
    expect(inWindow).toMatchObject({ kind: 'rejected', code: 'cannot-agree', reason: 'nothing-to-take-back' });
    expect(before).not.toHaveProperty('undo');
    expect(ambushed.match.table.view).toMatchObject({ hits: [0, 1, 0, 0, 0] });
  });

  test('waits for the outcome where outcomes are shown late, window or not', async () => {
    for (const hands of [DODGE, NONE]) {
      const { ambushed, feinting, inWindow } = await feinted(hands, { reactDelaySeconds: 10 });
      expect(inWindow).toBe('none yet');
      await ambushed.wait(10);
      expect(await feinting).toMatchObject({ kind: 'accepted' });
      expect(ambushed.match.table.view).toMatchObject({ hits: [0, 0, 0, 0, 0], turn: 0 });
    }
  });

  test('of a move that passed the turn on is refused', async () => {
    const ambushed = await AmbushTable.start(NONE);
    await ambushed.play(0, 'rest');
    expect(ambushed.match.privateOf(0)).not.toHaveProperty('undo');
    expect(await ambushed.match.offer(0, ['u', 'undo'], NOW)).toMatchObject({ reason: 'nothing-to-take-back' });
  });
});
