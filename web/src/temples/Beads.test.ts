import type { OwnTemple, TempleJson } from '@flower-war/client';
import { expect, test } from 'vitest';
import { gathered, hasSay, mayEndDisputes, remediesFor, waitingAt, waitingIn } from './Beads.tsx';

const out = { what: 'returned', slot: 'war', n: 2 };

test.each([
  ['not-your-turn', true, [out]],
  ['no-match', false, [out]],
  ['implausible', false, [{ what: 'confirmed' }, out]],
  ['implausible', true, [{ what: 'confirmed' }, out]],
  ['unclaimed', true, [{ what: 'claimed', slot: 'war', n: 2 }, out]],
  ['unclaimed', false, [out]],
] as const)('beads that wait because of %s, in a match: %s', (why, isInMatch, said) => {
  expect(remediesFor({ slot: 'war', n: 2, why }, isInMatch)).toEqual(said);
});

const NONE = { sensed: 0, applied: 0, held: 0, refused: 0, toTake: 0, disputed: false };
const temple = (more: Partial<TempleJson>): TempleJson => ({
  temple: 'templo-7f3a',
  name: 'Sol',
  seat: 0,
  counts: true,
  present: true,
  war: NONE,
  rain: NONE,
  last: { slot: '', ordinal: 0, verdict: '', why: '' },
  doubted: 0,
  unclaimed: 0,
  ...more,
});
const held = (n: number) => ({ ...NONE, sensed: n, held: n });

test('the newest bead tells its reason; of others the table tells less', () => {
  const last = { slot: 'war', ordinal: 1, verdict: 'held', why: 'not-your-turn' } as const;
  expect(waitingIn(temple({ war: held(1), rain: held(3), last, doubted: 3 }))).toEqual([
    { slot: 'war', n: 1, why: 'not-your-turn' },
    { slot: 'rain', n: 3, why: 'implausible' },
  ]);
  expect(waitingIn(temple({ rain: held(1), unclaimed: 1 }))).toEqual([{ slot: 'rain', n: 1, why: 'unclaimed' }]);
  expect(waitingIn(temple({ war: held(1) }))).toEqual([{ slot: 'war', n: 1, why: '' }]);
  expect(waitingIn(temple({}))).toEqual([]);
});

test('of beads that wait at another match nothing is told at this one', () => {
  const waiting = [{ slot: 'rain', n: 2, why: 'not-your-turn' }] as const;
  const own = { waiting, bound: { match: 'B' } } as unknown as OwnTemple;
  expect(waitingAt('B', temple({}), own)).toEqual(waiting);
  expect(waitingAt('A', temple({}), own)).toEqual([]);
  expect(waitingAt('A', temple({ rain: held(1) }), undefined)).toEqual([{ slot: 'rain', n: 1, why: '' }]);
});

test('beads that wait for the same reason stand in one line', () => {
  const runs = [
    { slot: 'war', n: 1, why: 'no-match' },
    { slot: 'rain', n: 4, why: 'no-match' },
    { slot: 'war', n: 2, why: 'no-match' },
  ] as const;
  expect(gathered(runs)).toEqual([
    { slot: 'war', n: 3, why: 'no-match' },
    { slot: 'rain', n: 4, why: 'no-match' },
  ]);
});

test.each([
  ['the host plays: the host alone', { host: 1, here: [true, true, true] }, [1]],
  ['the match has not begun: the host alone', { host: 1, here: [] }, [1]],
  ['the host has given up: the others', { host: 1, here: [true, false, true] }, [0, 2]],
  ['a tournament is the host: all who play', { here: [true, true, false] }, [0, 1]],
])('who may end a dispute when %s', (_, { here, ...match }, seats) => {
  const view = { tribes: here.map((one) => ({ here: one })) };
  const may = [0, 1, 2, undefined].filter((seat) => mayEndDisputes({ host: undefined, ...match, seat, view }));
  expect(may).toEqual(seats);
});

test.each([
  ['its own', { seat: 1 }, [1]],
  ['that of the table', { seat: 255 }, [0, 1, 2]],
  ['one that has left the match', { seat: 1, counts: false }, []],
])('who has a say about the beads of a temple: %s', (_, more, seats) => {
  const may = [0, 1, 2, undefined].filter((seat) => hasSay(temple(more), seat, { isHost: false }));
  expect(may).toEqual(seats);
  expect(hasSay(temple(more), 2, { isHost: true })).toBe(seats.length > 0);
});
