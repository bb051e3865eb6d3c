/** Mexica and early Flower War: week cards, the signs of victory, flood and war. */
import type { Views } from '@flower-war/protocol';
import type { Screen, Words } from '@flower-war/words';
import { wrap } from '../../screen.ts';
import { type Cards, own } from '../../words.ts';
import { type Line, type Piece, piece, type TextPage } from '../drawing.ts';
import { nameIn, UNTAKEN } from './game.ts';
import { labelled, ringDrawing, row } from './ring.ts';

type View = Views['mexica'];
type Sign = keyof Screen['ring']['signs'];

export const mexica = (words: Words) =>
  ringDrawing<View>({
    words,
    legend: words.screen.ring.mexicaLegend,
    columns: {
      skulls: 'tokens',
      prizes: 'weeks',
      holders: ({ weeks }) => weeks,
      signs: (view, seat) => signs(view, seat, words.screen),
    },
    prize: '□',
    decks: (view) => decks(view, words.screen),
    apocalypse: (view) => [countdown(view, words.screen)],
    below: (view, texts) => weekLines(view, texts, words),
  });

function decks({ warDeck, rainDeck, dayDeck }: View, { ring: { deck } }: Screen): string {
  return `${deck.war} ${warDeck}  ${deck.rain} ${rainDeck}  ${deck.day} ${dayDeck}`;
}

/** The days whose week cards count as a sign. */
const SIGNS: Readonly<Record<number, Sign>> = { 5: 'serpent', 15: 'eagle', 20: 'flower' };
/** The cards that are signs. */
const VICTORIES: Readonly<Record<string, Sign>> = { RSE: 'serpent', WEA: 'eagle', D020: 'flower' };

function signs({ weeks, tribes }: View, seat: number, { ring }: Screen): readonly string[] {
  const byWeek = weeks.flatMap((holder, index) => (holder === seat ? (SIGNS[index + 1] ?? []) : []));
  const byCard = tribes[seat]?.victories.map((card) => own(VICTORIES, card) ?? card) ?? [];
  return [...new Set([...byWeek, ...byCard])].map((sign) => own<string>(ring.signs, sign) ?? sign);
}

function endingIn({ ending }: View, { ring }: Screen): Piece {
  switch (ending) {
    case 'flood':
      return piece(ring.flood, 'cyan');
    case 'war':
      return piece(ring.warEnding, 'red');
    default:
      return piece(ring.apocalypse);
  }
}

function countdown(view: View, screen: Screen): Line {
  const { ring } = screen;
  const { apocalypse, left, warLake, rainLake, threshold, weeks } = view;
  if (apocalypse) {
    const level = view.warTally === view.rainTally && !view.favoured ? ring.forestalled : '';
    return labelled(endingIn(view, screen), [piece(`${ring.left(left, view.countdown)}${level}`)]);
  }
  const issued = weeks.filter((holder) => holder !== UNTAKEN).length;
  return row(ring.apocalypse, [piece(ring.sacrificed(warLake + rainLake, threshold, issued))]);
}

/** What its week cards give each tribe. */
function weekLines(view: View, { paint, cards, columns }: TextPage, words: Words): readonly string[] {
  const { names, ring } = words.screen;
  const lines = view.tribes.flatMap((_, seat) => {
    const lead = `  ${nameIn(view, seat, names).text.padEnd(NAME)}`;
    const held = view.weeks.flatMap((holder, index) => (holder === seat ? [bonus(cards, index + 1, words)] : []));
    return held.flatMap((told) => wrap(`${lead}${told}`, NAME + 4, columns));
  });
  return lines.length === 0 ? [] : ['', paint('bold', ring.weekCards), ...lines];
}

const NAME = 7;

/** `Serpent: you may …`: the first sentence is the bonus, and the others are alike on all week cards. */
function bonus(cards: Cards, day: number, { shortDay }: Words): string {
  const id = `K${`${day}`.padStart(2, '0')}`;
  const [text = ''] = cards.get(id)?.text.split(/(?<=[.]) /) ?? [];
  return text === '' ? shortDay(day) : `${shortDay(day)}: ${text}`;
}
