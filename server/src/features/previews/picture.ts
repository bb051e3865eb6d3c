/** A picture of a position, as SVG in simple shapes. It is made from what spectators see, and from nothing else. */
import type { Views } from '@flower-war/protocol';

export const SIZE = { width: 1200, height: 630 } as const;

export interface Shot {
  readonly game: string;
  /** The name of the game or edition. */
  readonly title: string;
  readonly seats: readonly Sitter[];
  /** What is told of a game without seats. */
  readonly about?: string;
  /** What spectators see of the game. */
  readonly view: object;
}

export interface Sitter {
  readonly name: string;
  readonly isWinner: boolean;
}

const INK = '#2a211b';
const GROUND = '#f4ede0';
const PAPER = '#fffaf1';
const LINE = '#dccdb8';
const MAIN = '#a3352b';
const CALM = '#1d6b63';
const GOLD = '#b9801f';

/** How large they are written. */
const [TITLE, NAME, SCORE] = [58, 38, 42];

/** What a game draws: its board in a square of this size, and a colour and a score for each seat. */
const BOARD = 560;

interface Drawn {
  readonly board: string;
  readonly seats: readonly { readonly colour: string; readonly score: string }[];
}

export function pictureOf({ game, title, seats, about = '', view }: Shot): string {
  const { board, seats: marks } = drawnOf(game, view);
  const rows = seats.map((sitter, seat) => seatRow(sitter, { seat, count: seats.length, ...marks[seat] }));
  const parts = [
    rect({ x: 0, y: 0, width: SIZE.width, height: SIZE.height, fill: GROUND }),
    `<g transform="translate(35 35)">${board}</g>`,
    text({ x: 640, y: 106, size: TITLE, fill: MAIN, is: shortened(title, 525 / TITLE) }),
    rect({ x: 640, y: 132, width: 525, height: 4, fill: GOLD }),
    ...rows,
    ...linesOf(about, 31).map((is, line) => text({ x: 640, y: 200 + line * 50, size: 36, fill: INK, is })),
  ];
  const { width, height } = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}

interface Row {
  readonly seat: number;
  readonly count: number;
  readonly colour?: string;
  readonly score?: string;
}

function seatRow({ name, isWinner }: Sitter, { seat, count, colour = CALM, score = '' }: Row): string {
  const step = Math.min(90, 430 / count);
  const y = 200 + seat * step;
  const room = 1165 - 702 - SCORE * widthOf(` ${score}`);
  return [
    circle(662, y - 13, 22, colour),
    text({ x: 702, y, size: NAME, fill: INK, is: shortened(name, room / NAME) }),
    text({ x: 1165, y, size: SCORE, fill: isWinner ? MAIN : INK, is: score, anchor: 'end' }),
    isWinner ? rect({ x: 702, y: y + 10, width: 463, height: 5, fill: MAIN }) : '',
  ].join('');
}

/** A game without a drawing of its own is told by its seats alone. */
function drawnOf(game: string, view: object): Drawn {
  if (game === 'flower-war' || game === 'mexica') return ring(view as Ring);
  if (game === 'space-aztecs') return cities(view as Views['space-aztecs']);
  if (game === 'tieqchieq') return walk(view as Views['tieqchieq']);
  return { board: rect({ x: 0, y: 0, width: BOARD, height: BOARD, fill: PAPER, round: 26 }), seats: [] };
}

// The ring of twenty days around the lake, with the temple in its middle.

type Ring = Views['flower-war'] | Views['mexica'];

const TRIBES: Readonly<Record<string, string>> = {
  east: '#b8392e',
  north: '#3d4a57',
  west: '#d6a21d',
  south: '#2c69a8',
  center: '#2e7d46',
  zenith: '#8a3f8f',
};

const CELL = BOARD / 6;
const tribeColour = (compass: string): string => TRIBES[compass] ?? CALM;

function ring(view: Ring): Drawn {
  const { days, tribes, warTally, rainTally } = view;
  const lake = rect({
    x: CELL + 6,
    y: CELL + 6,
    width: BOARD - 2 * CELL - 12,
    height: BOARD - 2 * CELL - 12,
    fill: '#bcdcd9',
    round: 34,
  });
  const spaces = days.map((skulls, index) => daySpace(index, skulls));
  const pawns = tribes.flatMap(({ day, compass, here }, seat) => {
    const before = tribes.slice(0, seat).filter((other) => other.here && other.day === day).length;
    return here ? pawn(day, before, tribeColour(compass)) : [];
  });
  return {
    board: [lake, ...spaces, temple(warTally, rainTally), ...pawns].join(''),
    seats: tribes.map(({ compass, skulls, victories }) => ({
      colour: tribeColour(compass),
      score: 'weeks' in view ? `${victories.length}` : `${skulls}`,
    })),
  };
}

/** Day 1 is at the right, a little above the middle; the days go on upwards and around. */
function cornerOf(day: number): readonly [x: number, y: number] {
  const step = (day + 2) % 20;
  const [side, along] = [Math.floor(step / 5), step % 5];
  const [column, row] = [
    [5, 5 - along],
    [5 - along, 0],
    [0, along],
    [along, 5],
  ][side] as [number, number];
  return [column * CELL, row * CELL];
}

function daySpace(index: number, skulls: number): string {
  const [x, y] = cornerOf(index + 1);
  const heads = Array.from({ length: Math.min(skulls, 8) }, (_, n) =>
    circle(x + 18 + (n % 4) * 19, y + 20 + Math.floor(n / 4) * 17, 7, INK),
  );
  return (
    rect({ x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, fill: PAPER, round: 10, stroke: LINE }) +
    heads.join('')
  );
}

function pawn(day: number, before: number, colour: string): string {
  const [x, y] = cornerOf(day);
  return circle(x + 22 + (before % 3) * 24, y + 66 - Math.floor(before / 3) * 22, 17, colour, '#ffffff');
}

/** Two stairs side by side, each as high as what was given to its god. */
function temple(war: number, rain: number): string {
  const steps = [0, 1, 2, 3].map((n) =>
    rect({
      x: 175 + n * 22,
      y: 350 - n * 34,
      width: 210 - n * 44,
      height: 34,
      fill: n % 2 === 0 ? '#c9b79c' : '#d8c9b0',
    }),
  );
  const shrine = (x: number, fill: string, tally: number) =>
    rect({ x, y: 210, width: 34, height: 40, fill }) +
    text({ x: x + 17, y: 198, size: 34, fill, is: `${tally}`, anchor: 'middle' });
  return [...steps, shrine(243, MAIN, war), shrine(283, '#2c69a8', rain)].join('');
}

// The cities of Space Aztecs: a row of open cards for each.

const CARDS: Readonly<Record<string, string>> = { P: '#c2568a', Y: '#d6a21d', B: '#2c69a8', G: '#2e7d46' };
const cardColour = (card: string): string => CARDS[card.slice(0, 1)] ?? '#6b5b4e';

function cities({ cities: all }: Views['space-aztecs']): Drawn {
  const height = (BOARD - 20) / Math.max(all.length, 3);
  const rows = all.map(({ visible, temples, saucers, codices }, seat) => {
    const y = 10 + seat * height;
    const cards = [...visible, ...codices, ...temples.flatMap(({ card, aztecs }) => [card, ...aztecs])];
    const step = Math.min(49, 440 / cards.length);
    const chips = cards.map((card, n) => chip(card, 64 + n * step, y + 10));
    const landed = saucers.map(
      (_, n) => `<ellipse cx="${96 + n * 72}" cy="${y + height - 22}" rx="30" ry="9" fill="${INK}"/>`,
    );
    return [
      rect({ x: 0, y, width: BOARD, height: height - 8, fill: PAPER, round: 14, stroke: LINE }),
      circle(30, y + height / 2 - 4, 18, seatColour(seat)),
      ...chips,
      ...landed,
    ].join('');
  });
  return {
    board: rows.join(''),
    seats: all.map(({ score }, seat) => ({ colour: seatColour(seat), score: `${score}` })),
  };
}

const seatColour = (seat: number): string => Object.values(TRIBES)[seat] ?? CALM;

/** Temples are drawn as such, all other cards as cards. */
function chip(card: string, x: number, y: number): string {
  const fill = cardColour(card);
  if (card.slice(2, 3) === 'T') return `<path d="M${x} ${y + 46}h42l-11 -46h-20z" fill="${fill}"/>`;
  return rect({ x: x + 3, y, width: 36, height: 46, fill, round: 6, stroke: PAPER });
}

// The board of Tieqchieq: seven columns; each side walks the lane in the middle, and squares of its own beside it.

const SQUARE = 76;
const [LANE_FROM, LANE_TO, LAST] = [5, 11, 14];
const SIDES = ['#b8392e', '#d6a21d'];
const TOKENS = 6;

function walk({ sides }: Views['tieqchieq']): Drawn {
  const numbers = Array.from({ length: LAST }, (_, index) => index + 1);
  const squares = [0, 1].flatMap((side) => numbers.map((number) => square(side, number)));
  const tokens = sides.flatMap(({ path }, side) => path.map((number) => token(side, number)));
  const waiting = sides.flatMap(({ reserve }, side) =>
    Array.from({ length: reserve }, (_, n) => circle(40 + n * 44, side === 0 ? 500 : 60, 17, SIDES[side] ?? CALM)),
  );
  return {
    board: [
      rect({ x: 0, y: 0, width: BOARD, height: BOARD, fill: '#e6d6bb', round: 26 }),
      ...squares,
      ...tokens,
      ...waiting,
    ].join(''),
    seats: sides.map(({ home }, side) => ({ colour: SIDES[side] ?? CALM, score: `${home} / ${TOKENS}` })),
  };
}

/** The second side sees the board turned by half a circle. */
function placeOf(side: number, number: number): readonly [x: number, y: number] {
  const isInLane = number >= LANE_FROM && number <= LANE_TO;
  const column = isInLane ? number - LANE_FROM : number < LANE_FROM ? 4 - number : 6 - (number - LANE_TO - 1);
  const row = isInLane ? 0 : 1;
  const turned = side === 0 ? 1 : -1;
  return [BOARD / 2 + turned * (column - 3) * SQUARE, BOARD / 2 + turned * row * SQUARE];
}

function square(side: number, number: number): string {
  const [x, y] = placeOf(side, number);
  return rect({
    x: x - SQUARE / 2 + 3,
    y: y - SQUARE / 2 + 3,
    width: SQUARE - 6,
    height: SQUARE - 6,
    fill: PAPER,
    round: 8,
    stroke: LINE,
  });
}

function token(side: number, number: number): string {
  const [x, y] = placeOf(side, number);
  return circle(x, y, 25, SIDES[side] ?? CALM, '#ffffff');
}

// Shapes.

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  readonly round?: number;
  readonly stroke?: string;
}

function rect({ x, y, width, height, fill, round = 0, stroke }: Box): string {
  const line = stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="2"`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"${line}/>`;
}

function circle(
  ...[x, y, radius, fill, stroke]: readonly [x: number, y: number, radius: number, fill: string, stroke?: string]
): string {
  const line = stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="3"`;
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${line}/>`;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly is: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

function text({ x, y, size, fill, is, anchor = 'start' }: Line): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${escaped(is)}</text>`;
}

function linesOf(words: string, most: number): readonly string[] {
  return words.split(' ').reduce<string[]>((lines, word) => {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length === 0 || longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
    return lines;
  }, []);
}

/** What does not fit into the room ends early. */
function shortened(words: string, room: number): string {
  if (widthOf(words) <= room) return words;
  const letters = [...words];
  const left = room - widthOf('…');
  const kept = letters.findIndex((_, index) => widthOf(letters.slice(0, index + 1).join('')) > left);
  return `${letters.slice(0, kept).join('')}…`;
}

/** At most, in letters of the size 1. */
function widthOf(words: string): number {
  return [...words].reduce((sum, one) => sum + (WIDTHS.find(([letters]) => letters.test(one))?.[1] ?? WIDEST), 0);
}

/** Measured in Alegreya Sans. The first that fits holds. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ !'(),./:;I[\]fijlrt|]/, 0.36],
  [/[MWmw@%&ÆŒŴ]/, 0.92],
  [/[!-@[-~ß-öø-ÿ]/, 0.6],
  [/[A-ZÀ-Þ]/, 0.71],
  [/[Ā-žά-ώа-џẠ-ỹ]/, 0.78],
];
const WIDEST = 0.97;

/** Whether the fonts have letters for it, or signs for a name without any letter. */
export const canPaint = (name: string): boolean =>
  LETTERS.test(name) || (!/\p{L}/u.test(name) && /[!-~¡-¿]/.test(name));

const LETTERS = /[A-Za-zªµºÀ-žΆ-ώЀ-џẠ-ỹ]/;

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For the text and the attributes of SVG and HTML. What no XML may hold is left out. */
export function escaped(words: string): string {
  const letters = words.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, '');
  return letters.replace(/[&<>"]/g, (one) => SPECIAL[one] ?? one);
}
