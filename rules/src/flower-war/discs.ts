/** The twenty calendar discs, and the rule that each changes. A new disc is one record. */
import type { CardWords } from '../contract/game.ts';
import { signTitle } from '../ring/cards/cardText.ts';
import { numbered } from '../ring/cards/shorthand.ts';
import type { Day } from '../ring/model/calendar.ts';
import type { God } from '../ring/model/card.ts';
import type { FlowerSettings } from './options.ts';
import type { FlowerTable } from './table.ts';

/** Everything that discs can change, at its usual value. */
const CALM = {
  /** How the active tribe moves. Of several omens the strongest counts. */
  movement: 'roll' as 'roll' | 'one-step' | 'anywhere',
  /** A tribe moves twice in its turn. */
  movesTwice: false,
  /** `none`: marriages instead of battles. */
  battles: 'dice' as 'dice' | 'coin' | 'none',
  /** Added to the range of attacks. */
  range: 0,
  /** The active tribe may fight one battle against any other tribe. */
  attacksAnybody: false,
  stake: 0,
  /** Both sides of a battle lose a skull. */
  bothLose: false,
  pickup: 0,
  /** A coin decides whether the tribe picks up one more skull. */
  coinForSkull: false,
  price: 1,
  mustSacrifice: false,
  takesCards: false,
  /** A god returns no card for cards that stand for skulls. */
  cardsDrawNothing: false,
  givesToDay: false,
  takesFromPiles: false,
  bans: [] as readonly God[],
  losesHands: false,
};

export type Omens = Readonly<typeof CALM>;

interface Disc {
  readonly day: Day;
  readonly name: string;
  readonly omen: Partial<Omens>;
}

/** The taker of this disc cancels another omen. */
export const DOG: Day = 10;

export const DISCS: readonly Disc[] = [
  { day: 1, name: 'ranged attack', omen: { attacksAnybody: true } },
  { day: 2, name: 'reach +1', omen: { range: 1 } },
  { day: 3, name: 'choose from the discards', omen: { takesFromPiles: true } },
  { day: 4, name: 'coin for a skull', omen: { coinForSkull: true } },
  { day: 5, name: 'no Rain cards', omen: { bans: ['rain'] } },
  { day: 6, name: 'all hands lost', omen: { losesHands: true } },
  { day: 7, name: 'go anywhere', omen: { movement: 'anywhere' } },
  { day: 8, name: 'give to the land', omen: { givesToDay: true } },
  { day: 9, name: 'cards as offerings', omen: { takesCards: true } },
  { day: 10, name: 'cancel one', omen: {} },
  { day: 11, name: 'no dice', omen: { movement: 'one-step', battles: 'coin' } },
  { day: 12, name: 'marriages', omen: { battles: 'none' } },
  { day: 13, name: 'cards as offerings', omen: { takesCards: true } },
  { day: 14, name: 'rich spoils', omen: { stake: 1 } },
  { day: 15, name: 'double offerings', omen: { price: 2 } },
  { day: 16, name: 'rich harvest', omen: { pickup: 1 } },
  { day: 17, name: 'everything moves twice', omen: { movesTwice: true } },
  { day: 18, name: 'offerings compulsory', omen: { mustSacrifice: true } },
  { day: 19, name: 'no War cards', omen: { bans: ['war'] } },
  { day: 20, name: 'poor spoils', omen: { stake: -1 } },
];

/** [xochitl] The only disc whose effect depends on an option. */
const XOCHITL: Readonly<Record<FlowerSettings['xochitl'], Partial<Omens>>> = {
  stakeMinus1: { stake: -1 },
  none: {},
  bothLose1: { bothLose: true },
};

const KNOWN = new WeakMap<readonly Day[], Omens>();

/** What the discs in force change together. A list of days never changes, so its result is worked out only once. */
export function omens({ omens: days, options }: Pick<FlowerTable, 'omens' | 'options'>): Omens {
  if (days.length === 0) return CALM;
  const known = KNOWN.get(days);
  if (known !== undefined) return known;
  const all = days.map((day) => omenOf(day, options)).reduce<Omens>(together, CALM);
  const both = { ...all, cardsDrawNothing: options.acatlNoDraw && days.includes(13) && !days.includes(9) };
  KNOWN.set(days, both);
  return both;
}

function omenOf(day: Day, { xochitl }: FlowerSettings): Partial<Omens> {
  return day === 20 ? XOCHITL[xochitl] : (DISCS[day - 1]?.omen ?? {});
}

const STRENGTH = ['roll', 'dice', 'one-step', 'coin', 'anywhere', 'none'];

const stronger = <T extends string>(a: T, b: T | undefined): T =>
  b !== undefined && STRENGTH.indexOf(b) > STRENGTH.indexOf(a) ? b : a;

/** Numbers add up. Of two words the stronger counts. What one disc allows, the others do not forbid. */
function together(a: Omens, b: Partial<Omens>): Omens {
  return {
    movement: stronger(a.movement, b.movement),
    battles: stronger(a.battles, b.battles),
    range: a.range + (b.range ?? 0),
    stake: a.stake + (b.stake ?? 0),
    pickup: a.pickup + (b.pickup ?? 0),
    price: Math.max(a.price, b.price ?? 1),
    bans: [...a.bans, ...(b.bans ?? [])],
    movesTwice: a.movesTwice || b.movesTwice === true,
    attacksAnybody: a.attacksAnybody || b.attacksAnybody === true,
    bothLose: a.bothLose || b.bothLose === true,
    coinForSkull: a.coinForSkull || b.coinForSkull === true,
    mustSacrifice: a.mustSacrifice || b.mustSacrifice === true,
    takesCards: a.takesCards || b.takesCards === true,
    cardsDrawNothing: a.cardsDrawNothing || b.cardsDrawNothing === true,
    givesToDay: a.givesToDay || b.givesToDay === true,
    takesFromPiles: a.takesFromPiles || b.takesFromPiles === true,
    losesHands: a.losesHands || b.losesHands === true,
  };
}

// The calendar discs in the list of cards: what each one changes, as data.

export type DiscFace = {
  readonly kind: 'disc';
  readonly day: Day;
  readonly changes: Partial<Omens>;
  /** Whether its taker cancels another omen. */
  readonly cancels: boolean;
};

export const DISC_WORDS: readonly CardWords[] = DISCS.map(({ day, name, omen: changes }) => {
  const face: DiscFace = { kind: 'disc', day, changes, cancels: day === DOG };
  return {
    id: numbered('C', day, 2),
    title: `Disc of ${signTitle(day)}`,
    deck: 'disc',
    timing: 'omen',
    cost: 0,
    text: name,
    face,
  };
});
