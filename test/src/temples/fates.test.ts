/** The fate of beads: each case with the verdict that the contract names. */
import { expect, test } from 'vitest';
import { type Given, TEMPLE, TempleTable } from './templeTable.ts';

type Fate = TempleTable['fate'];

const POOR = { skulls: [0, 3] };
const CARDS = { cards: [2, 0], skulls: [2, 3] };
const DOUBLE = { omens: [15] };
const MOVING = { phase: 'moving' } as const;
const ONE_A_TURN = { options: { sacrificesPerTurn: 1 } };
const mexica = (godCardCost: number) => ({ game: 'mexica', options: { godCardCost }, skulls: [4, 0] });
const RESIGNED = { kind: 'absence', seat: 1, what: 'resigned' } as const;
const LEFT = { kind: 'absence', seat: 1, what: 'left' } as const;
const BOT = { kind: 'absence', seat: 1, what: 'bot', bot: 'random' } as const;
const SUBSTITUTED = { kind: 'absence', seat: 1, what: 'substituted', player: 'p-9', at: 1_770_000_000_000 } as never;
const pausedIn = (table: TempleTable) => table.bound().agree('pause', { minutes: 5 });

test.each<[why: string, given: Given, does: (table: TempleTable) => TempleTable, fate: Fate]>([
  ['one bead in the step is one offering', {}, (t) => t.bound().drop(1), [1, 0, 0, 'applied ok']],
  ['three at once are three offerings', {}, (t) => t.bound().drop(3), [3, 0, 0, 'applied ok']],
  ['in both slots too', {}, (t) => t.bound().drop(1, 2), [3, 0, 0, 'applied ok']],
  ['more than there are skulls: those are refused', {}, (t) => t.bound().drop(5), [3, 0, 2, 'refused no-skulls']],
  ['none at all', POOR, (t) => t.bound().drop(1), [0, 0, 1, 'refused no-skulls']],
  ['double offerings: one of two waits', DOUBLE, (t) => t.bound().drop(1), [0, 1, 0, 'held incomplete']],
  ['double offerings: two are one', DOUBLE, (t) => t.bound().drop(1).drop(1), [2, 0, 0, 'applied ok']],
  ['double offerings: one skull pays none', DOUBLE, (t) => t.bound().drop(3), [2, 0, 1, 'refused no-skulls']],
  ['double offerings: one in each slot is none', DOUBLE, (t) => t.bound().drop(1, 1), [0, 2, 0, 'held incomplete']],
  ['Mexica, a card for 2', mexica(2), (t) => t.bound().drop(3), [2, 1, 0, 'held incomplete']],
  ['Mexica, a card for 3', mexica(3), (t) => t.bound().drop(2).drop(1), [3, 0, 0, 'applied ok']],
  ['more than a turn allows wait', ONE_A_TURN, (t) => t.bound().drop(2), [1, 1, 0, 'applied ok']],
  ['before the step of offerings', MOVING, (t) => t.bound().drop(1), [0, 1, 0, 'held wrong-phase']],
  ['on the turn of the other', {}, (t) => t.bound(1).drop(1), [0, 1, 0, 'held not-your-turn']],
  ['before the start', {}, (t) => t.bind().drop(1), [0, 1, 0, 'held wrong-phase']],
  ['before the start, then started', {}, (t) => t.bind().drop(1).start(), [1, 0, 0, 'applied ok']],
  ['after the step, with skulls', {}, (t) => t.bound().endTurn().drop(1), [0, 1, 0, 'held not-your-turn']],
  [
    'after the step, on the same turn, without skulls',
    { skulls: [1, 3] },
    (t) => t.bound().play(0, 'offer war', 'draw').toCards().drop(1),
    [0, 0, 1, 'refused no-skulls'],
  ],
  ['incomplete after the step, with skulls', DOUBLE, (t) => t.bound().drop(1).endTurn(), [0, 1, 0, 'held incomplete']],
  ['too many at once', { skulls: [9, 3] }, (t) => t.bound().drop(65), [0, 65, 0, 'held implausible']],
  ['too many a second', {}, (t) => t.bound().drop(2, 0, { doubtful: true }), [0, 2, 0, 'held implausible']],
  ['confirmed: offered', {}, (t) => t.bound().drop(65).by(0, 'confirmed'), [3, 0, 62, 'refused no-skulls']],
  [
    'held ones are taken out',
    MOVING,
    (t) => t.bound().drop(2).by(0, 'returned', { slot: 'war', n: 1 }),
    [0, 1, 1, 'refused returned'],
  ],
  [
    'resigned',
    {},
    (t) =>
      t
        .bound(1)
        .drop(2)
        .add({ ...RESIGNED, id: 1 }),
    [0, 0, 2, 'refused match-over'],
  ],
  ['the temple is taken out', {}, (t) => t.bound(1).drop(2).say({ what: 'unbound' }), [0, 0, 2, 'refused no-match']],
  ['the match is broken off', {}, (t) => t.bound(1).drop(2).abort(), [0, 0, 2, 'refused match-over']],
  ['the seat is left before the start', {}, (t) => t.bind(1).drop(2).add(LEFT), [0, 0, 2, 'refused match-over']],
  [
    'another player takes the seat',
    {},
    (t) => t.bound(1).drop(2).endTurn().add(BOT).add(SUBSTITUTED),
    [0, 0, 2, 'refused match-over'],
  ],
  ['a bot stands in', {}, (t) => t.bound(1).drop(2).endTurn().add(BOT), [0, 2, 0, 'held not-your-turn']],
  ['by hand they wait', {}, (t) => t.bound().by(0, 'by-hand', { is: true }).drop(2), [0, 2, 0, 'held wrong-phase']],
  [
    'by hand no more, they are offered',
    {},
    (t) => t.bound().by(0, 'by-hand', { is: true }).drop(2).by(0, 'by-hand', { is: false }),
    [2, 0, 0, 'applied ok'],
  ],
  ['in a pause they wait', {}, (t) => pausedIn(t).drop(2), [0, 2, 0, 'held wrong-phase']],
  ['and are offered after it', {}, (t) => pausedIn(t).drop(2).agree('resume'), [2, 0, 0, 'applied ok']],
  ['cards may stand for skulls', { ...CARDS, omens: [9] }, (t) => t.bound().drop(2), [2, 0, 0, 'applied ok']],
  [
    'cards may stand for skulls of a double offering: one bead begins it',
    { cards: [2, 0], omens: [13, 15] },
    (t) => t.bound().drop(1),
    [1, 0, 0, 'applied ok'],
  ],
  [
    'no skull but cards: a bead pays nothing',
    { ...POOR, cards: [2, 0], omens: [13] },
    (t) => t.bound().drop(1),
    [0, 0, 1, 'refused no-skulls'],
  ],
])('%s', async (_, given, does, fate) => {
  const table = does(new TempleTable(given));
  expect(table.fate).toEqual(fate);
  expect(table.due).toBeUndefined();
  const { status } = table.scribe.position;
  if (status === 'over') table.scribe.end();
  else if (status !== 'ended') table.abort();
  expect(await table.verify()).toMatchObject({ ok: true });
});

test('three beads at once are three skulls, three sacrifices, three cards and three entries', () => {
  const table = new TempleTable({ skulls: [4, 3] }).bound().drop(3);
  expect([table.skulls, table.cards, table.state.tally]).toEqual([[1, 3], [3, 0], { war: 3, rain: 0 }]);
  const kinds = table.entries.filter(({ kind }) => kind === 'temple').map(({ what }) => what);
  expect(kinds).toEqual(['bound', 'sensed', 'drawn', 'offered', 'drawn', 'offered', 'drawn']);
});

test('where a card may be taken from a pile the person is asked, then it goes on', () => {
  const table = new TempleTable({ omens: [3], pile: true }).bound().drop(2);
  expect(table.fate).toEqual([1, 1, 0, 'applied ok']);
  expect([table.state.phase.kind, table.cards[0]]).toEqual(['drawing', 0]);
  table.play(0, 'draw');
  expect(table.fate).toEqual([2, 0, 0, 'applied ok']);
  table.play(0, 'draw');
  expect(table.cards[0]).toBe(2);
});

test('of a double offering that a bead began the rest may be a card, and a bead of the other god waits', () => {
  const table = new TempleTable({ omens: [9, 15], cards: [2, 0] }).bound().drop(1, 1);
  expect([table.state.phase.kind, table.fate]).toEqual(['sacrificing', [1, 1, 0, 'applied ok']]);
  const card = table.legal(0).find((move) => move !== 'skull') ?? '';
  table.play(0, card, 'draw');
  expect(table.state.tally).toEqual({ war: 2, rain: 1 });
});

test('beads that were too early are offered in the order in which they came', () => {
  const table = new TempleTable({ phase: 'moving', skulls: [9, 3] }).bound().drop(0, 1).drop(2).drop(0, 1);
  expect(table.waits).toEqual(['1 rain wrong-phase', '2 war wrong-phase', '1 rain wrong-phase']);
  table.play(0, 'roll').toOffering();
  expect(table.offered).toEqual(['rain', 'war', 'war', 'rain']);
  expect(table.fate.slice(0, 3)).toEqual([4, 0, 0]);
});

test('a step without a skull refuses what waited for it; one with skulls that was skipped does not', () => {
  const poor = new TempleTable({ skulls: [0, 3], phase: 'moving', omens: [12], barren: true }).bound().drop(1);
  expect(poor.fate).toEqual([0, 1, 0, 'held wrong-phase']);
  poor.play(0, 'roll');
  expect([poor.state.turn.seat, poor.fate]).toEqual([1, [0, 0, 1, 'refused no-skulls']]);
  const rich = new TempleTable().bound().by(0, 'by-hand', { is: true }).drop(1).endTurn();
  expect(rich.fate).toEqual([0, 1, 0, 'held wrong-phase']);
});

test('what was refused is to be taken out, and can be no more than once', () => {
  const table = new TempleTable({ skulls: [0, 3] }).bound().drop(2);
  expect(table.account.toTake.war).toBe(2);
  table.by(0, 'returned', { slot: 'war', n: 2 });
  expect(table.account).toMatchObject({ refused: { war: 2 }, toTake: { war: 0 } });
  const again = { what: 'returned', seat: 0, slot: 'war', n: 1, id: 1 } as const;
  expect(table.refusal({ kind: 'temple', temple: 'templo-7f3a', ...again })).toBe('not-so-many');
});

test('whoever takes the temple away is owed no card by it', () => {
  const table = new TempleTable().bound();
  table.scribe.add({ kind: 'temple', temple: TEMPLE, what: 'sensed', epoch: 7, war: 1, rain: 0 });
  expect(table.due).toEqual({ what: 'drawn', temple: TEMPLE });
  table.scribe.add({ kind: 'temple', temple: TEMPLE, what: 'unbound' });
  expect(table.due).toBeUndefined();
  table.play(0, 'draw');
  expect(table.cards[0]).toBe(1);
});
