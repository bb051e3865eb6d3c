/** Which notices players get: hidden windows make no difference to them, and secret moves cause none. */
import { describe, expect, test } from 'vitest';
import {
  ALL,
  AmbushTable,
  COUNTER,
  COUNTERS,
  DODGE,
  type Hands,
  NONE,
  SEATS,
} from '../../match/ambushTable.fixture.ts';
import type { MatchTools } from '../../match/match.ts';
import { newTable, runningMatch } from '../../matches/table.fixture.ts';
import { type Asking, type Telling, tellings } from './recipients.ts';

const ABSENT: Asking = { isReachable: () => true, isPresent: () => false, linkTo: () => undefined };

async function watched(hands: Hands, asking: Partial<Asking> = {}) {
  const all: Telling[] = [];
  const noticesFor: MatchTools['noticesFor'] = (draft, before) => {
    all.push(...tellings(draft, before, { ...ABSENT, ...asking }));
    return [];
  };
  const ambushed = await AmbushTable.start(hands, {}, noticesFor);
  const toldTo = (seat: number) => all.filter(({ player }) => player === `p${seat}`).map(({ notice }) => notice);
  const kindsTo = (seat: number) => toldTo(seat).map(({ kind }) => kind);
  return { ambushed, all, toldTo, kindsTo };
}

/** The notices of each seat after each move of a strike that no player answers. */
async function strikeAndPass(hands: Hands, strike = 'strike') {
  const { ambushed, all, kindsTo } = await watched(hands);
  const { length } = all;
  const steps: (readonly string[])[][] = [];
  const note = async () => {
    await ambushed.settle();
    steps.push(Array.from({ length: SEATS }, (_, seat) => kindsTo(seat)));
  };
  void ambushed.play(0, strike);
  await note();
  while (ambushed.asked.some((seat) => ambushed.match.privateOf(seat).legal.includes('pass'))) {
    void ambushed.play(ambushed.asked[0]!, 'pass');
    await note();
  }
  return { steps, written: all.slice(length) };
}

test('the start is told to all, and the first turn to whose it is', async () => {
  const { toldTo, kindsTo, ambushed } = await watched(NONE);
  expect(Array.from({ length: SEATS }, (_, seat) => kindsTo(seat))).toEqual([
    ['started', 'turn'],
    ...Array(SEATS - 1).fill(['started']),
  ]);
  const place = { at: 1_000_000, match: ambushed.match.id, game: 'ambush', seat: 3 };
  expect(toldTo(3)).toEqual([{ kind: 'started', ...place }]);
});

describe('hidden windows', () => {
  test.each<[string, Hands, readonly number[]]>([
    ['an attack', DODGE, [0, 2, 3, 4]],
    ['a reaction', COUNTER, [0, 1, 3, 4]],
    ['a reaction of two seats', COUNTERS, [0, 1, 4]],
    ['a window of the mover', [['boost']], [1, 2, 3, 4]],
    ['three windows in a row', ALL, [4]],
  ])(
    '%s: nobody who is not asked is told anything before it is over, and then as without it',
    async (_, hands, unasked) => {
      for (const strike of ['strike', 'feint']) {
        const [plain, hidden] = [await strikeAndPass(NONE, strike), await strikeAndPass(hands, strike)];
        const before = (await watched(hands)).kindsTo;
        for (const seat of unasked) {
          expect(hidden.steps.at(-1)![seat]).toEqual(plain.steps.at(-1)![seat]);
          for (const step of hidden.steps.slice(0, -1)) expect(step[seat]).toEqual(before(seat));
        }
      }
    },
  );

  test('who is asked is told that it is their turn, and of nobody else', async () => {
    const { written } = await strikeAndPass(COUNTERS);
    // A window has a clock, so each of them can be reminded of it too.
    expect(written.slice(0, 4).map(({ player, event }) => [player, event])).toEqual([
      ['p2', 'turn'],
      ['p2', 'reminder'],
      ['p3', 'turn'],
      ['p3', 'reminder'],
    ]);
    const place = ['at', 'game', 'kind', 'match', 'seat'];
    for (const { event, notice } of written)
      expect(Object.keys(notice).sort()).toEqual(event === 'turn' ? place : [...place, 'decision', 'until'].sort());
  });
});

test('a move that only its mover sees causes no notice for anybody else', async () => {
  const { ambushed, all } = await watched(NONE);
  const { length } = all;
  await ambushed.play(0, 'think');
  expect(all.slice(length).filter(({ player }) => player !== 'p0')).toEqual([]);
});

test('a secret choice causes no notice for those who are still asked the same as before', async () => {
  const all: Telling[] = [];
  const noticesFor: MatchTools['noticesFor'] = (draft, before) => {
    all.push(...tellings(draft, before, ABSENT));
    return [];
  };
  const match = await runningMatch(newTable({ noticesFor }), { game: 'space-aztecs', seats: 3 });
  const take = async (seat: number, index = 0) => {
    const { decision = 0, legal } = match.privateOf(seat);
    expect(await match.act(seat, [`${seat} ${index} ${all.length}`, decision, legal[index]!], 1_000_000)).toMatchObject(
      {
        kind: 'accepted',
      },
    );
  };
  while (match.awaited.length < 3) await take(match.awaited[0]!);
  const asked = [0, 1, 2].map((seat) => match.privateOf(seat).decision);
  expect(asked).not.toContain(undefined);
  const { length } = all;
  await take(0);
  expect(match.awaited).toEqual([1, 2]);
  expect([1, 2].map((seat) => match.privateOf(seat).decision)).toEqual(asked.slice(1));
  expect(all.slice(length).filter(({ player }) => player !== 'p0')).toEqual([]);
});

test('a question that stays the same is told once, whatever else the seat is shown', async () => {
  const { ambushed, kindsTo } = await watched(NONE);
  const before = ambushed.match.privateOf(0);
  await ambushed.wish(0, 'none');
  expect(ambushed.match.privateOf(0)).toMatchObject({ decision: before.decision, asks: 'none' });
  expect(kindsTo(0)).toEqual(['started', 'turn']);
});

test('who is there is told of no turn, but of start and end', async () => {
  const { ambushed, kindsTo } = await watched(NONE, { isPresent: (_, player) => player === 'p0' });
  await ambushed.match.abort('operator', 1_000_001);
  expect([kindsTo(0), kindsTo(1)]).toEqual([
    ['started', 'ended'],
    ['started', 'ended'],
  ]);
});

test('the end is told with its result, and a link where the server knows where it is', async () => {
  const { ambushed, toldTo } = await watched(NONE, { linkTo: (match) => `https://play.example.org/${match}` });
  await ambushed.match.abort('operator', 1_000_001);
  const result = { result: 'aborted', winners: [], standings: [], reason: 'operator' };
  expect(toldTo(2).at(-1)).toMatchObject({
    kind: 'ended',
    result,
    seat: 2,
    link: `https://play.example.org/${ambushed.match.id}`,
  });
});

test('who cannot be reached costs nothing', async () => {
  const { all } = await watched(NONE, { isReachable: (player) => player === 'p1' });
  expect(new Set(all.map(({ player }) => player))).toEqual(new Set(['p1']));
});
