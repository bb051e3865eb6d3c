/** The boards of Tieqchieq. Names in capitals stand for the marks of squares, small names for the tokens on them. */
import type { Views } from '@flower-war/protocol';
import type { Screen, Words } from '@flower-war/words';
import { type Paint, type Style, wrap } from '../screen.ts';
import { type Drawing, fill } from './drawing.ts';

type View = Views['tieqchieq'];

const PICTURE = [
  'FFFFFFFFFF  1   2   3   4   5   6   7   8   9  10  11  12  13  14',
  '          ┌───┬───┬───┬───┐                           ┌───┬───┬───┐',
  'SSSSSSSSS │R01│R02│R03│R04│                           │R12│R13│R14│ HHHHHHHH',
  '  RRRRRR ►│r01│r02│r03│r04│                           │r12│r13│r14│► rrrrrr',
  '          └───┴───┴───┴───┼───┬───┬───┬───┬───┬───┬───┼───┴───┴───┘',
  '                          │L05│L06│L07│L08│L09│L10│L11│',
  '                          │l05│l06│l07│l08│l09│l10│l11│',
  '              ┌───┬───┬───┼───┴───┴───┴───┴───┴───┴───┼───┬───┬───┬───┐',
  '     hhhhhhhh │Y14│Y13│Y12│                           │Y04│Y03│Y02│Y01│ sssssss',
  '      yyyyyy ◄│y14│y13│y12│                           │y04│y03│y02│y01│◄ YYYYYY',
  '              └───┴───┴───┘                           └───┴───┴───┴───┘',
  'ffffffffff     14  13  12  11  10   9   8   7   6   5   4   3   2   1',
] as const;

/** The same for a narrow screen: without frames, and with a point on each empty square. */
const NARROW = [
  'FFFFFFFFFF SSSSSSSSS RRRRRR            HHHHHHHH rrrrrr',
  ' 1   2   3   4   5   6   7   8   9  10  11  12  13  14',
  'R01 R02 R03 R04                             R12 R13 R14',
  'r01 r02 r03 r04                             r12 r13 r14',
  '                L05 L06 L07 L08 L09 L10 L11',
  '                l05 l06 l07 l08 l09 l10 l11',
  '    Y14 Y13 Y12                             Y04 Y03 Y02 Y01',
  '    y14 y13 y12                             y04 y03 y02 y01',
  '    14  13  12  11  10   9   8   7   6   5   4   3   2   1',
  'ffffffffff sssssss YYYYYY              hhhhhhhh yyyyyy',
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
  { letter: 'R', small: 'r', style: 'red' },
  { letter: 'Y', small: 'y', style: 'yellow' },
] as const satisfies readonly { letter: string; small: string; style: Style }[];
type Side = (typeof SIDES)[number];

const TOKENS = 6;
const COINS = 4;
const LANE = { first: 5, last: 11 };
const PICTURE_WIDTH = 76;

export const tieqchieq = (words: Words): Drawing<View> => ({
  words,
  seats: () => words.screen.names.colours,
  legend: words.screen.tieqchieq.legend,
  draw: (view, paint) => [
    ...picture(PICTURE, '   ', { view, paint, screen: words.screen }),
    '',
    ...status(view, paint, words.screen),
  ],
  brief: (view, { paint, columns }) =>
    columns < PICTURE_WIDTH
      ? picture(NARROW, ' · ', { view, paint, screen: words.screen })
      : picture(PICTURE, '   ', { view, paint, screen: words.screen }),
  texts: () => [],
});

/** `blank` stands on each square that has no token. */
function picture(
  lines: readonly string[],
  blank: string,
  { view, paint, screen }: { readonly view: View; readonly paint: Paint; readonly screen: Screen },
): readonly string[] {
  const squares = { ...empty(lines, blank), ...marks(view, paint), ...tokens(view, paint), ...labels(screen) };
  return fill(lines, squares).map((line) => line.trimEnd());
}

/** What stands beside the squares, each as wide as its name in the pictures. */
function labels({ names, tieqchieq: words }: Screen): Readonly<Record<string, string>> {
  const [red = '', yellow = ''] = names.colours;
  return {
    FFFFFFFFFF: `  ${red}`.padEnd(10),
    ffffffffff: `  ${yellow}`.padEnd(10),
    SSSSSSSSS: `  ${words.reserve}`.padEnd(9),
    sssssss: words.reserve.padEnd(7),
    HHHHHHHH: words.home.padEnd(8),
    hhhhhhhh: words.home.padStart(8),
  };
}

function status(view: View, paint: Paint, screen: Screen): readonly string[] {
  const { tosses, turnCap } = view;
  const count = screen.tieqchieq.count(tosses, turnCap);
  return wrap(`  ${paint('bold', waitingFor(view, screen))}   ${paint('dim', count)}`, 2);
}

function waitingFor({ phase, turn, roll, at }: View, { names, tieqchieq: words }: Screen): string {
  const name = names.colours[turn] ?? '';
  switch (phase) {
    case 'tossing':
      return words.tosses(name);
    case 'acting':
      return words.tossed(name, `${'●'.repeat(roll)}${'○'.repeat(COINS - roll)}`, roll);
    case 'bonus':
      return words.bonus(name, at);
    case 'over':
      return words.over;
  }
}

/** Every square of the picture, with nothing on it. */
function empty(lines: readonly string[], blank: string): Readonly<Record<string, string>> {
  const names = lines.join('').match(/[RYLryl]\d\d/g) ?? [];
  return Object.fromEntries(names.map((name) => [name, name === name.toUpperCase() ? '   ' : blank]));
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
