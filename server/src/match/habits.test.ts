/** Habits answer questions of a match: at once, durably, and without showing what a seat holds. */
import { expect, test } from 'vitest';
import { AmbushTable, COUNTER, COUNTERS, type Hands, NONE, SEATS } from './ambushTable.fixture.ts';

const USUAL = { habits: 'usual' } as const;
const BRISK = { habits: 'brisk' } as const;
const SPECTATOR = SEATS;

/** The seat and the move of each entry that was made so. Habits go on after the answer to the move before them. */
async function madeBy(ambushed: AmbushTable, who: string): Promise<readonly unknown[]> {
  await ambushed.settle();
  return (await ambushed.entries()).flatMap(({ by, seat, move }) => (by === who ? [[seat, move]] : []));
}

test('a habit answers right after the move that led to the question, and its player is never asked', async () => {
  const ambushed = await AmbushTable.start(NONE, USUAL);
  expect(await ambushed.play(0, 'rest')).toMatchObject({ kind: 'accepted' });
  expect(await madeBy(ambushed, 'habit')).toEqual([1, 2, 3, 4, 0, 1, 2].map((seat) => [seat, 'rest']));
  const asked = ambushed.told[1]!.filter(([what, content]) => what === 'private' && 'decision' in (content as object));
  expect(asked).toEqual([]);
  expect(ambushed.told[SPECTATOR]!.filter(([what]) => what === 'events')).toHaveLength(8);
  expect(ambushed.match.position.status).toBe('ended');
});

test('without habits every seat is asked', async () => {
  for (const settings of [{}, { habits: 'none' } as const]) {
    const ambushed = await AmbushTable.start(NONE, settings);
    await ambushed.play(0, 'rest');
    expect(await madeBy(ambushed, 'habit')).toEqual([]);
    expect(ambushed.privates()[1]).toMatchObject({ legal: ['strike', 'feint', 'rest', 'think'] });
    expect(ambushed.privates()[1]).not.toHaveProperty('habits');
  }
});

test('a player chooses for one seat at any time, and only that seat is told', async () => {
  const ambushed = await AmbushTable.start(NONE);
  const before = ambushed.told.map((list) => list.length);
  expect(await ambushed.keep(1, ['rest-on'])).toMatchObject({ kind: 'accepted' });
  expect(ambushed.privates()[1]).toMatchObject({ habits: ['rest-on'] });
  expect(ambushed.told.map((list, viewer) => list.length - before[viewer]!)).toEqual([0, 1, 0, 0, 0, 0]);
  await ambushed.play(0, 'rest');
  expect(await madeBy(ambushed, 'habit')).toEqual([[1, 'rest']]);
  expect(ambushed.asked).toEqual([2]);
});

test('a player who wants to be asked again is asked', async () => {
  const ambushed = await AmbushTable.start(NONE, USUAL);
  await ambushed.keep(2, 'none');
  await ambushed.play(0, 'rest');
  expect(await madeBy(ambushed, 'habit')).toEqual([[1, 'rest']]);
  expect(ambushed.privates()[2]).toMatchObject({ legal: expect.arrayContaining(['strike']) as unknown });
});

test('a habit that is chosen while its question is open answers it', async () => {
  const ambushed = await AmbushTable.start(NONE, { habits: 'none' });
  await ambushed.keep(4, 'usual');
  await ambushed.play(0, 'rest');
  await ambushed.keep(1, 'usual');
  expect(await madeBy(ambushed, 'habit')).toEqual([[1, 'rest']]);
  expect(ambushed.asked).toEqual([2]);
});

test('an unknown habit is refused', async () => {
  const ambushed = await AmbushTable.start(NONE);
  expect(await ambushed.keep(1, ['rest-on', 'no-such-habit'])).toMatchObject({
    kind: 'rejected',
    code: 'illegal-move',
    reason: 'unknown-habit',
  });
});

test('a choice is repeated with the same answer, and its id means nothing else', async () => {
  const { match, table } = await AmbushTable.start(NONE);
  const answer = await match.habits(1, [7, 'usual'], table.now);
  expect(await match.habits(1, [7, 'usual'], table.now)).toEqual({ ...answer, repeated: true });
  expect(await match.habits(1, [7, 'brisk'], table.now)).toMatchObject({ code: 'id-reused' });
});

test('in a hidden window a habit declines as a wish does, and no viewer can tell it from a hand without a card', async () => {
  const idle: Hands = [[], [], ['dodge']];
  const [plain, windowed] = [await AmbushTable.start(idle, BRISK), await AmbushTable.start(COUNTER, BRISK)];
  for (const ambushed of [plain, windowed])
    expect(await ambushed.play(0, 'strike')).toMatchObject({ kind: 'accepted' });
  expect(await madeBy(windowed, 'wish')).toEqual([[2, 'pass']]);
  for (const viewer of [0, 1, 3, SPECTATOR]) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
});

test('while a window asks another seat, no habit moves', async () => {
  const [plain, windowed] = [await AmbushTable.start(NONE, USUAL), await AmbushTable.start(COUNTERS, USUAL)];
  for (const ambushed of [plain, windowed]) void ambushed.play(0, 'strike');
  for (const ambushed of [plain, windowed]) await ambushed.settle();
  const told = windowed.told[SPECTATOR]!.length;
  await windowed.keep(4, 'brisk');
  expect(windowed.told[SPECTATOR]).toHaveLength(told);
  for (const seat of [2, 3]) void windowed.play(seat, 'pass');
  await windowed.settle();
  expect(await madeBy(windowed, 'habit')).toEqual([]);
  expect(windowed.told[SPECTATOR]).toEqual(plain.told[SPECTATOR]);
});

test('behind a fixed delay each answer of a habit waits as long as any move', async () => {
  const ambushed = await AmbushTable.start(NONE, { ...USUAL, reactDelaySeconds: 10 });
  void ambushed.play(0, 'rest');
  await ambushed.wait(9);
  expect(ambushed.match.table.view).toMatchObject({ turns: 0 });
  await ambushed.wait(1);
  expect(ambushed.match.table.view).toMatchObject({ turns: 1 });
  await ambushed.wait(9);
  expect(ambushed.match.table.view).toMatchObject({ turns: 1 });
  await ambushed.wait(1);
  expect(ambushed.match.table.view).toMatchObject({ turns: 2 });
});

test('a server that died between a move and the habit that follows it answers when the match is due', async () => {
  const ambushed = await AmbushTable.start(NONE, USUAL);
  const append = ambushed.table.journal.append.bind(ambushed.table.journal);
  ambushed.table.journal.append = (entry) =>
    entry.line.includes('"by":"habit"') ? Promise.reject(new Error('dead')) : append(entry);
  void ambushed.play(0, 'rest');
  await ambushed.settle();
  expect(await madeBy(ambushed, 'habit')).toEqual([]);
  expect(await ambushed.table.journal.due(ambushed.table.now, 9)).toEqual([ambushed.match.id]);
  ambushed.table.journal.append = append;
  const again = await ambushed.restart(NONE);
  expect(await madeBy(again, 'habit')).toHaveLength(7);
});

test('a takeback goes back to the last move that the player made', async () => {
  const ambushed = await AmbushTable.start(NONE);
  const { match, table } = ambushed;
  await ambushed.keep(1, 'usual');
  await ambushed.play(0, 'rest');
  await ambushed.settle();
  expect(ambushed.asked).toEqual([2]);
  await match.offer(0, [100, 'takeback'], table.now);
  for (const seat of [1, 2, 3, 4]) await match.reply(seat, [101, true], table.now);
  expect(ambushed.asked).toEqual([0]);
  await ambushed.play(0, 'strike');
  expect(ambushed.asked).toEqual([1]);
  expect(await madeBy(ambushed, 'habit')).toEqual([[1, 'rest']]);
});

test('a habit counts as no act of its player: a clock does not start for it', async () => {
  const ambushed = await AmbushTable.start(NONE, {
    clock: { kind: 'bank', seconds: 60, increment: 5 },
    absence: 'strict',
  });
  await ambushed.keep(1, 'usual');
  await ambushed.play(0, 'rest');
  await ambushed.settle();
  const { clocks } = ambushed.match.position;
  expect(clocks[1]).toMatchObject({ left: 60_000, isOnTurn: false });
  expect(clocks[2]).toMatchObject({ isOnTurn: true });
});

test('a player has the answer to a move before a habit goes on, whether or not that opens a window', async () => {
  const ambushed = await AmbushTable.start(NONE, USUAL);
  await ambushed.play(0, 'rest');
  await ambushed.settle();
  const told = ambushed.told[0]!.map(([what]) => what);
  expect(told.indexOf('answer')).toBe(told.indexOf('events') + 1);
});
