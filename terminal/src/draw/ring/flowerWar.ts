/** Flower War: calendar discs, piles of cards under the days, omens, flood and invasion. */
import type { Views } from '@flower-war/protocol';
import { NAHUATL, type Words } from '@flower-war/words';
import { wrap } from '../../screen.ts';
import type { Cards } from '../../words.ts';
import { type Line, type Piece, piece, type TextPage } from '../drawing.ts';
import { cardLines, letterOf, nameIn, UNTAKEN } from './game.ts';
import { labelled, ringDrawing, row } from './ring.ts';

type View = Views['flower-war'];

/** The apocalypse begins when this many discs are taken. */
const TRIGGERS: Readonly<Record<View['mode'], number>> = { quick: 1, long: 2, epic: 3 };

export const flowerWar = (words: Words) =>
  ringDrawing<View>({
    words,
    legend: words.screen.ring.flowerWarLegend,
    columns: { skulls: 'skulls', prizes: 'discs', holders: ({ discs }) => discs, signs: () => [] },
    prize: '○',
    cardIn,
    pile: (view, day) => pile(view, day, words),
    decks: ({ warDeck, rainDeck }) => decks(warDeck, rainDeck, words),
    apocalypse: (view) => [countdown(view, words), ...omens(view, words)],
    below: (view, texts) => [...omenLines(view, texts, words), ...liveLines(view, texts, words)],
  });

function decks(war: number, rain: number, { screen: { ring } }: Words): string {
  return `${ring.deck.war} ${war}  ${ring.deck.rain} ${rain}`;
}

const pileOn = ({ piles }: View, day: number) => piles[day - 1]?.cards ?? [];

/** `take atl 2` is the second card from the bottom. */
function cardIn(view: View, move: string): string | undefined {
  const [verb, day = '', index] = move.split(' ');
  return verb === 'take' ? pileOn(view, dayOf(day))[Number(index) - 1]?.card : undefined;
}

function pile(view: View, day: number, { screen: { names } }: Words): { readonly count: Line; readonly live: Line } {
  const cards = pileOn(view, day);
  const top = liveOn(view, day);
  return {
    count: cards.length === 0 ? [] : [piece(`≡${cards.length}`, 'dim')],
    live: top === undefined ? [] : [piece('!', 'bold'), letterOf(view, top.owner, names)],
  };
}

function liveOn(view: View, day: number) {
  const top = pileOn(view, day).at(-1);
  return top?.live === true ? top : undefined;
}

function endingIn({ ending }: View, { screen: { ring } }: Words): Piece {
  switch (ending) {
    case 'flood':
      return piece(ring.flood, 'cyan');
    case 'invasion':
      return piece(ring.invasion, 'red');
    default:
      return piece(ring.apocalypse);
  }
}

function countdown(view: View, words: Words): Line {
  const { ring, names } = words.screen;
  const { apocalypse, discs, mode, counter, track, warTally, rainTally, favoured } = view;
  const left = TRIGGERS[mode] - discs.filter((holder) => holder !== UNTAKEN).length;
  if (!apocalypse) return row(ring.apocalypse, [piece(ring.afterDiscs(left))]);
  const level = warTally === rainTally && !favoured ? ring.forestalled : '';
  const { text, style } = nameIn(view, counter, names);
  const more = Math.max(0, view.countdown - track - 1); // the last step ends the match before its turn
  const turns = [...styled(ring.turnsLeft(more, text), text, style), piece(level)];
  return labelled(endingIn(view, words), turns);
}

/** Paints a name inside of the words around it. */
function styled(sentence: string, name: string, style: Piece['style']): Line {
  const [before = '', after = ''] = sentence.split(name);
  return [piece(before), piece(name, style), piece(after)];
}

const daysRow = (title: string, days: readonly number[], { shortDay }: Words): readonly Line[] =>
  days.length === 0 ? [] : [row(title, [piece(days.map(shortDay).join(', '))])];

const omens = ({ omens: days, leftLying }: View, words: Words): readonly Line[] => [
  ...daysRow(words.screen.ring.omens, days, words),
  ...daysRow(words.screen.ring.leftLying, leftLying, words),
];

function omenLines(
  { omens: days }: View,
  { paint, cards, columns }: TextPage,
  { day: dayName, screen }: Words,
): readonly string[] {
  if (days.length === 0) return [];
  return [
    '',
    paint('bold', screen.ring.omens),
    ...days.flatMap((day) =>
      wrap(`  ${dayName(day).padEnd(NAME)}  ${omenOf(cards, day)}`.trimEnd(), NAME + 4, columns),
    ),
  ];
}

const NAME = 24;

/** The traps and lingering cards in force, with their texts. */
function liveLines(view: View, texts: TextPage, { shortDay, screen }: Words): readonly string[] {
  const { ring, names } = screen;
  const lines = view.piles.flatMap((_, index) => {
    const live = liveOn(view, index + 1);
    const where = ring.liveAt(shortDay(index + 1), nameIn(view, live?.owner ?? 0, names).text);
    return live === undefined ? [] : cardLines(texts, live.card, where);
  });
  return lines.length === 0 ? [] : ['', texts.paint('bold', ring.live), ...lines];
}

// Days in the notation and the cards that stand for omens, which are the same in every language.

/** The day with this name in the notation, or 0. */
const dayOf = (name: string): number => NAHUATL.findIndex((one) => one.toLowerCase() === name) + 1;

/** The change of the rules that a calendar disc brings, by its day. */
function omenOf(cards: Cards, day: number): string {
  return (cards.get(`C${`${day}`.padStart(2, '0')}`)?.text ?? '').replace(/[.]$/, '');
}
