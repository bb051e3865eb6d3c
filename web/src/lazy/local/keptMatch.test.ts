import { dueMove, type LocalMatch, type MadeMove, movesOf, newest, withMove } from '@flower-war/rules/local';
import { fastChance } from '@flower-war/rules/playable';
import { beforeAll, describe, expect, test } from 'vitest';
import { isKept, type KeptMatch, matchOf, PERSON, proveKept } from './keptMatch.ts';

const untold = () => {};
const proved = (kept: unknown) => proveKept(JSON.stringify(kept), untold);

/** By rules that are here. */
async function madeOf(kept: KeptMatch): Promise<LocalMatch> {
  const match = await matchOf(kept);
  if (match === 'other-rules') throw new Error(match);
  return match;
}

/** A match as a device keeps it: the person plays at random, and the bots answer. */
async function played(game: string, seats: number, begun: Partial<KeptMatch> = {}): Promise<KeptMatch> {
  const empty: KeptMatch = { game, seats, level: 'greedy', seed: 77, moves: [], ...begun };
  let match = await madeOf(empty);
  const { game: rules } = match.setting;
  const luck = fastChance(3);
  while (rules.result(newest(match).state) === undefined) {
    const legal = () => rules.legalMoves(newest(match).state, PERSON).map((move) => rules.format(move));
    const made: MadeMove = dueMove(match) ?? { seat: PERSON, move: luck.pick(legal()) };
    const next = withMove(match, made);
    if (!next.ok) throw new Error(next.reason);
    match = next.match;
  }
  return { ...empty, rulesVersion: rules.rulesVersion, moves: movesOf(match) };
}

describe('a match of a device', () => {
  let kept: KeptMatch;
  let ring: KeptMatch;
  beforeAll(async () => {
    kept = await played('space-aztecs', 3);
    ring = await played('flower-war', 2);
  });

  test('is right as it was played, and each move is told', async () => {
    const told: number[] = [];
    const { flawed } = await proveKept(JSON.stringify(kept), (moves, of) => told.push(moves / of));
    expect(flawed).toBeUndefined();
    expect([told.length, told.at(-1)]).toEqual([kept.moves.length, 1]);
    expect((await proved(ring)).flawed).toBeUndefined();
    expect(ring.moves.some(({ isHabit }) => isHabit)).toBe(true);
    expect((await proved(kept)).kept).toEqual(kept);
  });

  test('is right against the random bots that an older page had', async () => {
    expect((await proved(await played('tieqchieq', 2, { level: 'random' }))).flawed).toBeUndefined();
  });

  test('is wrong with a move that the rules refuse', async () => {
    const moves = kept.moves.with(4, { seat: 0, move: 'dance' });
    expect((await proved({ ...kept, moves })).flawed).toEqual({ flaw: 'not-allowed', failed: 'played', move: 5 });
  });

  test('is wrong with another move of a bot, also one that the rules allow', async () => {
    const index = kept.moves.findIndex(({ seat }) => seat !== PERSON);
    const match = await madeOf({ ...kept, moves: kept.moves.slice(0, index) });
    const { game } = match.setting;
    const { seat, move } = kept.moves[index] as { readonly seat: 1; readonly move: string };
    const other = game
      .legalMoves(newest(match).state, seat)
      .map((one) => game.format(one))
      .find((one) => one !== move);
    const moves = kept.moves.with(index, { seat, move: other ?? '' });
    expect((await proved({ ...kept, moves })).flawed).toEqual({ flaw: 'other-bot', failed: 'bots', move: index + 1 });
  });

  test('is wrong with a choice of the person that is told as a habit', async () => {
    const index = ring.moves.findIndex(({ seat, isHabit }) => seat === PERSON && !isHabit);
    const moves = ring.moves.with(index, { ...ring.moves[index], isHabit: true } as MadeMove);
    expect((await proved({ ...ring, moves })).flawed).toMatchObject({ flaw: 'other-habit', move: index + 1 });
  });

  test('is wrong with another seed, with one move too many, and without its end', async () => {
    expect((await proved({ ...kept, seed: 78 })).flawed?.failed).toMatch(/played|bots/);
    const longer = [...kept.moves, ...kept.moves.slice(-1)];
    expect((await proved({ ...kept, moves: longer })).flawed).toMatchObject({ move: longer.length });
    const flawed = { flaw: 'unended', failed: 'whole' };
    expect((await proved({ ...kept, moves: kept.moves.slice(0, -1) })).flawed).toEqual(flawed);
    expect((await proved({ ...kept, moves: [] })).flawed).toEqual(flawed);
  });

  test('of other rules is not compared', async () => {
    expect((await proved({ ...kept, rulesVersion: 999 })).flawed).toEqual({ flaw: 'other-rules', failed: 'played' });
  });

  test.each([
    ['a game that there is not', { game: 'chess' }],
    ['a game that objects have', { game: 'constructor' }],
    ['no seats', { seats: 0 }],
    ['too many seats', { seats: 1e9 }],
    ['half a seat', { seats: 2.5 }],
    ['a level that there is not', { level: 'toString' }],
    ['no seed', { seed: undefined }],
    ['a seed that is not a number', { seed: '77' }],
    ['rules that are not a number', { rulesVersion: 'x' }],
    ['moves that are none', { moves: 7 }],
    ['a move that is none', { moves: [null] }],
    ['a seat beyond the table', { moves: [{ seat: 3, move: 'x' }] }],
    ['a seat that leaves', { moves: [{ seat: 0, leaves: true }] }],
    ['a habit of a bot', { moves: [{ seat: 1, move: 'x', isHabit: true }] }],
    ['a move without end', { moves: [{ seat: 0, move: 'x'.repeat(1000) }] }],
    ['moves without end', { moves: Array.from({ length: 20_001 }, () => ({ seat: 0, move: 'x' })) }],
  ])('with %s cannot be read', async (_, changed) => {
    expect(await proved({ ...kept, ...changed })).toEqual({
      flawed: { flaw: 'form', failed: 'whole' },
      kept: undefined,
    });
  });
});

describe('a match that was begun by older rules', () => {
  test.each([
    ['flower-war', 1],
    ['flower-war', 3],
    ['flower-war', 4],
    ['mexica', 1],
    ['mexica', 3],
    ['mexica', 4],
  ] as const)('goes on and is shown by those of %s %i, against the bots of today', async (game, rulesVersion) => {
    const kept = await played(game, 2, { rulesVersion });
    const { setting, moments } = await madeOf(kept);
    expect([setting.game.id, setting.game.rulesVersion]).toEqual([game, rulesVersion]);
    expect(moments.length).toBe(kept.moves.length + 1);
    expect(setting.game.result(moments.at(-1)?.state)).toBeDefined();
  });

  test('cannot go on where its rules are not here, or where it names none and the rules of today refuse a move', async () => {
    const kept = await played('tieqchieq', 2);
    expect(await matchOf({ ...kept, rulesVersion: 999 })).toBe('other-rules');
    const { rulesVersion: _, ...unnamed } = kept;
    expect(await matchOf(unnamed)).not.toBe('other-rules');
    expect(await matchOf({ ...unnamed, moves: kept.moves.with(3, { seat: 0, move: 'dance' }) })).toBe('other-rules');
  });
});

test.each(['', '{', 'null', '[]', '7', '"moves"'])('%j is not a match of a device', async (text) => {
  expect(isKept(text)).toBe(false);
  expect((await proveKept(text, untold)).flawed?.flaw).toBe('form');
});

test('a record of a server is not a match of a device', () => {
  expect(isKept('{"kind":"created","seed":7}\n{"kind":"move","moves":[]}\n')).toBe(false);
  expect(isKept('{"game":"mexica","moves":[]}\n')).toBe(true);
});
