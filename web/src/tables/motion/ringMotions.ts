/** What moves on the ring of days. */
import { dayAfter } from '../ring/layout.ts';
import { holdersIn, isFlower, isHeld, type RingView } from '../ring/ringView.ts';
import { type Amounts, flows, type Made, type Motion } from './motion.ts';

/** First the pawns go and the dice fall; then skulls and cards change their places. */
const [FIRST, THEN] = [0, 1];

export function ringMotions(from: RingView, to: RingView): readonly Motion[] {
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
