/** Temples and beads. */
import type { TempleJson } from '@flower-war/protocol';

type Slot = 'war' | 'rain';
type Why = Exclude<TempleJson['last']['why'], ''>;

/** Why a bead counts, waits or is refused: what follows the colon. */
const WHY: Readonly<Record<Why, string>> = {
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

/** Why the server refuses what a player says about beads. */
const REFUSED: Readonly<Record<string, string>> = {
  'not-so-many': 'the temple does not hold so many beads',
  'nothing-to-confirm': 'there is nothing to confirm',
  'nothing-to-dispute': 'there is nothing to dispute',
  'disputed-already': 'there is a dispute already',
  'no-dispute': 'there is no dispute',
  'not-the-tables': 'this temple belongs to one seat, so that nothing is to be claimed',
  'nothing-changes': 'it is so already',
  'not-your-temple': 'this is not your temple',
  'not-the-host': 'only the host of the match may do this',
  'no-player-there': 'no player sits there',
  'not-bound': 'the temple counts for no match',
  'window-open': 'a player is deciding now; try again in a moment',
  'match-over': 'the match is over',
};

const beads = (n: number, slot: Slot): string => (n === 1 ? `a ${slot} bead` : `${n} ${slot} beads`);
const Beads = (n: number, slot: Slot): string => beads(n, slot).replace(/^a/, 'A');

export const TEMPLES = {
  slots: { war: 'war', rain: 'rain' } as Readonly<Record<Slot, string>>,
  why: WHY,
  /** The same for screens with buttons, where no command is typed. */
  whyShown: {
    ...WHY,
    unclaimed: 'no player has said yet whose it is',
    implausible: 'too many came at once; say whether you dropped them',
  } as Readonly<Record<string, string>>,
  counts: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'counts' : 'count'}.`,
  waits: (n: number, slot: Slot, why: string) => `${Beads(n, slot)} ${n === 1 ? 'waits' : 'wait'}${why}.`,
  takeBack: (n: number, slot: Slot, why: string) => `Take ${beads(n, slot)} back${why}.`,
  out: (n: number, slot: Slot) => `${Beads(n, slot)} ${n === 1 ? 'was' : 'were'} taken out.`,
  disputed: (slot: Slot) => `There is a dispute about the ${slot} beads: the host ends it (type settle).`,
  settled: (slot: Slot) => `The dispute about the ${slot} beads is over.`,
  none: 'No temple counts here.',
  noLonger: 'no longer counts',
  online: 'online',
  offline: 'offline',
  silent: 'silent',
  tally: (sensed: number, applied: number) => `${sensed} dropped: ${applied} counted`,
  held: (n: number) => `${n} waiting`,
  refused: (n: number) => `${n} refused`,
  toTake: (n: number) => `${n} to take out`,
  inDispute: 'disputed',
  forTable: 'for all at the table',
  forYou: 'for you',
  forSeat: (name: string) => `for ${name}`,
  comes: (whom: string) => `it counts here, ${whom}.`,
  goes: 'it no longer counts here.',
  comesAgain: 'it counts here again.',
  isBack: 'it is back.',
  isSilent: 'it is silent; offerings are made on the screen until it is back.',
  byHand: (name: string | undefined) =>
    name === undefined ? 'You make your offerings on the screen now.' : `${name} makes offerings on the screen now.`,
  byTemple: (name: string | undefined) =>
    name === undefined
      ? 'You make your offerings with the temple again.'
      : `${name} makes offerings with the temple again.`,
  noDispute: 'There is no such dispute.',
  noneForYou: 'No temple counts for you here.',
  cannot: (reason: string | undefined) =>
    `This cannot be done now${reason === undefined ? '' : `: ${reason}`}. "temple" shows the beads.`,
  /** What a player says about beads, on a button. */
  deeds: {
    returned: (n: number) => (n === 1 ? 'I took it out' : `I took ${n} out`),
    confirmed: () => 'I dropped them all',
    claimed: (n: number) => (n === 1 ? 'It is mine' : `All ${n} are mine`),
    disputed: (slot: Slot) => `Dispute the ${slot} beads`,
    settledCounts: (n: number) => (n === 1 ? 'It counts' : `${n} count`),
    settledReturned: (n: number) => (n === 1 ? 'It was taken out' : `${n} were taken out`),
    byHand: 'Make offerings on the screen',
    byTemple: 'Make offerings with the temple',
  },
  /** What the host reads, and what the others read, while there is a dispute. */
  toSettle: (slot: Slot) => `There is a dispute about the ${slot} beads. Say what became of them.`,
  inDisputeNow: (slot: Slot) => `There is a dispute about the ${slot} beads. The host ends it.`,
  refusals: REFUSED,
};

export const OWN_TEMPLES = {
  none: 'You have no temple. Claim one: --temple or --knock.',
  released: (temple: string) => `${temple} has no owner now.`,
  counted: (war: number, rain: number) => `${war} war and ${rain} rain beads`,
  forMatch: (match: string) => `for match ${match}`,
  isYours: (temple: string) => `${temple} is yours.`,
  knock: (n: number) => `Drop ${n} beads into your temple, one after another, within a minute:`,
  knockAgain: 'After a wrong bead, begin again.',
  typeCode: 'Type the code that the temple shows:',
  notHere: (temple: string, why: string) => `${temple} does not count here: ${why}`,
  unbound: (temple: string, match: string) =>
    `${temple} no longer counts for match ${match}; take out the beads that still waited there.`,
};
