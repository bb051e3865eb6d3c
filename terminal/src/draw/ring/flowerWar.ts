/** Flower War: calendar discs, piles of cards under the days, omens, flood and invasion. */
import type { Views } from '@flower-war/protocol';
import { wrap } from '../screen/width.ts';
import { dayName, dayOf, omenOf, shortName } from '../words/ringWords.ts';
import { type Line, piece } from './line.ts';
import { labelled, type Page, ringDrawing, row, UNTAKEN } from './ring.ts';
import { cardLines } from './ringCards.ts';
import { letterOf, nameIn } from './ringTribes.ts';

type View = Views['flower-war'];

const LEGEND = [
  '  13 ○   skulls on the day, and its disc; ○E: EAST has it; ○-: out of reach',
  '  ≡5     cards under the day; !W12:E is a trap or lingering card of EAST there',
];

/** The apocalypse begins when this many discs are taken. */
const TRIGGERS: Readonly<Record<View['mode'], number>> = { quick: 1, long: 2, epic: 3 };

export const flowerWar = ringDrawing<View>({
  legend: LEGEND,
  columns: { skulls: 'skulls', prizes: 'discs', holders: ({ discs }) => discs, signs: () => [] },
  costs: 'paid',
  prize: '○',
  cardIn,
  mode: ({ mode }) => `, ${mode}`,
  pile,
  decks: ({ warDeck, rainDeck }) => `War ${warDeck}  Rain ${rainDeck}`,
  apocalypse: (view) => [countdown(view), ...omens(view)],
  below: (view, page) => [...omenLines(view, page), ...liveLines(view, page)],
});

const pileOn = ({ piles }: View, day: number) => piles[day - 1]?.cards ?? [];

/** `take atl 2` is the second card from the bottom. */
function cardIn(view: View, move: string): string | undefined {
  const [verb, day = '', index] = move.split(' ');
  return verb === 'take' ? pileOn(view, dayOf(day))[Number(index) - 1]?.card : undefined;
}

function pile(view: View, day: number): { readonly count: Line; readonly live: Line } {
  const cards = pileOn(view, day);
  const top = liveOn(view, day);
  return {
    count: cards.length === 0 ? [] : [piece(`≡${cards.length}`, 'dim')],
    live: top === undefined ? [] : [piece(`!${top.card}:`, 'bold'), letterOf(view, top.owner)],
  };
}

function liveOn(view: View, day: number) {
  const top = pileOn(view, day).at(-1);
  return top?.live === true ? top : undefined;
}

const ENDINGS = {
  none: piece('Apocalypse'),
  open: piece('Apocalypse'),
  flood: piece('Flood', 'cyan'),
  invasion: piece('Invasion', 'red'),
};

function countdown(view: View): Line {
  const { apocalypse, discs, mode, counter, track, ending, warTally, rainTally, favoured } = view;
  const left = TRIGGERS[mode] - discs.filter((holder) => holder !== UNTAKEN).length;
  if (!apocalypse) return row('Apocalypse', [piece(`after ${left} more ${left === 1 ? 'disc' : 'discs'}`)]);
  const level = warTally === rainTally && !favoured ? ', forestalled' : '';
  const turns = [piece(`${track} of ${view.countdown} in `), nameIn(view, counter), piece(`'s turns${level}`)];
  return labelled(ENDINGS[ending], turns);
}

const daysRow = (title: string, days: readonly number[]): readonly Line[] =>
  days.length === 0 ? [] : [row(title, [piece(days.map(shortName).join(', '))])];

const omens = ({ omens: days, leftLying }: View): readonly Line[] => [
  ...daysRow('Omens', days),
  ...daysRow('Left lying', leftLying),
];

function omenLines({ omens: days }: View, { paint, cards }: Page): readonly string[] {
  if (days.length === 0) return [];
  return [
    '',
    paint('bold', 'Omens'),
    ...days.flatMap((day) => wrap(`  ${dayName(day).padEnd(NAME)}  ${omenOf(cards, day)}`.trimEnd(), NAME + 4)),
  ];
}

const NAME = 24;

/** The traps and lingering cards in force, with their texts. */
function liveLines(view: View, { cards, paint }: Page): readonly string[] {
  const lines = view.piles.flatMap((_, index) => {
    const live = liveOn(view, index + 1);
    const where = `(${shortName(index + 1)}, of ${nameIn(view, live?.owner ?? 0).text})`;
    return live === undefined ? [] : cardLines({ cards, costs: 'free' }, live.card, where);
  });
  return lines.length === 0 ? [] : ['', paint('bold', 'Traps and lingering cards'), ...lines];
}
