/** Tells what becomes of beads: the difference between two tables chooses among the sentences. */
import type { TableJson, TempleJson } from '@flower-war/client';
import type { Screen } from '@flower-war/words';
import { own } from './words.ts';

type BeadTable = Pick<TableJson<unknown>, 'temples' | 'byHand'>;
type Slot = 'war' | 'rain';

const SLOTS: readonly Slot[] = ['war', 'rain'];
const OF_THE_TABLE = 255;

export interface Perspective {
  readonly name: (seat: number) => string;
  readonly you: number | undefined;
  readonly words: Screen['temples'];
}

/** A line for the fate of beads, for each temple that came or went, and for each player who now offers another way. */
export function beadWords(before: BeadTable, after: BeadTable, eyes: Perspective): readonly string[] {
  const temples = after.temples.flatMap((temple) => {
    const was = before.temples.find((one) => one.temple === temple.temple);
    return changed(was, temple, eyes).map((words) => `${temple.name}: ${words}`);
  });
  return [...temples, ...handWords(before, after, eyes)];
}

/** The counts of every temple at the table. */
export function ledgerWords({ temples }: BeadTable, eyes: Perspective): readonly string[] {
  const { words } = eyes;
  if (temples.length === 0) return [words.none];
  const width = Math.max(...SLOTS.map((slot) => words.slots[slot].length));
  return temples.flatMap((temple) => [
    `${temple.name} (${temple.temple}), ${forWhom(temple, eyes)}, ${stateOf(temple, words)}`,
    ...SLOTS.map((slot) => `  ${words.slots[slot].padEnd(width)}  ${tally(temple[slot], words)}`),
  ]);
}

function stateOf({ counts, present }: TempleJson, words: Perspective['words']): string {
  if (!counts) return words.noLonger;
  return present ? words.online : words.silent;
}

function tally(
  { sensed, applied, held, refused, toTake, disputed }: TempleJson[Slot],
  words: Perspective['words'],
): string {
  const parts = [words.tally(sensed, applied), words.held(held), words.refused(refused)];
  const rest = [...(toTake > 0 ? [words.toTake(toTake)] : []), ...(disputed ? [words.inDispute] : [])];
  return [...parts, ...rest].join(', ');
}

function forWhom({ seat }: TempleJson, { name, you, words }: Perspective): string {
  if (seat === OF_THE_TABLE) return words.forTable;
  return seat === you ? words.forYou : words.forSeat(name(seat));
}

function changed(was: TempleJson | undefined, now: TempleJson, eyes: Perspective): readonly string[] {
  const { words } = eyes;
  if (was === undefined) return now.counts ? [words.comes(forWhom(now, eyes))] : [];
  return [...comingWords(was, now, words), ...SLOTS.flatMap((slot) => slotWords(was, now, { slot, words }))];
}

function comingWords(was: TempleJson, now: TempleJson, words: Perspective['words']): readonly string[] {
  if (was.counts && !now.counts) return [words.goes];
  if (!was.counts && now.counts) return [words.comesAgain];
  if (was.present === now.present) return [];
  return [now.present ? words.isBack : words.isSilent];
}

interface Slotted {
  readonly slot: Slot;
  readonly words: Perspective['words'];
}

function slotWords(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  const more = (field: 'applied' | 'held' | 'refused' | 'toTake') => now[slot][field] - was[slot][field];
  const why = (verdict: string) => whyWords(now, { slot, words }, verdict);
  const out = more('refused') - more('toTake');
  const lines = [
    ...(more('applied') > 0 ? [words.counts(more('applied'), slot)] : []),
    ...(more('held') > 0 ? [words.waits(more('held'), slot, why('held'))] : []),
    ...(more('toTake') > 0 ? [words.takeBack(more('toTake'), slot, why('refused'))] : []),
    ...(out > 0 ? [words.out(out, slot)] : []),
  ];
  const still = lines.length === 0 ? stillWaits(was, now, { slot, words }) : [];
  return [...lines, ...still, ...disputeWords(was, now, { slot, words })];
}

/** Beads wait on, but for another reason. */
function stillWaits(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  const isSame = now.last.why === was.last.why || now.last.slot !== slot || now.last.verdict !== 'held';
  if (isSame || now[slot].held === 0) return [];
  return [words.waits(now[slot].held, slot, whyWords(now, { slot, words }, 'held'))];
}

function disputeWords(was: TempleJson, now: TempleJson, { slot, words }: Slotted): readonly string[] {
  if (was[slot].disputed === now[slot].disputed) return [];
  return [now[slot].disputed ? words.disputed(slot) : words.settled(slot)];
}

/** Only the last bead has a known reason. The sentence names it if the last bead has this slot and this verdict. */
function whyWords({ last }: TempleJson, { slot, words }: Slotted, verdict: string): string {
  const why = own(words.why, last.why);
  return last.slot === slot && last.verdict === verdict && why !== undefined ? `: ${why}` : '';
}

function handWords(before: BeadTable, after: BeadTable, { name, you, words }: Perspective): readonly string[] {
  const other = (seat: number) => (seat === you ? undefined : name(seat));
  const byHand = after.byHand.filter((seat) => !before.byHand.includes(seat));
  const byTemple = before.byHand.filter((seat) => !after.byHand.includes(seat));
  return [...byHand.map((seat) => words.byHand(other(seat))), ...byTemple.map((seat) => words.byTemple(other(seat)))];
}
