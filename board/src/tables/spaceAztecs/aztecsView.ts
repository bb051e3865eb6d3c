import type { ViewOf } from '@flower-war/client';
import { textsIn } from '../../language.tsx';
import { type Cards, placeOfPile, titleOf } from '../../moves/cardWords.ts';
import type { TableProps } from '../../moves/choices.ts';
import type { Telling } from '../ring/ringView.ts';
import { AZTECS_TEXTS } from '../texts.ts';

export type AztecsView = ViewOf<'space-aztecs'>;
export type City = AztecsView['cities'][number];

/** What every part of this table gets. */
export interface AztecsProps extends Omit<TableProps, 'view'> {
  readonly view: AztecsView;
}

/** The seats in the order of turns, the viewer's own city first. */
export function citiesFrom({ cities }: AztecsView, seat = 0): readonly number[] {
  return cities.map((_, index) => (seat + index) % cities.length);
}

/** The seat that holds a pile. */
export function holderOf({ cities }: AztecsView, pile: number): number | undefined {
  const seat = cities.findIndex((city) => city.pile === pile);
  return seat < 0 ? undefined : seat;
}

/** Where each open card lies: in a city, or under a temple or saucer. */
export function openCards({ cities }: AztecsView): ReadonlyMap<string, string> {
  return new Map(
    cities.flatMap(({ visible, codices, temples, saucers }, seat) => {
      const free = [...visible, ...codices, ...temples.map(({ card }) => card), ...saucers.map(({ card }) => card)];
      return [
        ...free.map((card) => [card, `city:${seat}`] as const),
        ...temples.flatMap(({ card, aztecs }) => aztecs.map((aztec) => [aztec, `card:${card}`] as const)),
        ...saucers.flatMap(({ card, captured }) => captured.map((aztec) => [aztec, `card:${card}`] as const)),
      ];
    }),
  );
}

// How a card is drawn. Its id tells its colour and its kind, as the legend of the game says: `P-A01`, `Y-T2`, `X5`.

type Colour = 'P' | 'Y' | 'B' | 'G' | 'X';

interface Look {
  readonly colour: Colour;
  /** What its picture shows. */
  readonly sign: string;
  /** The points that it says; 0 if it says none. */
  readonly points: number;
}

const KINDS: Readonly<Record<string, string>> = { A: 'aztec', T: 'temple', S: 'saucer' };

export function lookOf(id: string, cards: Cards): Look {
  const card = cards.get(id);
  const [, colour, kind = ''] = /^([PYBG])-([ATS])/.exec(id) ?? [];
  const plain = KINDS[kind] ?? 'codex';
  return { colour: (colour ?? 'X') as Colour, sign: card?.sign || plain, points: card?.points ?? 0 };
}

// What the things of this table are, in words: for the names of buttons, and for a person who taps a thing.

type Words = Pick<Telling, 'words' | 'speech'>;

/** `3 Observatory: 5 cards, City 2 holds it` */
export function pileLabel(view: AztecsView, pile: number, telling: Words): string {
  const { words, speech } = telling;
  const texts = textsIn(AZTECS_TEXTS, words);
  const holder = holderOf(view, pile);
  const facts = [
    texts.cards(view.piles[pile - 1]?.size ?? 0),
    holder === undefined ? '' : texts.heldBy(speech.name(holder)),
  ];
  return `${pile} ${placeOfPile(view, pile, words)}: ${facts.filter(Boolean).join(', ')}`;
}

export function aboutPile(view: AztecsView, pile: number, telling: Words) {
  const texts = textsIn(AZTECS_TEXTS, telling.words);
  const left = leftIn(view, pile, telling);
  return { title: `${pileLabel(view, pile, telling)}.`, lines: left === '' ? [texts.aboutPile] : [left] };
}

/** What the viewer left in the pile, if the table keeps such a log. */
export function leftIn({ log }: AztecsView, pile: number, { words, speech }: Words): string {
  const { cards = [], gone = 0 } = log[pile - 1] ?? {};
  const titles = cards.map((card) => titleOf(speech.cards, card)).join(', ');
  return titles === '' ? '' : textsIn(AZTECS_TEXTS, words).left(titles, gone);
}

/** `Jaguar Warrior, yellow, 10:00`, and where it lies. */
export function cardLabel(id: string, where: string, { words, speech }: Words): string {
  const { colours } = words.screen.spaceAztecs;
  const { colour } = lookOf(id, speech.cards);
  const named = colour === 'X' ? textsIn(AZTECS_TEXTS, words).codex : colours[colour];
  return [titleOf(speech.cards, id), named, speech.cards.get(id)?.timing ?? '', where].filter(Boolean).join(', ');
}

/** `5 points · pile 3 · 14:40` */
export function aztecFigures({ cities }: AztecsView, seat: number, { words }: Pick<Words, 'words'>): string {
  const texts = textsIn(AZTECS_TEXTS, words);
  const city = cities[seat];
  if (city === undefined) return '';
  return [texts.points(city.score), city.pile === 0 ? '' : texts.holds(city.pile), city.time]
    .filter(Boolean)
    .join(' · ');
}
