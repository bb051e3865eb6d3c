/** What a thing on the table is, for a person who taps one that no move is about. */
import type { GameView } from '@flower-war/words';
import type { Cards, CardWords } from '../moves/cardWords.ts';
import { cardIn, numberIn, type TableProps, type ThingId } from '../moves/choices.ts';
import { textsIn } from '../language.tsx';
import { RING_TEXTS } from './texts.ts';
import { dayPicture, type Picture, placePicture } from '../art/Art.tsx';
import { aboutDay, figuresOf, isFlower, omenCard, type RingView, rulesOn, type Telling } from './ring/ringView.ts';
import { aboutPile, aztecFigures, type AztecsView } from './spaceAztecs/aztecsView.ts';
import { aboutSquare, walkFigures, type WalkView } from './tieqchieq/walkView.ts';

interface Thing {
  readonly title: string;
  readonly lines: readonly string[];
}

interface SeenFrom extends GameView {
  readonly seat?: number | undefined;
}

export function aboutThing(seen: SeenFrom, pick: ThingId, telling: Telling): Thing {
  const card = cardIn(pick);
  const seat = numberIn(pick, 'seat');
  const day = numberIn(pick, 'day');
  if (day !== undefined) return thingOfDay(seen, day, telling);
  if (card !== undefined) return cardThing(card, telling);
  if (seat !== undefined) return { title: telling.speech.name(seat), lines: [figuresIn(seen, seat, telling)] };
  return thingOfGame(seen, pick, telling) ?? { title: '', lines: [] };
}

function thingOfDay(seen: GameView, day: number, telling: Telling): Thing {
  const ring = ringIn(seen);
  const lines = ring === undefined ? [] : [aboutDay(ring, day, telling).join(' · '), ...rulesOn(ring, day, telling)];
  return { title: telling.words.day(day), lines };
}

function cardThing(id: string, { speech }: Telling): Thing {
  const card = speech.cards.get(id);
  return card === undefined
    ? { title: id, lines: [] }
    : { title: card.title, lines: [card.text, card.when, card.cost].filter(Boolean) };
}

function thingOfGame(seen: SeenFrom, pick: ThingId, telling: Telling): Thing | undefined {
  const [aztecs, walk] = [aztecsIn(seen), walkIn(seen)];
  const pile = numberIn(pick, 'pile');
  if (aztecs !== undefined && pile !== undefined) return aboutPile(aztecs, pile, telling);
  if (walk !== undefined) return aboutSquare({ view: walk, near: seen.seat ?? 0 }, pick, telling);
  return pick.startsWith('god:') ? godThing(pick, telling) : undefined;
}

function godThing(pick: ThingId, { words }: Telling): Thing {
  const { war, rain } = words.screen.ring;
  return { title: pick === 'god:war' ? war : rain, lines: [textsIn(RING_TEXTS, words).god] };
}

/** The picture of a thing on the table; none for squares and seats, which have letters and numbers. */
export function pictureOfThing(thing: ThingId, cards: Cards): Picture | undefined {
  const [kind, name = ''] = thing.split(':');
  if (kind === 'day') return dayPicture(Number(name));
  if (kind === 'pile') return placePicture(name);
  if (kind === 'god') return `ring#${name}`;
  return kind === 'card' ? cards.get(name)?.emblem : undefined;
}

/** What a seat owns. */
export function figuresIn(seen: GameView, seat: number, telling: Omit<Telling, 'speech'>): string {
  const [ring, aztecs, walk] = [ringIn(seen), aztecsIn(seen), walkIn(seen)];
  if (ring !== undefined) return figuresOf(ring, seat, telling);
  if (aztecs !== undefined) return aztecFigures(aztecs, seat, telling);
  return walk === undefined ? '' : walkFigures(walk, seat, telling);
}

/** The seats that are to move: where all choose at the same time, no seat is before the others. */
export function isTurnOf(seen: GameView, seat: number): boolean {
  const aztecs = aztecsIn(seen);
  const { turn, phase } = seen.view as { readonly turn?: unknown; readonly phase?: unknown };
  if (aztecs?.phase === 'choosing') return false;
  return turn === seat && phase !== 'over';
}

/** The cards that the open question is about, so that a player can read them there. */
export function askedCards(table: Pick<TableProps, 'game' | 'view' | 'speech'>): readonly CardWords[] {
  return askedIn(table).flatMap((id) => table.speech.cards.get(id) ?? []);
}

function askedIn(seen: Pick<TableProps, 'game' | 'view'>): readonly string[] {
  const ring = ringIn(seen);
  if (ring === undefined) return [aztecsIn(seen)?.card ?? ''];
  const disc = isFlower(ring) && ring.phase === 'taking-disc' ? omenCard(ring.day) : '';
  return [ring.card, disc];
}

// The view of each game with a table of its own; nothing for other games, and before the match begins.

export function ringIn({ game, view }: GameView): RingView | undefined {
  if (game !== 'flower-war' && game !== 'mexica') return undefined;
  const ring = view as RingView;
  return ring.tribes.length > 0 ? ring : undefined;
}

export function aztecsIn({ game, view }: GameView): AztecsView | undefined {
  const aztecs = view as AztecsView;
  return game === 'space-aztecs' && aztecs.cities.length > 0 ? aztecs : undefined;
}

export function walkIn({ game, view }: GameView): WalkView | undefined {
  const walk = view as WalkView;
  return game === 'tieqchieq' && walk.sides.length > 0 ? walk : undefined;
}
