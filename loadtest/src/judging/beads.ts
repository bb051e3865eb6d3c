/** Whether each bead that fell into a temple is in its ledger once, and in the records once. */
import { SLOTS, type Slot, type Tally } from '@flower-war/protocol';
import type { BeadsTold } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';

/** Compares what fell with the ledgers that the server told. Each of so many temples must have told. */
export function judgedLedgers(told: readonly BeadsTold[], temples: number): Threshold {
  const total = (of: (one: BeadsTold) => Tally) => told.reduce((beads, one) => beads + sum(of(one)), 0);
  const right = told.filter(isRight).length;
  const fates = (['applied', 'held', 'refused'] as const).map(
    (fate) => `${total(({ ledger }) => ledger[fate])} ${fate}`,
  );
  return {
    name: `ledgers with each bead once: ${right} of ${temples} (${total(({ fallen }) => fallen)} fell: ${fates.join(', ')})`,
    isKept: right === temples && told.length === temples,
  };
}

/** `linesOf` gives the record of a match, or the journal of a temple, line by line. */
export async function judgedTotals(
  told: readonly BeadsTold[],
  linesOf: (id: string) => Promise<readonly string[]>,
): Promise<Threshold> {
  let wrong = 0;
  for (const { temple, matches, fallen } of told) {
    const lines = await Promise.all([temple, ...matches].map(linesOf));
    const totals = lines.flat().flatMap((line) => totalsIn(line, temple));
    wrong += sum(differences(fallen, totals)) + againIn(totals);
  }
  return { name: `beads that are not in the records exactly once: ${wrong}`, isKept: wrong === 0 };
}

const sum = ({ war, rain }: Tally): number => war + rain;

function isRight({ fallen, ledger: { sensed, applied, held, refused } }: BeadsTold): boolean {
  const isBalanced = (slot: Slot) => applied[slot] + held[slot] + refused[slot] === sensed[slot];
  return SLOTS.every((slot) => fallen[slot] === sensed[slot] && isBalanced(slot));
}

/** What the device had counted, if the line says so: in a match, or between two matches. */
function totalsIn(line: string, of: string): readonly Tally[] {
  const {
    kind,
    what,
    temple,
    war = 0,
    rain = 0,
  } = JSON.parse(line) as Partial<Tally & Record<'kind' | 'what' | 'temple', string>>;
  const isOfIt = kind === 'counted' || (kind === 'temple' && what === 'sensed' && temple === of);
  return isOfIt ? [{ war, rain }] : [];
}

/** How many beads of each slot the records have too few or too many. */
function differences(fallen: Tally, totals: readonly Tally[]): Tally {
  const of = (slot: Slot) => Math.abs(fallen[slot] - Math.max(0, ...totals.map((one) => one[slot])));
  return { war: of('war'), rain: of('rain') };
}

/** Each entry must count beads that no other has: no slot falls, and one of them grows. */
function againIn(totals: readonly Tally[]): number {
  const sorted = totals.toSorted((a, b) => sum(a) - sum(b));
  return sorted.filter((one, nth) => {
    const before = sorted[nth - 1] ?? { war: 0, rain: 0 };
    return sum(one) === sum(before) || SLOTS.some((slot) => one[slot] < before[slot]);
  }).length;
}
