/** What the things of this table are, in words: for the names of buttons, and for a person who taps a thing. */
import { textsIn } from '../../app/language.tsx';
import { numberIn, type ThingId as Thing } from '../../moves/choices.ts';
import type { Telling } from '../ring/ringView.ts';
import { WALK_TEXTS } from '../texts.ts';
import { facing, HOME, isInLane, otherSide, paintOn, RESERVE, tokensAt, type WalkView } from './layout.ts';

/** The board as the side at its near edge sees it. */
interface SeenFrom {
  readonly view: WalkView;
  readonly near: number;
}

/** A place by the side whose way it is on, and its number there. */
interface SidePlace {
  readonly side: number;
  readonly number: number;
}

type Words = Pick<Telling, 'words' | 'speech'>;

/** `Square 6: ring, land of Red, a token of Yellow` */
export function placeLabel(view: WalkView, place: SidePlace, telling: Words): string {
  const parts = factsOf(view, place, telling).join(', ');
  return parts === '' ? titleOf(place, telling) : `${titleOf(place, telling)}: ${parts}`;
}

function titleOf({ side, number }: SidePlace, { words, speech }: Words): string {
  const texts = textsIn(WALK_TEXTS, words);
  if (number === RESERVE) return texts.reserveOf(speech.name(side));
  return number === HOME ? texts.homeOf(speech.name(side)) : texts.square(number);
}

function factsOf(view: WalkView, { side, number }: SidePlace, { words, speech }: Words): readonly string[] {
  const texts = textsIn(WALK_TEXTS, words);
  if (number === RESERVE || number === HOME) return [texts.tokens(tokensAt(view, side, number))];
  const { mark, markOf, landOf } = paintOn(view.board, side, number);
  const named = mark && (markOf === undefined ? texts.marks[mark] : texts.plusOf(speech.name(markOf)));
  const there = sideOn(view, { side, number });
  return [
    named ?? '',
    landOf === undefined ? '' : texts.landOf(speech.name(landOf)),
    there === undefined ? '' : texts.tokenOf(speech.name(there)),
  ].filter(Boolean);
}

/** The side whose token stands on a square. */
export function sideOn(view: WalkView, { side, number }: SidePlace): number | undefined {
  if (tokensAt(view, side, number) > 0) return side;
  const other = otherSide(side);
  return isInLane(number) && tokensAt(view, other, facing(number)) > 0 ? other : undefined;
}

export function aboutSquare({ view, near }: SeenFrom, pick: Thing, telling: Words) {
  const texts = textsIn(WALK_TEXTS, telling.words);
  const place = placeIn(pick, near);
  if (place === undefined) return { title: coinsLabel(view, telling), lines: [] };
  const { mark, landOf } = paintOn(view.board, place.side, place.number);
  const isEdge = place.number === RESERVE || place.number === HOME;
  const lines = isEdge ? [] : [mark && texts.about[mark], landOf === undefined ? undefined : texts.about.land];
  return { title: `${placeLabel(view, place, telling)}.`, lines: lines.filter((line) => line !== undefined) };
}

function placeIn(pick: Thing, near: number): SidePlace | undefined {
  const [own, far] = [numberIn(pick, 'square'), numberIn(pick, 'far')];
  if (own !== undefined) return { side: near, number: own };
  return far === undefined ? undefined : { side: otherSide(near), number: far };
}

export function coinsLabel({ roll, phase }: WalkView, { words }: Pick<Words, 'words'>): string {
  const texts = textsIn(WALK_TEXTS, words);
  return phase === 'tossing' ? texts.noToss : texts.coins(roll);
}

/** `home 2 · reserve 3` */
export function walkFigures({ sides }: WalkView, seat: number, { words }: Pick<Words, 'words'>): string {
  const { home, reserve } = words.screen.tieqchieq;
  const side = sides[seat];
  return side === undefined ? '' : `${home} ${side.home} · ${reserve} ${side.reserve}`;
}
