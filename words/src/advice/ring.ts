/** Reasons on the ring of twenty days: Flower War and Mexica. Beside them what the reasons of every game are. */
import type { GameName, ViewOf } from '@flower-war/protocol';
import { standingOf } from '../telling.ts';
import type { AdviceTexts, Facts } from './texts.ts';

/** The parts of moves that reasons look at. */
export interface Parts {
  readonly verb: string;
  readonly god?: 'war' | 'rain';
  readonly day?: number;
  readonly number?: number;
  readonly seat?: number;
  readonly card?: string;
  readonly costs?: { readonly skulls?: number; readonly left?: number };
  readonly gives?: unknown;
  readonly from?: number;
  readonly to?: number;
  readonly fights?: number;
  readonly pile?: number;
  readonly cards?: number;
}

export interface Seen<View> {
  readonly game: GameName;
  readonly view: View;
  readonly seat: number;
  readonly move: Parts;
  readonly name: (seat: number) => string;
  readonly day: (day: number) => string;
  readonly texts: AdviceTexts;
}

/** What the sentence is told about, if the reason holds. */
export type Holds<View> = (seen: Seen<View>) => Partial<Facts> | undefined;

/** By verb: the reasons, the most telling first. */
export type Reasons<View, Id> = Readonly<Record<string, readonly (readonly [id: Id, Holds<View>])[]>>;

// The ring of twenty days.

type Ring = ViewOf<'flower-war'> | ViewOf<'mexica'>;
type RingSeen = Seen<Ring>;
type RingHolds = Holds<Ring>;

const DAYS = 20;
const MOST_ROLLED = 6;
const SIGN_DAYS = [5, 15, 20];
const IN_THE_BOX = 6;

const mine = ({ view, seat }: RingSeen) => view.tribes[seat];
const others = ({ view, seat }: RingSeen) =>
  view.tribes.map((tribe, number) => ({ ...tribe, seat: number })).filter((one) => one.seat !== seat && one.here);
const richest = (seen: RingSeen) => others(seen).toSorted((a, b) => b.skulls - a.skulls)[0];
const counted = ({ game, texts }: RingSeen, n: number): string =>
  texts.counted[game === 'mexica' ? 'mexica' : 'flower-war'](n);

/** How many days forward a day lies, 1 to 20. */
const ahead = (from: number, to: number): number => ((to - from + DAYS - 1) % DAYS) + 1;

/** How far a god is behind the other one; below zero if ahead. */
function behind({ view: { warTally, rainTally } }: RingSeen, god: Parts['god']): number {
  return god === 'war' ? rainTally - warTally : warTally - rainTally;
}

const godOf = ({ texts, move }: RingSeen): string => texts.gods[move.god ?? 'war'];

const isCounting = ({ view }: RingSeen): boolean => view.apocalypse && view.favoured === '';

const makesLevel: RingHolds = (seen) => {
  const n = behind(seen, seen.move.god);
  return isCounting(seen) && n > 0 && seen.move.costs?.skulls === n ? { god: godOf(seen), n } : undefined;
};

const breaksLevel: RingHolds = (seen) => (isCounting(seen) && behind(seen, seen.move.god) === 0 ? {} : undefined);

const bringsFirstCard: RingHolds = (seen) =>
  seen.move.gives !== undefined && mine(seen)?.cards === 0 ? { god: godOf(seen) } : undefined;

/** Several offerings at once may bring the other god as far behind. */
const helpsTheLesser: RingHolds = (seen) => {
  const n = behind(seen, seen.move.god);
  return n > 0 && (seen.move.costs?.skulls ?? 1) < 2 * n ? { god: godOf(seen), n } : undefined;
};

const leavesEnough: RingHolds = (seen) => {
  const left = seen.move.costs?.left ?? 0;
  return left > 0 ? { god: godOf(seen), skulls: counted(seen, left) } : undefined;
};

const hasEmptyHand: RingHolds = (seen) => (mine(seen)?.cards === 0 ? {} : undefined);

const END_IS_NEAR = 3;

/** Only in Flower War the skulls that one holds at the end decide. */
const endIsNear: RingHolds = (seen) => {
  const { view } = seen;
  if (!('track' in view) || !view.apocalypse || behind(seen, 'war') === 0) return undefined;
  const n = view.countdown - view.track;
  return n > 0 && n <= END_IS_NEAR ? { n } : undefined;
};

const isInFront: RingHolds = (seen) => {
  const [own, other] = [mine(seen)?.skulls ?? 0, richest(seen)];
  if (seen.game !== 'flower-war' || other === undefined || own <= other.skulls) return undefined;
  return { skulls: counted(seen, own), who: seen.name(other.seat), n: other.skulls };
};

/** The day to which a move leads. */
const leadsTo = ({ view, move }: RingSeen): number =>
  move.verb === 'extra' ? ((view.day + (move.number ?? 0) - 1) % DAYS) + 1 : (move.day ?? 0);

const lyingOn = ({ view }: RingSeen, day: number): number => (view.ending === 'flood' ? 0 : (view.days[day - 1] ?? 0));

/** Flooded Field lets other tribes take less, and Ahuizotl's Pool makes them put skulls there before they take one. */
const LEAVES_SKULLS: readonly string[] = ['R12', 'R14'];

/** Whether a card may keep the seat from taking the last one of this day. */
function takesLess({ view, seat }: RingSeen, day: number): boolean {
  const top = 'piles' in view ? view.piles[day - 1]?.cards.at(-1) : undefined;
  const isLaid = top?.live === true && top.owner !== seat && LEAVES_SKULLS.includes(top.card);
  return isLaid || view.tribes[seat]?.modifiers?.some((words) => words.startsWith('pickup -')) === true;
}

/** Whether the last counter of this day brings its prize to the seat. */
function hasPrize(seen: RingSeen, day: number): boolean {
  const { view, seat } = seen;
  if (takesLess(seen, day)) return false;
  const holder = 'discs' in view ? view.discs[day - 1] : view.weeks[day - 1];
  return 'discs' in view ? holder === IN_THE_BOX : holder !== seat && (holder ?? 7) <= IN_THE_BOX;
}

const takesSign: RingHolds = (seen) => {
  const day = leadsTo(seen);
  const isSign = seen.game === 'mexica' && SIGN_DAYS.includes(day);
  return isSign && lyingOn(seen, day) === 1 && hasPrize(seen, day) ? { where: seen.day(day) } : undefined;
};

const takesDisc: RingHolds = (seen) => ('discs' in seen.view ? takesLast(seen) : undefined);
const takesWeek: RingHolds = (seen) => ('weeks' in seen.view ? takesLast(seen) : undefined);

function takesLast(seen: RingSeen): Partial<Facts> | undefined {
  const day = leadsTo(seen);
  return lyingOn(seen, day) === 1 && hasPrize(seen, day) ? { where: seen.day(day) } : undefined;
}

/** With the Grass no tribe fights. With the Flower the loser pays nothing, unless the Jaguar makes it one more. */
const [GRASS, FLOWER, JAGUAR] = [12, 20, 14] as const;

function areBattlesIdle({ view }: RingSeen): boolean {
  const isOn = (omen: number) => 'omens' in view && view.omens.includes(omen);
  return isOn(GRASS) || (isOn(FLOWER) && !isOn(JAGUAR));
}

/** The other tribes that have something to lose in a battle. */
const losers = (seen: RingSeen) => (areBattlesIdle(seen) ? [] : others(seen).filter(({ skulls }) => skulls > 0));

const meetsRich: RingHolds = (seen) => {
  const foe = losers(seen).find(({ day }) => day === leadsTo(seen));
  return foe && { who: seen.name(foe.seat), skulls: counted(seen, foe.skulls), where: seen.day(foe.day) };
};

/** Much lies there, and no tribe stands there; `isFar`: nor where one roll leads there. */
const liesFree =
  (isFar: boolean): RingHolds =>
  (seen) => {
    const day = leadsTo(seen);
    const lying = lyingOn(seen, day);
    const isTaken = others(seen).some((one) => one.day === day || (isFar && ahead(one.day, day) <= MOST_ROLLED));
    return lying > 1 && !isTaken ? { where: seen.day(day), skulls: counted(seen, lying) } : undefined;
  };

/** What lies where the die may lead. */
const rollsToPrize: RingHolds = (seen) => {
  const from = mine(seen)?.day ?? 0;
  const reached = Array.from({ length: MOST_ROLLED }, (_, index) => ((from + index) % DAYS) + 1);
  const day = reached.find((one) => lyingOn(seen, one) === 1 && hasPrize(seen, one));
  return day === undefined ? undefined : { where: seen.day(day), n: ahead(from, day), skulls: counted(seen, 1) };
};

const nearest = (seen: RingSeen, tribes = others(seen)) => {
  const from = mine(seen)?.day ?? 0;
  const near = tribes.map((one) => ({ ...one, way: ahead(from, one.day) }));
  return near.filter(({ way }) => way <= MOST_ROLLED).toSorted((a, b) => a.way - b.way);
};

const rollsToFoe: RingHolds = (seen) => {
  const [foe] = nearest(seen, losers(seen));
  return foe && { who: seen.name(foe.seat), n: foe.way, skulls: counted(seen, foe.skulls) };
};

const rollsFreely: RingHolds = (seen) => (nearest(seen).length === 0 ? {} : undefined);

const attacked = (seen: RingSeen) => losers(seen).find((one) => one.seat === seen.move.seat);

const hasNoCards: RingHolds = (seen) => {
  const foe = attacked(seen);
  return foe?.cards === 0 ? { who: seen.name(foe.seat), skulls: counted(seen, foe.skulls) } : undefined;
};

const hasMost: RingHolds = (seen) => {
  const [foe, most] = [attacked(seen), richest(seen)];
  return foe !== undefined && foe.seat === most?.seat
    ? { who: seen.name(foe.seat), skulls: counted(seen, foe.skulls) }
    : undefined;
};

/** How the battle of this seat stands: its own result, and that of the other side. */
const standsAs =
  (isRight: (own: number, other: number) => boolean): RingHolds =>
  ({ view, seat }) => {
    const { attacker, defender, totals } = standingOf(view.battle) ?? {};
    if (totals === undefined || (seat !== attacker && seat !== defender)) return undefined;
    const [n, of] = seat === attacker ? totals : [totals[1], totals[0]];
    return isRight(n, of) ? { n, of } : undefined;
  };

const isFree: RingHolds = ({ game, move }) =>
  game === 'flower-war' && (move.costs?.skulls ?? 0) === 0 ? {} : undefined;

const GOING = [
  ['sign', takesSign],
  ['disc', takesDisc],
  ['week', takesWeek],
  ['foe', meetsRich],
  ['quiet', liesFree(true)],
  ['free', liesFree(false)],
] as const;

const AT_LEADER = [
  'leader',
  (seen: RingSeen) => {
    const [foe, own] = [attacked(seen), mine(seen)?.skulls ?? 0];
    return foe && foe.skulls > own ? hasMost(seen) : undefined;
  },
] as const;

const STOPPING = [
  ['endNear', endIsNear],
  ['inFront', isInFront],
] as const;

export const RING: Reasons<Ring, keyof AdviceTexts['ring']> = {
  offer: [
    ['makesLevel', makesLevel],
    ['breaksLevel', breaksLevel],
    ['firstCard', bringsFirstCard],
    ['lesser', helpsTheLesser],
    ['enough', leavesEnough],
  ],
  tonantzin: [['prayer', leavesEnough]],
  draw: [['emptyHand', hasEmptyHand]],
  claim: [['emptyHand', hasEmptyHand]],
  done: STOPPING,
  end: STOPPING,
  go: GOING,
  step: GOING,
  extra: GOING,
  roll: [
    ['rollPrize', rollsToPrize],
    ['rollFoe', rollsToFoe],
    ['rollFree', rollsFreely],
  ],
  attack: [
    ['noCards', hasNoCards],
    ['most', hasMost],
  ],
  fight: [
    ['noCards', hasNoCards],
    ['most', hasMost],
  ],
  pass: [['winning', standsAs((own, other) => own > other)]],
  play: [
    ['losing', standsAs((own, other) => own < other)],
    ['level', standsAs((own, other) => own === other)],
    ['secure', standsAs((own, other) => own > other)],
    AT_LEADER,
    ['costless', isFree],
    ['affordable', leavesEnough],
  ],
  choose: [AT_LEADER],
};
