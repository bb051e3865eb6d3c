/** Space Aztecs: the piles around the sundial, and the open cards of each city. */
import type { Views } from '@flower-war/protocol';
import type { Screen, Words } from '@flower-war/words';
import { COLUMNS, cut, type Paint, type Style, wrap } from '../screen.ts';
import { type Cards, own } from '../words.ts';
import type { Drawing, Page, TextPage } from './drawing.ts';

type View = Views['space-aztecs'];
type City = View['cities'][number];
const LETTERS = ['P', 'Y', 'B', 'G'] as const;
const STYLES: Readonly<Record<(typeof LETTERS)[number], Style>> = { P: 'magenta', Y: 'yellow', B: 'blue', G: 'green' };
const PLACE = 16;

export const spaceAztecs = (words: Words): Drawing<View> => ({
  words,
  /** Names all seats, because there are no cities before the match begins. */
  seats: () => SEATS.map((seat) => nameOf(seat, words.screen)),
  legend: words.screen.spaceAztecs.legend,
  draw(view, paint, cards) {
    const told = { paint, cards, columns: COLUMNS };
    const picture = [
      ...status(view, told, words.screen),
      '',
      ...pileLines(view, words.screen),
      '',
      ...cityLines(view, paint, words.screen),
    ];
    return [...picture, ...ownLines(view, told, words.screen)].map((line) => tinted(line, paint));
  },
  brief: (view, page) => brief(view, page, words.screen),
  texts(view, { paint, cards, columns }) {
    const open = view.cities.flatMap((city, index) => openCards(city, nameOf(index, words.screen), columns));
    const lines = [...open, ...ownLines(view, { paint, cards, columns }, words.screen)];
    return lines.map((line) => tinted(line, paint));
  },
  /** `show` leaves the card open that has just been revealed. */
  cardIn: ({ card }, move) => (move === 'show' ? card : undefined),
});

const SEATS = [0, 1, 2, 3, 4, 5] as const;

/** Two piles in a line, and one line for each city. */
function brief(view: View, { paint, columns }: Page, screen: Screen): readonly string[] {
  const half = Math.floor(columns / 2);
  const piles = view.piles.map((_, index) => pileName(view, index, screen));
  const rows = Math.ceil(piles.length / 2);
  const pairs = Array.from({ length: rows }, (_, row) =>
    [piles[row], piles[row + rows]].map((text = '') => cut(text, half - 1).padEnd(half)).join(''),
  );
  const cities = view.cities.map((city, index) => cityRow(view, { city, index }, screen));
  return [gameLine(view, screen), ...pairs, paint('dim', headingOf(screen)), ...cities].map((line) =>
    tinted(line.trimEnd(), paint),
  );
}

function gameLine({ round, removed, saucers, saucerLimit }: View, { spaceAztecs: words }: Screen): string {
  const without = own<string>(words.colours, removed);
  return [words.round(round), words.saucers(saucers, saucerLimit), words.removed(without)].join(', ');
}

function status(view: View, { paint, cards }: TextPage, screen: Screen): readonly string[] {
  const name = (seat: number) => nameOf(seat, screen);
  const about = { turn: name(view.turn), victim: name(view.victim), card: cards.get(view.card)?.title ?? view.card };
  return [gameLine(view, screen), paint('bold', screen.spaceAztecs.status[view.phase](about))];
}

/** `5 Floating Gardens  9  CITY 1` */
function pileName({ piles, cities }: View, index: number, screen: Screen): string {
  const { name = '', size = 0 } = piles[index] ?? {};
  const holder = cities.findIndex(({ pile }) => pile === index + 1);
  const place = own(screen.spaceAztecs.places, name) ?? name;
  return `${index + 1} ${place.padEnd(PLACE)} ${String(size).padStart(2)} ${holder < 0 ? '' : nameOf(holder, screen)}`;
}

function pileLines(view: View, screen: Screen): readonly string[] {
  const names = view.piles.map((_, index) => pileName(view, index, screen));
  const width = Math.max(...names.map((name) => name.length));
  return view.piles.flatMap(({ cards }, index) => {
    const known = cards.length > 0 ? cards.join(' ') : logged(view.log[index], screen);
    return wrap(`${(names[index] ?? '').padEnd(width)}  ${known}`.trimEnd(), width + 2);
  });
}

function logged(log: View['log'][number] | undefined, { spaceAztecs: words }: Screen): string {
  if (log === undefined || log.cards.length === 0) return '';
  return `${words.last}${log.cards.map(withoutHyphen).join(' ')}${log.gone > 0 ? ` -${log.gone}` : ''}`;
}

/** Without hyphens, eight cards and their remark fit behind a pile. */
const withoutHyphen = (card: string): string => card.replace('-', '');

const INDENT = 5;

function cityLines(view: View, paint: Paint, screen: Screen): readonly string[] {
  const cities = view.cities.flatMap((city, index) => [
    cityRow(view, { city, index }, screen),
    ...openCards(city, '', COLUMNS),
  ]);
  return [paint('dim', headingOf(screen)), ...cities];
}

/** The open cards of a city, after its name if there is one. */
function openCards({ visible, temples, saucers, codices }: City, name: string, columns: number): readonly string[] {
  const ordered = LETTERS.flatMap((letter) => visible.filter((card) => card.startsWith(letter)));
  const covers = [
    ...temples.map(({ card, aztecs }) => `${card}[${aztecs.join(' ')}]`),
    ...saucers.map(({ card, captured }) => `${card}[${captured.join(' ')}]`),
  ];
  const all = [...ordered, ...covers, ...codices].join(' ');
  const lead = name === '' ? ' '.repeat(INDENT) : `  ${name}: `;
  return all === '' ? [] : wrap(`${lead}${all}`, INDENT, columns);
}

function ownLines({ chosen, piles }: View, told: TextPage, { spaceAztecs: words }: Screen): readonly string[] {
  const pile = piles.findIndex((one) => one.cards.length > 0);
  const held = piles[pile]?.cards ?? [];
  const { paint } = told;
  return [
    ...(chosen === '' ? [] : ['', paint('bold', words.yourChoice), ...cardLines(chosen, told)]),
    ...(held.length === 0 ? [] : ['', paint('bold', words.cardsOf(pile + 1))]),
    ...held.flatMap((id) => cardLines(id, told)),
  ];
}

const TIME_AND_ID = 16;

/** `  14:40  P-A07  Maize Farmer: 4 points.` The time comes first, because the earliest card starts. */
function cardLines(id: string, { cards, columns }: { readonly cards: Cards; readonly columns: number }) {
  const card = cards.get(id);
  if (card === undefined) return [`  ${id}`];
  const text = card.text === '' ? '' : `: ${card.text}`;
  return wrap(`  ${card.timing}  ${id.padEnd(5)}  ${card.title}${text}`, TIME_AND_ID, columns);
}

/** Colours the cards last: colour codes would spoil the measured widths. */
function tinted(line: string, paint: Paint): string {
  return line.replace(/\b[PYBG]-?[ATS]\d+/g, (id) => {
    const letter = LETTERS.find((one) => id.startsWith(one));
    return letter === undefined ? id : paint(STYLES[letter], id);
  });
}

// The cities of Space Aztecs: a line of figures each.

const SIGNS = 4;
const PILE = 5;
const TIME = 7;
const SCORE = 7;
const COUNT = 4;
const nameOf = (seat: number, { names }: Screen): string => names.city(seat + 1);

function headingOf(screen: Screen): string {
  const { pile, time, score } = screen.spaceAztecs.columns;
  const titles = `${pile.padStart(PILE)}${time.padStart(TIME)}${score.padStart(SCORE)}`;
  return `${' '.repeat(nameOf(0, screen).length + SIGNS)}${titles}${[...LETTERS, 'T', 'S', 'X'].map(column).join('')}`;
}

const column = (text: string | number): string => (text === 0 ? '·' : `${text}`).padStart(COUNT);

function cityRow(view: View, { city, index }: { readonly city: City; readonly index: number }, screen: Screen): string {
  const { pile, time, score, here, temples, saucers, codices, visible } = city;
  const signs = `${isAsked(view, index) ? '►' : ' '}${nameOf(index, screen)} ${view.starter === index ? '☼' : ' '} `;
  const gone = ` ${screen.spaceAztecs.hasLeft}`.padEnd(PILE + TIME);
  const state = here ? `${(pile === 0 ? '·' : `${pile}`).padStart(PILE)}${time.padStart(TIME)}` : gone;
  const colours = LETTERS.map((letter) => visibleOf(view, visible, letter));
  const counts = [...colours, temples.length, saucers.length, codices.length];
  return `${signs}${state}${String(score).padStart(SCORE)}${counts.map(column).join('')}`;
}

/** A removed colour has a dash, because no city can have it. */
function visibleOf({ removed }: View, visible: City['visible'], letter: string): number | string {
  return removed === letter ? '-' : visible.filter((card) => card.startsWith(letter)).length;
}

function isAsked({ phase, turn, cities }: View, index: number): boolean {
  if (phase === 'choosing') return cities[index]?.here === true;
  return phase !== 'over' && turn === index;
}
