/** The cities of Space Aztecs: a line of figures each. */
import type { Views } from '@flower-war/protocol';
import type { Screen } from '@flower-war/words';

type View = Views['space-aztecs'];
type City = View['cities'][number];

const LETTERS = ['P', 'Y', 'B', 'G'] as const;
const SIGNS = 4;
const PILE = 5;
const TIME = 7;
const SCORE = 7;
const COUNT = 4;

export const nameOf = (seat: number, { names }: Screen): string => names.city(seat + 1);

export function headingOf(screen: Screen): string {
  const { pile, time, score } = screen.spaceAztecs.columns;
  const titles = `${pile.padStart(PILE)}${time.padStart(TIME)}${score.padStart(SCORE)}`;
  return `${' '.repeat(nameOf(0, screen).length + SIGNS)}${titles}${[...LETTERS, 'T', 'S', 'X'].map(column).join('')}`;
}

const column = (text: string | number): string => (text === 0 ? '·' : `${text}`).padStart(COUNT);

interface Place {
  readonly city: City;
  readonly index: number;
}

export function cityRow(view: View, { city, index }: Place, screen: Screen): string {
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
