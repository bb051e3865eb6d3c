/** The boards of Tieqchieq. Names in capitals stand for the marks of squares, small names for the tokens on them. */
import type { Views } from '@flower-war/protocol';
import type { Paint, Style } from '../screen/paint.ts';
import { type Drawing, fill } from './drawing.ts';

type View = Views['tieqchieq'];

const PICTURE = [
  '  RED       1   2   3   4   5   6   7   8   9  10  11  12  13  14',
  '          ┌───┬───┬───┬───┐                           ┌───┬───┬───┐',
  '  reserve │R01│R02│R03│R04│                           │R12│R13│R14│ home',
  '  RRRRRR ►│r01│r02│r03│r04│                           │r12│r13│r14│► rrrrrr',
  '          └───┴───┴───┴───┼───┬───┬───┬───┬───┬───┬───┼───┴───┴───┘',
  '                          │L05│L06│L07│L08│L09│L10│L11│',
  '                          │l05│l06│l07│l08│l09│l10│l11│',
  '              ┌───┬───┬───┼───┴───┴───┴───┴───┴───┴───┼───┬───┬───┬───┐',
  '         home │Y14│Y13│Y12│                           │Y04│Y03│Y02│Y01│ reserve',
  '      yyyyyy ◄│y14│y13│y12│                           │y04│y03│y02│y01│◄ YYYYYY',
  '              └───┴───┴───┘                           └───┴───┴───┴───┘',
  '  YELLOW       14  13  12  11  10   9   8   7   6   5   4   3   2   1',
] as const;

const LEGEND = [
  '  (R) (Y)  tokens; R and Y in reserve and home are tokens too',
  '  +  one more step; in the lane for its own colour: +R, +Y',
  '  ○  toss again      ☼  toss again; tokens there are safe from attacks',
  '  r r, y y  territory: each square costs the other colour 3 instead of 1',
] as const;

/** Lane squares are numbered as RED counts them. */
const MARKS: Readonly<Record<string, string>> = {
  R02: ' + ',
  R13: ' ○ ',
  Y02: ' + ',
  Y13: ' ○ ',
  L06: ' ○ ',
  L07: ' +Y',
  L08: ' ☼ ',
  L09: ' +R',
  L10: ' ○ ',
};
const TERRITORY: Readonly<Record<View['board'], Readonly<Record<string, string>>>> = {
  S7: { L06: 'r○r', L10: 'y○y' },
  F7: { L05: 'r r', L06: 'r○r', L10: 'y○y', L11: 'y y' },
};

const SIDES = [
  { letter: 'R', small: 'r', style: 'red', name: 'RED' },
  { letter: 'Y', small: 'y', style: 'yellow', name: 'YELLOW' },
] as const satisfies readonly { letter: string; small: string; style: Style; name: string }[];
type Side = (typeof SIDES)[number];

const TOKENS = 6;
const COINS = 4;
const LANE = { first: 5, last: 11 };

const STATUS: Readonly<Record<View['phase'], (side: Side, view: View) => string>> = {
  tossing: ({ name }) => `${name} tosses`,
  acting: ({ name }, { roll }) => `${name} has tossed ${'●'.repeat(roll)}${'○'.repeat(COINS - roll)} (${roll})`,
  bonus: ({ name }, { at }) => `${name} stands on a plus at ${at} and may take one more step`,
  over: () => 'The match is over',
};

export const tieqchieq = {
  seats: () => SIDES.map(({ name }) => name),
  legend: LEGEND,
  draw(view: View, paint: Paint) {
    const squares = { ...empty(), ...marks(view, paint), ...tokens(view, paint) };
    return [...fill(PICTURE, squares), '', status(view, paint)];
  },
} satisfies Drawing<View>;

function status(view: View, paint: Paint): string {
  const { tosses, turnCap } = view;
  return `  ${paint('bold', STATUS[view.phase](SIDES[view.turn], view))}   ${paint('dim', `toss ${tosses} of at most ${turnCap}`)}`;
}

/** Every square of the picture, with nothing on it. */
function empty(): Readonly<Record<string, string>> {
  const names = PICTURE.join('').match(/[RYLryl]\d\d/g) ?? [];
  return Object.fromEntries(names.map((name) => [name, '   ']));
}

function marks({ board }: View, paint: Paint): Readonly<Record<string, string>> {
  const texts = Object.entries({ ...MARKS, ...TERRITORY[board] });
  return Object.fromEntries(texts.map(([square, text]) => [square, tinted(square, text, paint)]));
}

/** Paints a mark in the colour of its owner; the sun belongs to both sides. */
function tinted(square: string, text: string, paint: Paint): string {
  const owner = SIDES.find(({ letter, small }) => `${square}${text}`.includes(letter) || text.includes(small));
  return paint(owner?.style ?? 'bold', text);
}

function tokens({ sides }: View, paint: Paint): Readonly<Record<string, string>> {
  const placed = SIDES.flatMap((side, seat) => {
    const { path = [], home = 0, reserve = 0 } = sides[seat] ?? {};
    const { letter, small, style } = side;
    return [
      ...path.map((position) => [squareOf(side, position), paint('bold', paint(style, `(${letter})`))] as const),
      [letter.repeat(TOKENS), paint(style, row(letter, reserve))] as const,
      [small.repeat(TOKENS), paint(style, row(letter, home))] as const,
    ];
  });
  return Object.fromEntries(placed);
}

function row(letter: string, count: number): string {
  return letter.repeat(count).padEnd(TOKENS, '·');
}

/** YELLOW walks the lane the other way. */
function squareOf({ small }: Side, position: number): string {
  const isInLane = position >= LANE.first && position <= LANE.last;
  const number = isInLane && small === 'y' ? LANE.first + LANE.last - position : position;
  return `${isInLane ? 'l' : small}${String(number).padStart(2, '0')}`;
}
