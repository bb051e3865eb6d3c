/** What the things of this table are, in words: for the names of buttons, and for a person who taps a thing. */
import { textsIn } from '../../app/language.tsx';
import { titleOf } from '../../moves/cardWords.ts';
import type { Telling } from '../ring/about.ts';
import { type AztecsView, holderOf, lookOf } from './aztecsView.ts';

export const AZTECS_TEXTS = {
  en: {
    board: 'The piles around the sundial',
    cities: 'The cities',
    cards: (n: number) => (n === 0 ? 'no cards' : n === 1 ? '1 card' : `${n} cards`),
    heldBy: (name: string) => `${name} holds it`,
    holds: (pile: number) => `pile ${pile}`,
    left: (titles: string, gone: number) =>
      gone === 0 ? `You left there: ${titles}.` : `You left there: ${titles}. ${gone} of these are gone.`,
    points: (n: number) => (n === 1 ? '1 point' : `${n} points`),
    starter: 'Starting Player',
    revealed: 'revealed now',
    under: (title: string) => `under ${title}`,
    captured: (title: string) => `captured by ${title}`,
    chosen: 'your choice',
    empty: 'No cards yet.',
    aboutPile: 'A player who takes a pile looks at it, and plays one of its cards.',
    codex: 'codex',
    inPile: 'in your pile',
  },
  es: {
    board: 'Los montones alrededor del reloj de sol',
    cities: 'Las ciudades',
    cards: (n: number) => (n === 0 ? 'ninguna carta' : n === 1 ? '1 carta' : `${n} cartas`),
    heldBy: (name: string) => `lo tiene ${name}`,
    holds: (pile: number) => `montón ${pile}`,
    left: (titles: string, gone: number) =>
      gone === 0 ? `Dejaste ahí: ${titles}.` : `Dejaste ahí: ${titles}. De estas faltan ${gone}.`,
    points: (n: number) => (n === 1 ? '1 punto' : `${n} puntos`),
    starter: 'jugador inicial',
    revealed: 'se revela ahora',
    under: (title: string) => `bajo ${title}`,
    captured: (title: string) => `capturado por ${title}`,
    chosen: 'tu elección',
    empty: 'Todavía no hay cartas.',
    aboutPile: 'Quien toma un montón lo mira y juega una de sus cartas.',
    codex: 'códice',
    inPile: 'en tu montón',
  },
};

type Words = Pick<Telling, 'words' | 'speech'>;

/** The name of the place in the language of the person. */
export function placeName({ piles }: AztecsView, pile: number, { words }: Pick<Words, 'words'>): string {
  const name = piles[pile - 1]?.name ?? '';
  const { places } = words.screen.spaceAztecs;
  return Object.hasOwn(places, name) ? (places[name] ?? name) : name;
}

/** `3 Observatory: 5 cards, City 2 holds it` */
export function pileLabel(view: AztecsView, pile: number, telling: Words): string {
  const { words, speech } = telling;
  const texts = textsIn(AZTECS_TEXTS, words);
  const holder = holderOf(view, pile);
  const facts = [
    texts.cards(view.piles[pile - 1]?.size ?? 0),
    holder === undefined ? '' : texts.heldBy(speech.name(holder)),
  ];
  return `${pile} ${placeName(view, pile, telling)}: ${facts.filter(Boolean).join(', ')}`;
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
