/** Tells what becomes of beads. The sentences are data; the difference between two tables chooses among them. */
import type { OwnTemple, TableJson, TempleJson } from '@flower-war/client';

type Table = Pick<TableJson<unknown>, 'temples' | 'byHand'>;
type Slot = 'war' | 'rain';
export type Why = OwnTemple['waiting'][number]['why'];

const SLOTS: readonly Slot[] = ['war', 'rain'];
const OF_THE_TABLE = 255;

export interface Perspective {
  readonly name: (seat: number) => string;
  readonly you: number | undefined;
}

/** Why a bead counts, waits or is refused: what follows the colon. */
export const WHY_WORDS: Readonly<Record<Why, string>> = {
  ok: 'an offering was made',
  'no-match': 'the temple counts for no match',
  'not-your-turn': "it is another tribe's turn",
  'wrong-phase': 'this is not the step of offerings',
  incomplete: 'the offering costs more',
  'no-skulls': 'there is no skull left to offer',
  unclaimed: 'no player has claimed this yet (type claim)',
  unpaired: 'the temple has no owner',
  implausible: 'too many came at once (type confirm if you meant that)',
  'match-over': 'the match is over for this temple',
  returned: 'it was taken out again',
};

const beads = (n: number, slot: Slot): string => (n === 1 ? `a ${slot} bead` : `${n} ${slot} beads`);
const Beads = (n: number, slot: Slot): string => beads(n, slot).replace(/^a/, 'A');

const SENTENCES = {
  counts: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'counts' : 'count'}.`,
  waits: (n: number, slot: Slot, why: string) => `${Beads(n, slot)} ${n === 1 ? 'waits' : 'wait'}${why}.`,
  'take-back': (n: number, slot: Slot, why: string) => `Take ${beads(n, slot)} back${why}.`,
  out: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'was' : 'were'} taken out.`,
  disputed: (slot: Slot) => `There is a dispute about the ${slot} beads: the host ends it (type settle).`,
  settled: (slot: Slot) => `The dispute about the ${slot} beads is over.`,
} as const;

/** A line for the fate of beads, for each temple that came or went, and for each player who now offers another way. */
export function beadWords(before: Table, after: Table, eyes: Perspective): readonly string[] {
  const temples = after.temples.flatMap((temple) => {
    const was = before.temples.find((one) => one.temple === temple.temple);
    return changed(was, temple, eyes).map((words) => `${temple.name}: ${words}`);
  });
  return [...temples, ...handWords(before, after, eyes)];
}

/** The counts of every temple at the table. */
export function ledgerWords({ temples }: Table, eyes: Perspective): readonly string[] {
  if (temples.length === 0) return ['No temple counts here.'];
  return temples.flatMap((temple) => [
    `${temple.name} (${temple.temple}), ${forWhom(temple, eyes)}, ${stateOf(temple)}`,
    ...SLOTS.map((slot) => `  ${slot.padEnd(4)}  ${tally(temple[slot])}`),
  ]);
}

function stateOf({ counts, present }: TempleJson): string {
  if (!counts) return 'no longer counts';
  return present ? 'online' : 'silent';
}

function tally({ sensed, applied, held, refused, toTake, disputed }: TempleJson[Slot]): string {
  const parts = [`${sensed} dropped: ${applied} counted`, `${held} waiting`, `${refused} refused`];
  const rest = [...(toTake > 0 ? [`${toTake} to take out`] : []), ...(disputed ? ['disputed'] : [])];
  return [...parts, ...rest].join(', ');
}

function forWhom({ seat }: TempleJson, { name, you }: Perspective): string {
  if (seat === OF_THE_TABLE) return 'for all at the table';
  return seat === you ? 'for you' : `for ${name(seat)}`;
}

function changed(was: TempleJson | undefined, now: TempleJson, eyes: Perspective): readonly string[] {
  if (was === undefined) return now.counts ? [`it counts here, ${forWhom(now, eyes)}.`] : [];
  return [...comingWords(was, now), ...SLOTS.flatMap((slot) => slotWords(was, now, slot))];
}

function comingWords(was: TempleJson, now: TempleJson): readonly string[] {
  if (was.counts && !now.counts) return ['it no longer counts here.'];
  if (!was.counts && now.counts) return ['it counts here again.'];
  if (was.present === now.present) return [];
  return [now.present ? 'it is back.' : 'it is silent; offerings are made on the screen until it is back.'];
}

function slotWords(was: TempleJson, now: TempleJson, slot: Slot): readonly string[] {
  const more = (field: 'applied' | 'held' | 'refused' | 'toTake') => now[slot][field] - was[slot][field];
  const out = more('refused') - more('toTake');
  const lines = [
    ...(more('applied') > 0 ? [SENTENCES.counts(more('applied'), slot)] : []),
    ...(more('held') > 0 ? [SENTENCES.waits(more('held'), slot, why(now, slot, 'held'))] : []),
    ...(more('toTake') > 0 ? [SENTENCES['take-back'](more('toTake'), slot, why(now, slot, 'refused'))] : []),
    ...(out > 0 ? [SENTENCES.out(out, slot)] : []),
  ];
  return [...lines, ...(lines.length === 0 ? stillWaits(was, now, slot) : []), ...disputeWords(was, now, slot)];
}

/** Beads wait on, but for another reason. */
function stillWaits(was: TempleJson, now: TempleJson, slot: Slot): readonly string[] {
  const isSame = now.last.why === was.last.why || now.last.slot !== slot || now.last.verdict !== 'held';
  return isSame || now[slot].held === 0 ? [] : [SENTENCES.waits(now[slot].held, slot, why(now, slot, 'held'))];
}

function disputeWords(was: TempleJson, now: TempleJson, slot: Slot): readonly string[] {
  if (was[slot].disputed === now[slot].disputed) return [];
  return [now[slot].disputed ? SENTENCES.disputed(slot) : SENTENCES.settled(slot)];
}

/** Only the last bead has a known reason. The sentence names it if the last bead has this slot and this verdict. */
function why({ last }: TempleJson, slot: Slot, verdict: string): string {
  const words = (WHY_WORDS as Readonly<Record<string, string | undefined>>)[last.why];
  return last.slot === slot && last.verdict === verdict && words !== undefined ? `: ${words}` : '';
}

function handWords(before: Table, after: Table, { name, you }: Perspective): readonly string[] {
  const who = (seat: number) => (seat === you ? 'You make your' : `${name(seat)} makes their`);
  const by = after.byHand.filter((seat) => !before.byHand.includes(seat));
  const with_ = before.byHand.filter((seat) => !after.byHand.includes(seat));
  return [
    ...by.map((seat) => `${who(seat)} offerings on the screen now.`),
    ...with_.map((seat) => `${who(seat)} offerings with the temple again.`),
  ];
}
