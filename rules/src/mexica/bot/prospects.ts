/**
 * How near a tribe is to victory, as numbers, and what each is worth. The weights are learned from matches of `greedy` with
 * some random moves: `npm run do -- learn --game mexica` finds them.
 */
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import { VICTORY_SIGNS } from '../../ring/cards/weekCards.ts';
import { type Day, forward } from '../../ring/model/calendar.ts';
import type { Modifier, Sign } from '../../ring/model/card.ts';
import type { Tribe } from '../../ring/model/state.ts';
import { bonusesOf, type MexicaTable, weeksOf } from '../table.ts';
import { OF_MORE, OF_TWO, type Weight } from './weights.ts';
import { DECKS, signOf } from './situation.ts';

interface Prospect {
  readonly name: string;
  readonly of: (standing: Standing) => number;
}

export const PROSPECTS: readonly Prospect[] = [
  { name: 'one-sign', of: ({ signs }) => (signs === 1 ? 1 : 0) },
  { name: 'two-signs', of: ({ signs }) => (signs === 2 ? 1 : 0) },
  { name: 'victories', of: ({ victories }) => victories },
  { name: 'doubled', of: ({ doubled }) => doubled },
  { name: 'bare', of: ({ victories, tokens, cards }) => (victories > 0 && tokens + cards === 0 ? 1 : 0) },
  { name: 'first-tokens', of: ({ tokens }) => Math.min(2, tokens) },
  { name: 'tokens', of: ({ tokens }) => Math.min(7, tokens) },
  { name: 'first-cards', of: ({ cards }) => Math.min(2, cards) },
  { name: 'cards', of: ({ cards }) => cards },
  { name: 'steering', of: ({ steering }) => Math.min(3, steering) },
  { name: 'weeks', of: ({ weeks }) => weeks },
  { name: 'pickups', of: ({ pickups }) => pickups },
  { name: 'steps', of: ({ steps }) => steps },
  ...ways('day'),
  ...ways('soon'),
  ...ways('deck'),
  ...ways('prey'),
  { name: 'last-eagle', of: lacksOnly('eagle') },
  { name: 'last-serpent', of: lacksOnly('serpent') },
];

/** A way to the last sign is worth more than one to an earlier sign. */
function ways(way: keyof Ways): readonly Prospect[] {
  return [
    { name: `${way}-to-sign`, of: (standing) => (standing.signs < 2 ? standing.ways[way] : 0) },
    { name: `${way}-to-last`, of: (standing) => (standing.signs === 2 ? standing.ways[way] : 0) },
  ];
}

function lacksOnly(sign: Sign): Prospect['of'] {
  return ({ lacking }) => (lacking.length === 1 && lacking[0] === sign ? 1 : 0);
}

/** From 0, while no end is in sight, to 1 at the end. */
export const lateness = ({ apocalypse }: MexicaTable): number =>
  apocalypse.kind === 'quiet' ? 0 : 1 - Math.min(1, apocalypse.left / COUNTDOWN);

const COUNTDOWN = 13;

/** By seat: the worth of all prospects together. */
export function worthsOf(table: MexicaTable): readonly number[] {
  const time = lateness(table);
  const weights = table.tribes.length === 2 ? OF_TWO : OF_MORE;
  return standingsOf(table).map((standing) =>
    PROSPECTS.reduce((sum, { name, of }) => {
      const [always, late] = weights[name] ?? NOTHING;
      return sum + of(standing) * (always + late * time);
    }, 0),
  );
}

const NOTHING: Weight = [0, 0];

// How the tribes stand on their ways to the three signs.

export interface Standing {
  readonly signs: number;
  readonly lacking: readonly Sign[];
  /** The face-up victory cards. Signs of days pass on more easily. */
  readonly victories: number;
  /** The signs that the tribe has by its card and by its day. */
  readonly doubled: number;
  readonly tokens: number;
  readonly cards: number;
  /** The cards that let their player choose a day. */
  readonly steering: number;
  readonly weeks: number;
  readonly pickups: number;
  readonly steps: number;
  readonly ways: Ways;
}

/** The ways to the signs that are lacking, each a sum over these signs: the higher, the nearer. */
interface Ways {
  /** One by the number of tokens on the day of the sign. */
  readonly day: number;
  /** The same if the day comes soon and has few tokens. */
  readonly soon: number;
  /** The chance that the next card of a deck is the sign. */
  readonly deck: number;
  /** Rivals that hold the card of the sign: one by the tokens and cards that protect it. */
  readonly prey: number;
}

/** By seat. */
export const standingsOf = (table: MexicaTable): readonly Standing[] =>
  table.tribes.map((_, seat) => standingOf(table, seat as Seat));

function standingOf(table: MexicaTable, seat: Seat): Standing {
  const tribe = at(table.tribes, seat);
  const weeks = weeksOf(table, seat);
  const byDay = weeks.flatMap((day) => VICTORY_SIGNS.get(day) ?? []);
  const byCard = signsIn(tribe);
  const lacking = SIGNS.filter((sign) => !byDay.includes(sign) && !byCard.includes(sign));
  const bonuses = bonusesOf(table, seat);
  return {
    signs: SIGNS.length - lacking.length,
    lacking,
    victories: tribe.victories.length,
    doubled: byDay.filter((sign) => byCard.includes(sign)).length,
    tokens: tribe.skulls,
    cards: tribe.hand.length,
    steering: tribe.hand.filter(steers).length,
    weeks: weeks.length,
    pickups: numberOf(bonuses, 'pickup'),
    steps: numberOf(bonuses, 'step'),
    ways: waysOf(table, seat, lacking),
  };
}

const SIGNS: readonly Sign[] = ['eagle', 'serpent', 'flower'];

/** The day whose week card is the sign. */
const dayOf = (sign: Sign): Day => [...VICTORY_SIGNS].find(([, one]) => one === sign)?.[0] ?? 0;

const signsIn = ({ victories }: Tribe): readonly Sign[] => victories.flatMap((card) => signOf(card) ?? []);

const steers = (id: string): boolean => cardOf(id).effects.some(({ kind }) => kind === 'move-choice');

const numberOf = (bonuses: readonly Modifier[], wanted: Modifier['kind']): number =>
  bonuses.filter(({ kind }) => kind === wanted).length;

function waysOf(table: MexicaTable, seat: Seat, lacking: readonly Sign[]): Ways {
  const ways = lacking.map((sign) => wayTo(table, seat, sign));
  const sum = (way: keyof Ways): number => ways.reduce((all, one) => all + one[way], 0);
  return { day: sum('day'), soon: sum('soon'), deck: sum('deck'), prey: sum('prey') };
}

/** With this many tokens or fewer a day may soon be empty. */
const FEW = 3;
/** A tribe walks so far in three or four turns. */
const SOON = 12;

/** A tribe that stands on the day has to walk all around. */
const stepsTo = (from: Day, to: Day): number => 1 + forward(from, to - 1);

function wayTo({ tribes, days, decks }: MexicaTable, seat: Seat, sign: Sign): Ways {
  const day = dayOf(sign);
  const left = at(days, day - 1);
  const part = left > 0 ? 1 / left : 0;
  const isNear = stepsTo(at(tribes, seat).day, day) <= SOON && left <= FEW;
  const holders = tribes.filter((tribe) => signsIn(tribe).includes(sign));
  const { length } = decks[DECKS[sign]];
  return {
    day: part,
    soon: isNear ? part : 0,
    deck: holders.length === 0 && length > 0 ? 1 / length : 0,
    prey: holders
      .filter(({ isHere }) => isHere)
      .reduce((sum, { skulls, hand }) => sum + 1 / (1 + skulls + hand.length), 0),
  };
}
