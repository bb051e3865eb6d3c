import { expect, test } from 'vitest';
import type { BeadsTold } from '../plan.ts';
import { judgedLedgers, judgedTotals } from './beads.ts';

const TEMPLE = 'templo-1000';
const totals = (war: number, rain = 0) => ({ war, rain });
const NONE = totals(0);
const told = (more: Partial<BeadsTold['ledger']> = {}): BeadsTold => ({
  temple: TEMPLE,
  matches: ['one', 'two'],
  fallen: totals(3, 1),
  ledger: { sensed: totals(3, 1), applied: totals(1), held: totals(2), refused: totals(0, 1), ...more },
});

test('ledgers that balance, and have what fell, are right', () => {
  expect(judgedLedgers([told(), told()], 2)).toEqual({
    name: 'ledgers with each bead once: 2 of 2 (8 fell: 2 applied, 4 held, 2 refused)',
    isKept: true,
  });
});

test.each([
  [[told()], 2], // one temple told nothing
  [[told(), told({ sensed: totals(2, 1), held: totals(1) })], 2], // a bead is lost
  [[told({ sensed: totals(4, 1), held: totals(3) })], 1], // a bead counts twice
  [[told({ held: totals(1) })], 1], // a bead has no fate
  [[told({ sensed: totals(2, 2), applied: NONE, refused: totals(0, 2) })], 1], // a bead is in the other slot
])('a ledger that is not right is told (%#)', (all, temples) => {
  expect(judgedLedgers(all, temples).isKept).toBe(false);
});

const sensed = (war: number, rain: number, temple = TEMPLE) =>
  JSON.stringify({ kind: 'temple', what: 'sensed', temple, epoch: 7, war, rain });
const counted = (war: number, rain: number) => JSON.stringify({ kind: 'counted', epoch: 7, war, rain });
const CLAIMED = JSON.stringify({ kind: 'claimed', by: 'p-1' });
const MOVE = JSON.stringify({ kind: 'move', seat: 0, id: 4 });

interface Lines {
  readonly own?: readonly string[];
  readonly one?: readonly string[];
  readonly two?: readonly string[];
}

const wrongIn = async ({ own = [], one = [], two = [] }: Lines) => {
  const lines: Readonly<Record<string, readonly string[]>> = { [TEMPLE]: own, one, two };
  const { name, isKept } = await judgedTotals([told()], async (id) => lines[id] ?? []);
  const wrong = Number(name.split(' ').at(-1));
  expect(isKept).toBe(wrong === 0);
  return wrong;
};

test.each<[why: string, lines: Lines, wrong: number]>([
  ['all in one match', { one: [MOVE, sensed(1, 0), sensed(3, 1)] }, 0],
  [
    'between two matches, too',
    { own: [CLAIMED, counted(2, 0)], one: [sensed(1, 0)], two: [sensed(2, 1), sensed(3, 1)] },
    0,
  ],
  ['those of another temple are not its own', { one: [sensed(3, 1), sensed(9, 9, 'templo-1001')] }, 0],
  ['the last one is lost', { one: [sensed(1, 0), sensed(2, 1)] }, 1],
  ['all are lost', {}, 4],
  ['one never fell', { one: [sensed(4, 1)] }, 1],
  ['one is recorded in two matches', { one: [sensed(1, 0)], two: [sensed(1, 0), sensed(3, 1)] }, 1],
  ['one is recorded outside and in a match', { own: [counted(3, 1)], one: [sensed(3, 1)] }, 1],
  ['two records know nothing of each other', { one: [sensed(3, 0)], two: [sensed(2, 1), sensed(3, 1)] }, 1],
])('beads in the records: %s', async (_, lines, wrong) => {
  expect(await wrongIn(lines)).toBe(wrong);
});
