/** Why a move is worth a look, told from what the seat sees. Of the reasons of a game, the first that holds is told. */
import type { GameName, LegalMove, ViewOf } from '@flower-war/protocol';
import { own } from '../telling.ts';
import type { Words } from '../words.ts';
import { type Holds, type Reasons, RING, type Seen } from './ring.ts';
import { ADVICE, type AdviceTexts, type Facts } from './texts.ts';

export { ADVICE } from './texts.ts';

/** A move that a seat thinks about. */
export interface Considered {
  readonly game: GameName;
  readonly view: object;
  readonly seat: number;
  readonly move: LegalMove;
  readonly name: (seat: number) => string;
}

/** Nothing if no reason holds, and for a game that this version does not know. */
export function reasonFor(words: Words, { game, view, seat, move, name }: Considered): string | undefined {
  const texts = textsIn(words);
  const table = game === 'flower-war' || game === 'mexica' ? 'ring' : game;
  const tell = own<(seen: never) => string | undefined>(TABLES, table);
  const seen = { game, view, seat, move, name, texts, day: (day: number) => words.shortDay(day) };
  return own<unknown>(view, WITHOUT_WHICH[table] ?? '') === undefined ? undefined : tell?.(seen as never);
}

const textsIn = (words: Words): AdviceTexts =>
  words.translate?.('advice', ADVICE.en) ?? (words.language === 'es' ? ADVICE.es : ADVICE.en);

/** What a person reads about a puzzle, before and after the answer. */
export const puzzleTexts = (words: Words): AdviceTexts['puzzle'] => textsIn(words).puzzle;

/** What a view must have, so that its reasons can look at it. */
const WITHOUT_WHICH: Readonly<Record<string, string>> = {
  ring: 'tribes',
  'space-aztecs': 'cities',
  tieqchieq: 'sides',
};

const NOTHING: Facts = { n: 0, of: 0, who: '', where: '', god: '', skulls: '' };

/** The first reason that holds, in words. */
function firstIn<View, Id extends string>(reasons: Reasons<View, Id>, table: (texts: AdviceTexts) => AdviceFor<Id>) {
  return (seen: Seen<View>): string | undefined => {
    for (const [id, holds] of own<Reasons<View, Id>[string]>(reasons, seen.move.verb) ?? []) {
      const facts = holds(seen);
      if (facts !== undefined) return table(seen.texts)[id]({ ...NOTHING, ...facts });
    }
    return undefined;
  };
}

type AdviceFor<Id extends string> = Readonly<Record<Id, (facts: Facts) => string>>;

// Space Aztecs. The first letter of a card is its colour, the third its kind: `P-A01`.

type Aztecs = ViewOf<'space-aztecs'>;
type AztecHolds = Holds<Aztecs>;

const rivals = ({ view, seat }: Seen<Aztecs>) => view.cities.filter((city, number) => number !== seat && city.here);
const ofColour = (cards: readonly string[], like = ''): number =>
  cards.filter((card) => card.startsWith(`${like[0]}-A`)).length;
const isKind = ({ move }: Seen<Aztecs>, kind: 'A' | 'S' | 'T'): boolean => move.card?.[2] === kind;

const knowsPile: AztecHolds = ({ view, move }) => {
  const { cards, gone } = view.log[(move.pile ?? 0) - 1] ?? { cards: [], gone: 0 };
  return cards.length > 0 && gone === 0 ? { n: cards.length } : undefined;
};

const isBiggest: AztecHolds = ({ view, move }) => {
  const held = view.cities.map(({ pile }) => pile);
  const sizes = view.piles.filter((_, index) => !held.includes(index + 1)).map(({ size }) => size);
  const n = move.cards ?? 0;
  return n > Math.min(...sizes) && n === Math.max(...sizes) ? { n } : undefined;
};

const ends: AztecHolds = (seen) => {
  const { view, seat } = seen;
  const own = view.cities[seat]?.score ?? 0;
  const isLast = isKind(seen, 'S') && view.saucers + 1 >= view.saucerLimit;
  return isLast && rivals(seen).every(({ score }) => score < own) ? { n: own } : undefined;
};

const captures: AztecHolds = (seen) => {
  const n = rivals(seen).filter(({ visible }) => ofColour(visible, seen.move.card) > 0).length;
  return isKind(seen, 'S') && n > 0 ? { n } : undefined;
};

const shelters: AztecHolds = (seen) => {
  const n = ofColour(seen.view.cities[seen.seat]?.visible ?? [], seen.move.card);
  return isKind(seen, 'T') && n > 0 ? { n } : undefined;
};

/** [points-2] The fewest pink Aztecs cost points. */
const lacksPink: AztecHolds = (seen) => {
  const { view, seat, move } = seen;
  const pink = view.cities.map(({ visible, temples }) =>
    ofColour([...visible, ...temples.flatMap(({ aztecs }) => aztecs)], 'P'),
  );
  const n = pink[seat] ?? 0;
  const isFewest = view.cities.every(({ here }, number) => !here || (pink[number] ?? 0) >= n);
  return move.card?.startsWith('P-A') && isFewest && view.removed !== 'P' ? { n } : undefined;
};

const leads: AztecHolds = (seen) => {
  const { view, move, seat } = seen;
  const n = view.cities[move.seat ?? -1]?.score ?? 0;
  const isBest = view.cities.every(({ score, here }, other) => !here || other === move.seat || score < n);
  return isBest && move.seat !== undefined && move.seat !== seat ? { n, who: seen.name(move.seat) } : undefined;
};

const mayLand: AztecHolds = ({ view }) => {
  const n = view.saucerLimit - view.saucers;
  return n > 0 ? { n } : undefined;
};

const SPACE_AZTECS: Reasons<Aztecs, keyof AdviceTexts['space-aztecs']> = {
  take: [
    ['known', knowsPile],
    ['biggest', isBiggest],
  ],
  choose: [
    ['ends', ends],
    ['captures', captures],
    ['shelters', shelters],
    ['pink', lacksPink],
  ],
  capture: [['leads', leads]],
  hide: [['landing', mayLand]],
};

// Tieqchieq. Squares 5 to 11 of the paths are the lane, in which both seats count from their own side.

type Tokens = ViewOf<'tieqchieq'>;
type TokenHolds = Holds<Tokens>;

const [LANE_FROM, LANE_TO, SUN, FACING] = [5, 11, 8, 16] as const;
/** Four heads, and the one step that a plus may bring. */
const FARTHEST = 5;

const isInLane = (square: number): boolean => square >= LANE_FROM && square <= LANE_TO;

/** How far a token of the other seat is away that one toss may bring here. */
function threat({ view, seat }: Seen<Tokens>, square: number): number | undefined {
  const foe = view.sides[1 - seat];
  if (foe === undefined || !isInLane(square) || square === SUN) return undefined;
  const ways = foe.path.map((at) => FACING - square - at);
  return ways.filter((way) => way > 0 && way <= FARTHEST).toSorted((a, b) => a - b)[0];
}

const hits: TokenHolds = ({ move: { fights, to = 0 } }) => (fights === 1 ? { n: FACING - to } : undefined);

const comesHome: TokenHolds = ({ view, seat, move: { gives } }) =>
  gives === 'home' ? { n: (view.sides[seat]?.home ?? 0) + 1 } : undefined;

const rests: TokenHolds = ({ move: { gives, to } }) => (gives === 'turn' && to === SUN ? {} : undefined);
const tossesAgain: TokenHolds = ({ move: { gives } }) => (gives === 'turn' ? {} : undefined);
const goesFarther: TokenHolds = ({ move: { gives } }) => (gives === 'step' ? {} : undefined);

const escapes: TokenHolds = (seen) => {
  const { from = 0, to = 0 } = seen.move;
  const n = threat(seen, from);
  return n !== undefined && threat(seen, to) === undefined ? { n } : undefined;
};

const isSafe: TokenHolds = ({ move: { to = 0 } }) => (to > LANE_TO ? {} : undefined);
const isUnreached: TokenHolds = (seen) => {
  const { to = 0 } = seen.move;
  return isInLane(to) && threat(seen, to) === undefined ? {} : undefined;
};

const waiting: TokenHolds = ({ view, seat }) => {
  const n = view.sides[seat]?.reserve ?? 0;
  return n > 1 ? { n } : undefined;
};

const WALKING = [
  ['home', comesHome],
  ['hits', hits],
  ['sun', rests],
  ['again', tossesAgain],
  ['escapes', escapes],
  ['farther', goesFarther],
  ['safe', isSafe],
  ['unreached', isUnreached],
] as const;

const TIEQCHIEQ: Reasons<Tokens, keyof AdviceTexts['tieqchieq']> = {
  move: WALKING,
  step: WALKING,
  introduce: [...WALKING.slice(1, 4), ['waiting', waiting], ...WALKING.slice(5, 6)],
};

const TABLES = {
  ring: firstIn(RING, ({ ring }) => ring),
  'space-aztecs': firstIn(SPACE_AZTECS, (texts) => texts['space-aztecs']),
  tieqchieq: firstIn(TIEQCHIEQ, (texts) => texts.tieqchieq),
};
