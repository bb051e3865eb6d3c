/** Space Aztecs: the piles around the sundial, and the open cards of each city. */
import type { Views } from '@flower-war/protocol';
import type { Paint, Style } from '../screen/paint.ts';
import { wrap } from '../screen/width.ts';
import type { Cards } from '../words/cards.ts';
import type { Drawing } from './drawing.ts';

type View = Views['space-aztecs'];
type City = View['cities'][number];

const COLOURS = [
  { letter: 'P', name: 'pink', style: 'magenta' },
  { letter: 'Y', name: 'yellow', style: 'yellow' },
  { letter: 'B', name: 'blue', style: 'blue' },
  { letter: 'G', name: 'green', style: 'green' },
] as const satisfies readonly { letter: View['removed']; name: string; style: Style }[];

const PLACE = 16;

const LEGEND = [
  '  @0 @1    cities; ► is asked, ☼ is the Starting Player',
  '  P-A01    pink; Y yellow, B blue, G green; A Aztec, T temple, S flying saucer; X1 a codex',
  '  P-T1[…]  the Aztecs under a temple, or captured by a saucer',
  '  P Y B G  how many Aztecs of a colour are visible in the city; T temples, S saucers, X codices',
  '  last: …  what you left in a pile when you held it, and how many of these are gone',
];

const STATUS: Readonly<Record<View['phase'], (view: View) => string>> = {
  taking: ({ turn }) => `${seat(turn)} is to take a pile`,
  choosing: () => 'All choose a card in secret',
  hiding: ({ turn, card }) => `${seat(turn)} may put ${card} under a temple`,
  capturing: ({ turn, card, victim }) => `${seat(turn)} picks the Aztec of ${seat(victim)} that ${card} captures`,
  over: () => 'The match is over',
};

export const spaceAztecs = {
  /** Names all seats, because there are no cities before the match begins. */
  seats: () => SEATS.map(seat),
  legend: LEGEND.flatMap((line) => wrap(line, 11)),
  draw(view: View, paint: Paint, cards: Cards) {
    const picture = [...status(view, paint), '', ...pileLines(view), '', ...cityLines(view, paint)];
    return [...picture, ...ownLines(view, paint, cards)].map((line) => tinted(line, paint));
  },
  /** `show` leaves the card open that has just been revealed. */
  cardIn: ({ card }: View, move: string) => (move === 'show' ? card : undefined),
} satisfies Drawing<View>;

/** Writes a seat as the notation does: `capture @1 Y-A08`. */
const seat = (index: number): string => `@${index}`;

const SEATS = [0, 1, 2, 3, 4, 5] as const;

function status(view: View, paint: Paint): readonly string[] {
  const { round, removed, saucers, saucerLimit } = view;
  const without = COLOURS.find(({ letter }) => letter === removed)?.name;
  const game = [`Round ${round}`, `saucers ${saucers} of ${saucerLimit}`, `${without ?? 'no colour'} is removed`];
  return [game.join(', '), paint('bold', STATUS[view.phase](view))];
}

function pileLines({ piles, cities, log }: View): readonly string[] {
  return piles.map(({ name: place, size, cards }, index) => {
    const holder = cities.findIndex(({ pile }) => pile === index + 1);
    const name = `${index + 1} ${place.padEnd(PLACE)} ${String(size).padStart(2)}`;
    const known = cards.length > 0 ? cards.join(' ') : logged(log[index]);
    return `${name}  ${holder < 0 ? '  ' : seat(holder)}  ${known}`.trimEnd();
  });
}

function logged(log: View['log'][number] | undefined): string {
  if (log === undefined || log.cards.length === 0) return '';
  return `last: ${log.cards.map(brief).join(' ')}${log.gone > 0 ? ` -${log.gone}` : ''}`;
}

/** Without hyphens, eight cards and their remark fit behind a pile. */
const brief = (card: string): string => card.replace('-', '');

const INDENT = 5;

function cityLines(view: View, paint: Paint): readonly string[] {
  const heads = [...COLOURS.map(({ letter }) => letter), 'T', 'S', 'X'].map(column).join('');
  const heading = paint('dim', `       pile   time  score ${heads}`);
  return [heading, ...view.cities.flatMap((city, index) => [cityRow(view, index, city), ...cityCards(city)])];
}

const column = (text: string | number): string => (text === 0 ? '·' : `${text}`).padStart(4);

function cityRow(view: View, index: number, { pile, time, score, here, ...city }: City): string {
  const signs = `${isAsked(view, index) ? '►' : ' '}${seat(index)} ${view.starter === index ? '☼' : ' '}`;
  const state = here ? `${column(pile)}  ${time.padStart(5)}` : '  has left'.padStart(11);
  const colours = COLOURS.map(({ letter }) => visibleOf(view, city.visible, letter));
  const counts = [...colours, city.temples.length, city.saucers.length, city.codices.length];
  return `${signs}  ${state}  ${String(score).padStart(5)} ${counts.map(column).join('')}`;
}

/** A removed colour has a dash, because no city can have it. */
function visibleOf({ removed }: View, visible: City['visible'], letter: string): number | string {
  return removed === letter ? '-' : visible.filter((card) => card.startsWith(letter)).length;
}

function isAsked({ phase, turn, cities }: View, index: number): boolean {
  if (phase === 'choosing') return cities[index]?.here === true;
  return phase !== 'over' && turn === index;
}

function cityCards({ visible, temples, saucers, codices }: City): readonly string[] {
  const ordered = COLOURS.flatMap(({ letter }) => visible.filter((card) => card.startsWith(letter)));
  const covers = [
    ...temples.map(({ card, aztecs }) => `${card}[${aztecs.join(' ')}]`),
    ...saucers.map(({ card, captured }) => `${card}[${captured.join(' ')}]`),
  ];
  const all = [...ordered, ...covers, ...codices];
  return all.length === 0 ? [] : wrap(`${' '.repeat(INDENT)}${all.join(' ')}`, INDENT);
}

function ownLines({ chosen, piles }: View, paint: Paint, cards: Cards): readonly string[] {
  const pile = piles.findIndex((one) => one.cards.length > 0);
  const own = piles[pile]?.cards ?? [];
  return [
    ...(chosen === '' ? [] : ['', paint('bold', 'Your choice'), ...cardLines(chosen, cards)]),
    ...(own.length === 0 ? [] : ['', paint('bold', `Cards of pile ${pile + 1}`)]),
    ...own.flatMap((id) => cardLines(id, cards)),
  ];
}

/** `  14:40  P-A07  Maize Farmer: 4 points`: the time comes first, because the earliest card starts. */
function cardLines(id: string, cards: Cards): readonly string[] {
  const card = cards.get(id);
  if (card === undefined) return [`  ${id}`];
  return wrap(`  ${card.timing}  ${id.padEnd(5)}  ${card.title}${card.text === '' ? '' : `: ${card.text}`}`, 16);
}

/** Colours the cards last: colour codes would spoil the measured widths. */
function tinted(line: string, paint: Paint): string {
  return line.replace(/\b[PYBG]-?[ATS]\d+/g, (id) => {
    const style = COLOURS.find(({ letter }) => id.startsWith(letter))?.style;
    return style === undefined ? id : paint(style, id);
  });
}
