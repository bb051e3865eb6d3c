import type { GameView } from '@flower-war/words';
import { dayAfter, holdersIn, isFlower, isHeld, type RingView } from '../tables/ring/ringView.ts';
import { type AztecsView, openCards } from '../tables/spaceAztecs/aztecsView.ts';
import { HOME, pickAt, RESERVE, tokensAt, type WalkView } from '../tables/tieqchieq/walkView.ts';
import { aztecsIn, ringIn, walkIn } from '../tables/aboutThing.ts';

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
    ...given(isFlower(to) ? 'skulls' : 'tokens', skullsIn(from), skullsIn(to)),
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
    const made = isFlower(to) ? 'disc' : 'week';
    return [{ kind: 'goes', made, n: 1, from: source, to: `seat:${holder}`, stage: THEN } as const];
  });
}

// What moves on a table when its picture changes. The drawing finds every place and every piece by its name.

/** `day:5`, `seat:1`, `god:war`, `pool`, `card:P-A01`. */
export type PieceName = string;

/** What is drawn for the way, because the picture has no piece of it. */
export type Made = 'skulls' | 'tokens' | 'card' | 'pile' | 'disc' | 'week';

interface Staged {
  /** Motions of a stage run together; the next stage follows. */
  readonly stage: number;
}

export type Motion =
  /** A piece of the new picture comes along these places. It is not seen in its own place before it is there. */
  | (Staged & { readonly kind: 'comes'; readonly piece: PieceName; readonly along: readonly PieceName[] })
  /** This many counters or cards go from one place to another. */
  | (Staged & {
      readonly kind: 'goes';
      readonly made: Made;
      readonly n: number;
      readonly from: PieceName;
      readonly to: PieceName;
    })
  /** A die or a coin falls. */
  | (Staged & { readonly kind: 'falls'; readonly piece: PieceName })
  /** A card appears where no place shows where it came from. */
  | (Staged & { readonly kind: 'appears'; readonly piece: PieceName });

/** How many of something lie at each place. */
type Amounts = Readonly<Record<PieceName, number>>;

interface Flow {
  readonly from: PieceName;
  readonly to: PieceName;
  readonly n: number;
}

/**
 * Where things went, so that the amounts of before become those of after. Two pictures do not tell which thing went where;
 * places are paired in their order. What has no counterpart comes from `elsewhere`, or goes there.
 */
export function flows(before: Amounts, after: Amounts, elsewhere?: PieceName): readonly Flow[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = places.map((place) => ({ place, n: (after[place] ?? 0) - (before[place] ?? 0) }));
  const losses = changes.filter(({ n }) => n < 0).map(({ place, n }) => ({ place, n: -n }));
  const gains = changes.filter(({ n }) => n > 0);
  const found: Flow[] = [];
  let [loss, gain] = [losses.shift(), gains.shift()];
  while (loss !== undefined && gain !== undefined) {
    const n = Math.min(loss.n, gain.n);
    found.push({ from: loss.place, to: gain.place, n });
    loss = loss.n > n ? { ...loss, n: loss.n - n } : losses.shift();
    gain = gain.n > n ? { ...gain, n: gain.n - n } : gains.shift();
  }
  if (elsewhere === undefined) return found;
  const left = [loss, ...losses].flatMap((one) => (one ? [{ from: one.place, to: elsewhere, n: one.n }] : []));
  const come = [gain, ...gains].flatMap((one) => (one ? [{ from: elsewhere, to: one.place, n: one.n }] : []));
  return [...found, ...left, ...come];
}
