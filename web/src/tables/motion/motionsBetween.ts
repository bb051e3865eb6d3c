import type { GameView } from '../../moves/cardWords.ts';
import { dayAfter, holdersIn, isFlower, isHeld, type RingView } from '../ring/ringView.ts';
import { type AztecsView, openCards } from '../spaceAztecs/aztecsView.ts';
import { HOME, pickAt, RESERVE, tokensAt, type WalkView } from '../tieqchieq/layout.ts';
import { aztecsIn, ringIn, walkIn } from '../viewsIn.ts';
import { type Amounts, flows, type Made, type Motion, type PieceName } from './motion.ts';

interface Change extends GameView {
  /** What the viewer saw before. */
  readonly before: object;
  readonly seat: number | undefined;
}

/** What moves between two views of the same viewer. It knows nothing that the viewer does not see. */
export function motionsBetween({ game, view, before, seat }: Change): readonly Motion[] {
  const [now, then] = [
    { game, view },
    { game, view: before },
  ];
  const [ring, ringThen] = [ringIn(now), ringIn(then)];
  if (ring !== undefined && ringThen !== undefined) return ringMotions(ringThen, ring);
  const [aztecs, aztecsThen] = [aztecsIn(now), aztecsIn(then)];
  if (aztecs !== undefined && aztecsThen !== undefined) return aztecsMotions(aztecsThen, aztecs);
  const [walk, walkThen] = [walkIn(now), walkIn(then)];
  return walk !== undefined && walkThen !== undefined ? walkMotions(walkThen, walk, seat ?? 0) : [];
}

// What moves between the piles and the cities of Space Aztecs.

/** First the piles and the token of the Starting Player; then the cards. */
const [FIRST, THEN] = [0, 1];

function aztecsMotions(from: AztecsView, to: AztecsView): readonly Motion[] {
  return [...starter(from, to), ...piles(from, to), ...cards(from, to)];
}

function starter({ starter: before }: AztecsView, { starter: now }: AztecsView): readonly Motion[] {
  if (before === now) return [];
  return [{ kind: 'comes', piece: `starter:${now}`, along: [`city:${before}`], stage: FIRST }];
}

function piles(from: AztecsView, to: AztecsView): readonly Motion[] {
  return to.cities.flatMap(({ pile }, seat) => {
    const before = from.cities[seat]?.pile ?? 0;
    if (before === pile) return [];
    const moved = { kind: 'goes', made: 'pile', n: 1, stage: FIRST } as const;
    const back = { ...moved, from: `city:${seat}`, to: `pile:${before}` };
    const taken = { ...moved, from: `pile:${pile}`, to: `city:${seat}` };
    return [...(before > 0 ? [back] : []), ...(pile > 0 ? [taken] : [])];
  });
}

/** A card that changes its place comes from where it lay. One that is new was hidden before. */
function cards(from: AztecsView, to: AztecsView): readonly Motion[] {
  const before = openCards(from);
  return [...openCards(to)].flatMap(([card, place]): readonly Motion[] => {
    const was = before.get(card);
    const piece = `card:${card}`;
    if (was === place) return [];
    if (was === undefined) return [{ kind: 'appears', piece, stage: THEN }];
    return [{ kind: 'comes', piece, along: [was], stage: THEN }];
  });
}

// What moves on the board of Tieqchieq, seen from one of its sides.

const PLACES = Array.from({ length: HOME + 1 }, (_, place) => place);

const COINS = [1, 2, 3, 4];

function walkMotions(from: WalkView, to: WalkView, near: number): readonly Motion[] {
  const walked = to.sides.flatMap((_, side) => tokens({ from, to, near, side }));
  if (from.tosses === to.tosses) return walked;
  return [...walked, ...COINS.map((coin) => ({ kind: 'falls', piece: `coin:${coin}`, stage: 0 }) as const)];
}

interface Side {
  readonly from: WalkView;
  readonly to: WalkView;
  readonly near: number;
  readonly side: number;
}

function tokens({ from, to, near, side }: Side): readonly Motion[] {
  const at = (place: number): PieceName => pickAt(near, side, place);
  return flows(amounts(from, side), amounts(to, side)).map(({ from: left, to: reached }) => ({
    kind: 'comes',
    piece: `token:${at(Number(reached))}`,
    along: between(Number(left), Number(reached)).map(at),
    // A token that was beaten goes back after the other one has come.
    stage: Number(reached) === RESERVE ? 1 : 0,
  }));
}

/** By the numbers of the places on the side's own way. */
function amounts(view: WalkView, side: number): Amounts {
  return Object.fromEntries(PLACES.map((place) => [place, tokensAt(view, side, place)]));
}

/** A token walks every square, and flies back to its reserve. */
const between = (from: number, to: number): readonly number[] => (to > from ? PLACES.slice(from, to + 1) : [from, to]);

// What moves on the ring of days.

// First the pawns go and the dice fall; then skulls and cards change their places.

function ringMotions(from: RingView, to: RingView): readonly Motion[] {
  return [
    ...pawns(from, to),
    ...dice(from, to),
    ...given('skulls', skullsIn(from), skullsIn(to)),
    ...given('card', cardsIn(from), cardsIn(to), 'middle'),
    ...prizes(from, to),
  ];
}

function pawns(from: RingView, to: RingView): readonly Motion[] {
  return to.tribes.flatMap(({ day, here }, seat) => {
    const before = from.tribes[seat];
    if (!here || before === undefined || before.day === day) return [];
    const along = daysBetween(before.day, day).map((one) => `day:${one}`);
    return [{ kind: 'comes', piece: `pawn:${seat}`, along, stage: FIRST } as const];
  });
}

const DAYS = 20;

/** The days from one to another, both included, along the shorter way; in the direction of travel if both are equal. */
export function daysBetween(from: number, to: number): readonly number[] {
  const ahead = (to - from + DAYS) % DAYS;
  const isAhead = ahead <= DAYS / 2;
  const steps = isAhead ? ahead : DAYS - ahead;
  return Array.from({ length: steps + 1 }, (_, step) => dayAfter(from, isAhead ? step : -step));
}

function dice({ battle: before }: RingView, { battle: now }: RingView): readonly Motion[] {
  if (!now.on) return [];
  return (['attack', 'defence'] as const).flatMap((side) =>
    now[side].flatMap((die, place) =>
      before.on && before[side][place] === die
        ? []
        : [{ kind: 'falls', piece: `die:${side}:${place}`, stage: FIRST } as const],
    ),
  );
}

function given(made: Made, before: Amounts, after: Amounts, elsewhere?: string): readonly Motion[] {
  return flows(before, after, elsewhere).map((flow) => ({ kind: 'goes', made, ...flow, stage: THEN }) as const);
}

/** Days come first, since skulls go from a day to a tribe, and from a tribe to a god. */
function skullsIn({ days, tribes, warLake, rainLake, pool, out }: RingView): Amounts {
  return {
    ...Object.fromEntries(days.map((n, index) => [`day:${index + 1}`, n])),
    ...Object.fromEntries(tribes.map(({ skulls }, seat) => [`seat:${seat}`, skulls])),
    'god:war': warLake,
    'god:rain': rainLake,
    pool: pool + out,
  };
}

function cardsIn(view: RingView): Amounts {
  const piles = isFlower(view) ? view.piles.map(({ cards }, index) => [`day:${index + 1}`, cards.length]) : [];
  return {
    'god:war': view.warDeck,
    'god:rain': view.rainDeck,
    ...(!isFlower(view) && { middle: view.dayDeck }),
    ...Object.fromEntries(
      view.tribes.map(({ cards, pending, victories }, seat) => [`seat:${seat}`, cards + pending + victories.length]),
    ),
    ...Object.fromEntries(piles),
  };
}

function prizes(from: RingView, to: RingView): readonly Motion[] {
  const before = holdersIn(from);
  return holdersIn(to).flatMap((holder, index) => {
    const was = before[index];
    if (!isHeld(holder) || was === undefined || was === holder) return [];
    const source = isHeld(was) ? `seat:${was}` : `day:${index + 1}`;
    return [{ kind: 'goes', made: 'prize', n: 1, from: source, to: `seat:${holder}`, stage: THEN } as const];
  });
}
