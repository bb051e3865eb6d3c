import type { Asks } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { ALL, AmbushTable, COUNTER, COUNTERS, DODGE, type Hands, NONE, SEATS } from './ambushTable.fixture.ts';

const SPECTATOR = SEATS;
const wishIn = async (ambushed: AmbushTable) =>
  (await ambushed.entries()).flatMap(({ by, seat, move }) => (by === 'wish' ? [[seat, move]] : []));

async function wishing(hands: Hands, wishes: Readonly<Record<number, Asks>>, settings: object = {}) {
  const ambushed = await AmbushTable.start(hands, settings);
  for (const [seat, what] of Object.entries(wishes)) await ambushed.wish(Number(seat), what);
  return ambushed;
}

test.each<[string, Hands, Readonly<Record<number, Asks>>, number[]]>([
  ['none answers an attack', DODGE, { 1: 'none' }, [1]],
  ['none answers a reaction', COUNTER, { 2: 'none' }, [2]],
  ['attacks answers a reaction', COUNTER, { 2: 'attacks' }, [2]],
  [
    'several answers in a row',
    [[], ['dodge'], ['counter'], ['counter']],
    { 1: 'none', 2: 'none', 3: 'attacks' },
    [1, 2, 3],
  ],
])('%s: nobody is told of the window, not even who would have been asked', async (_, hands, wishes, answered) => {
  const [plain, windowed] = [await wishing(idle(hands), wishes), await wishing(hands, wishes)];
  for (const ambushed of [plain, windowed])
    expect(await ambushed.play(0, 'strike')).toMatchObject({ kind: 'accepted' });
  expect(withoutHands(windowed.told)).toEqual(withoutHands(plain.told));
  expect(await wishIn(windowed)).toEqual(answered.map((seat) => [seat, 'pass']));
});

/** Hands of the same size, which open no window when seat 0 strikes. */
function idle(hands: Hands): Hands {
  return hands.map((cards) => cards.map((card) => (card === 'dodge' ? 'boost' : 'dodge')));
}

function withoutHands(told: unknown): unknown {
  return JSON.parse(JSON.stringify(told), (field, value) => (field === 'hand' ? 'hidden' : value));
}

test.each<[string, Hands, Readonly<Record<number, Asks>>, number[]]>([
  ['attacks leaves an attack', DODGE, { 1: 'attacks' }, [1]],
  ['none leaves a window of the mover', ALL, { 0: 'none' }, [0]],
  ['all leaves everything', COUNTER, { 2: 'all' }, [2]],
  ['a wish of one of two leaves the other', COUNTERS, { 2: 'attacks' }, [3]],
])('%s to be answered', async (_, hands, wishes, asked) => {
  const ambushed = await wishing(hands, wishes);
  void ambushed.play(0, 'strike');
  await ambushed.settle();
  expect(ambushed.asked).toEqual(asked);
  expect(ambushed.privates()[asked[0]!]!.legal).toContain('pass');
});

test('only the seat itself is told of its wish, and a repeat gets the same answer', async () => {
  const ambushed = await AmbushTable.start(NONE);
  const before = ambushed.told.map((list) => list.length);
  const { decision, step } = ambushed.match.privateOf(0);
  const answer = await ambushed.match.asks(0, [4, 'attacks'], ambushed.table.now);
  expect(answer).toEqual({ kind: 'accepted', step: step + 1 });
  expect(ambushed.privates()[0]).toMatchObject({ decision, step: step + 1, asks: 'attacks' });
  expect(ambushed.told.map((list, i) => list.length - before[i]!)).toEqual([1, 0, 0, 0, 0, 0]);
  const repeated = { ...answer, repeated: true };
  expect(await ambushed.match.asks(0, [4, 'attacks'], ambushed.table.now)).toEqual(repeated);
  expect(await ambushed.match.asks(0, [4, 'none'], ambushed.table.now)).toMatchObject({ code: 'id-reused' });
  await ambushed.wish(0, 'all');
  expect(ambushed.privates()[0]).not.toHaveProperty('asks');
});

test('a wish that comes in the middle answers at once', async () => {
  const ambushed = await AmbushTable.start(COUNTERS);
  const striking = ambushed.play(0, 'strike');
  await ambushed.settle();
  expect(await ambushed.wish(2, 'none')).toMatchObject({ kind: 'accepted' });
  expect(await ambushed.play(2, 'counter')).toMatchObject({ code: 'stale-decision' });
  await ambushed.wish(3, 'attacks');
  expect(await striking).toMatchObject({ kind: 'accepted' });
  expect(await wishIn(ambushed)).toEqual([
    [2, 'pass'],
    [3, 'pass'],
  ]);
});

test('whoever wishes in the middle of a window of others is told so, and nothing else', async () => {
  const [plain, windowed] = [await AmbushTable.start(NONE), await AmbushTable.start(DODGE)];
  void windowed.play(0, 'strike');
  await windowed.settle();
  for (const ambushed of [plain, windowed]) await ambushed.wish(3, 'attacks');
  for (const viewer of [0, 2, 3, SPECTATOR]) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
});

test('a wish survives a restart, and answers what was left open by it', async () => {
  const ambushed = await wishing(DODGE, { 1: 'none' });
  const append = ambushed.table.journal.append.bind(ambushed.table.journal);
  let appends = 0;
  ambushed.table.journal.append = (entry) => (++appends === 2 ? Promise.reject(new Error('full')) : append(entry));
  const striking = ambushed.play(0, 'strike');
  await ambushed.settle();
  expect(await wishIn(ambushed)).toEqual([[1, 'pass']]);
  expect(await striking).toMatchObject({ kind: 'accepted' });
  const again = await ambushed.restart(DODGE);
  expect(again.privates()).toEqual(ambushed.privates());
  expect(again.privates()[1]).toMatchObject({ asks: 'none' });
});

test('a server that died between a move and the wish that answers it answers when the match is due', async () => {
  const ambushed = await wishing(DODGE, { 1: 'none' });
  const append = ambushed.table.journal.append.bind(ambushed.table.journal);
  ambushed.table.journal.append = (entry) =>
    entry.line.includes('"by":"wish"') ? Promise.reject(new Error('dead')) : append(entry);
  void ambushed.play(0, 'strike');
  await ambushed.settle();
  expect(await wishIn(ambushed)).toEqual([]);
  expect(await ambushed.table.journal.due(ambushed.table.now, 9)).toEqual([ambushed.match.id]);
  ambushed.table.journal.append = append;
  const again = await ambushed.restart(DODGE);
  expect(await wishIn(again)).toEqual([[1, 'pass']]);
  expect(again.match.table.view).toMatchObject({ turns: 1 });
});

test('behind a fixed delay a wish takes back no answer that was given before it, and may be taken back itself', async () => {
  const ambushed = await AmbushTable.start(COUNTER, { reactDelaySeconds: 10 });
  void ambushed.play(0, 'strike');
  await ambushed.settle();
  const countering = ambushed.play(2, 'counter');
  await ambushed.wish(2, 'none');
  await ambushed.wait(10);
  expect(await countering).toMatchObject({ kind: 'accepted' });
  expect(ambushed.told[SPECTATOR]!.at(-1)).toMatchObject(['events', [{ outcome: 'countered' }]]);
  const other = await AmbushTable.start(COUNTER, { reactDelaySeconds: 10 });
  void other.play(0, 'strike');
  await other.settle();
  for (const what of ['none', 'all'] as const) await other.wish(2, what);
  expect(other.match.decisionOf(2)).toBe(other.privates()[2]!.decision);
  void other.play(2, 'counter');
  await other.wait(10);
  expect(other.told[SPECTATOR]!.at(-1)).toMatchObject(['events', [{ outcome: 'countered' }]]);
  expect(other.table.reports).toEqual([]);
});

test('behind a fixed delay a wish shows no sooner', async () => {
  const ambushed = await wishing(DODGE, { 1: 'none' }, { reactDelaySeconds: 10 });
  const striking = ambushed.play(0, 'strike');
  await ambushed.wait(9);
  expect(ambushed.match.table.view).toMatchObject({ turns: 0 });
  await ambushed.wait(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
  expect(await wishIn(ambushed)).toEqual([[1, 'pass']]);
});
