/** What the things of this table are, in words: for the names of buttons, and for a person who taps a thing. */
import { textsIn } from '../../app/language.tsx';
import { placeOfPile, titleOf } from '../../moves/cardWords.ts';
import type { Telling } from '../ring/about.ts';
import { AZTECS_TEXTS } from '../texts.ts';
import { type AztecsView, holderOf, lookOf } from './aztecsView.ts';

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
