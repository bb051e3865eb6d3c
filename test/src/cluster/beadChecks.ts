/** Whether every bead that fell into a temple is recorded exactly once, and no other. */
import { type OwnTemple, SLOTS, type Slot, type Tally } from '@flower-war/protocol';
import { sum } from '../crash/templePlayer.ts';

export interface Beads {
  /** So many beads fell, and so many were offered. */
  readonly fallen: number;
  readonly offered: number;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
}

export interface Told {
  readonly temple: string;
  /** What really fell. */
  readonly fallen: Tally;
  readonly ledger: Pick<OwnTemple['ledger'], 'sensed' | 'applied' | 'held' | 'refused'>;
  /** The offerings of the temple in the records of all its matches. */
  readonly offered: number;
  /** The running totals of the device, each as often as it was recorded. */
  readonly totals: readonly Tally[];
}

export function beadsIn({ temple, fallen, ledger, offered, totals }: Told): Beads {
  const { sensed, applied } = ledger;
  const recorded = totals.reduce((most, one) => (sum(one) > sum(most) ? one : most), { war: 0, rain: 0 });
  const differences = [sum(fallen) - sum(sensed), sum(fallen) - sum(recorded), sum(applied) - offered];
  const again = recordedAgain(totals);
  const problems = [
    ...SLOTS.flatMap((slot) =>
      fallen[slot] === sensed[slot] && fallen[slot] === recorded[slot]
        ? []
        : [
            `${fallen[slot]} beads of ${slot} fell, the account has ${sensed[slot]}, the records have ${recorded[slot]}`,
          ],
    ),
    ...SLOTS.flatMap((slot) => (isBalanced(ledger, slot) ? [] : [`the account of ${slot} does not balance`])),
    ...(sum(applied) === offered ? [] : [`${sum(applied)} beads are applied, the records have ${offered} offerings`]),
    ...(again.length === 0 ? [] : [`beads are recorded again: ${JSON.stringify(again)}`]),
  ];
  return {
    fallen: sum(fallen),
    offered,
    lost: Math.max(0, ...differences),
    twice: Math.max(0, ...differences.map((beads) => -beads)) + again.length,
    problems: problems.map((problem) => `${temple}: ${problem}`),
  };
}

const isBalanced = ({ sensed, applied, held, refused }: Told['ledger'], slot: Slot) =>
  applied[slot] + held[slot] + refused[slot] === sensed[slot];

/** Each entry must count beads that no other has: the totals of both slots only grow, and one of them does at each entry. */
function recordedAgain(totals: readonly Tally[]): readonly Tally[] {
  const sorted = totals.toSorted((a, b) => sum(a) - sum(b));
  return sorted.filter((one, n) => {
    const before = sorted[n - 1];
    return before !== undefined && (sum(one) === sum(before) || SLOTS.some((slot) => one[slot] < before[slot]));
  });
}
