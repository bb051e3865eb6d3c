/** Mexica and early Flower War: week cards, the signs of victory, flood and war. */
import type { Views } from '@flower-war/protocol';
import { wrap } from '../screen/width.ts';
import type { Cards } from '../words/cards.ts';
import { shortName } from '../words/ringWords.ts';
import { type Line, piece } from './line.ts';
import { labelled, type Page, ringDrawing, row, UNTAKEN } from './ring.ts';
import { nameIn } from './ringTribes.ts';

type View = Views['mexica'];

const LEGEND = [
  '  13 □   tokens on the day, and its week card; □E: EAST has it; □-: in the box',
  '  3+1    cards, and events that wait for the next turn of the tribe',
  '         Three signs win: serpent, eagle and flower. The week cards of Coatl,',
  '         Cuauhtli and Xochitl are such signs, and so are three other cards.',
];

const DAYS = 20;

export const mexica = ringDrawing<View>({
  legend: LEGEND,
  columns: { skulls: 'tokens', prizes: 'weeks', holders: ({ weeks }) => weeks, signs },
  costs: 'free',
  prize: '□',
  decks: ({ warDeck, rainDeck, dayDeck }) => `War ${warDeck}  Rain ${rainDeck}  Day ${dayDeck}`,
  apocalypse: (view) => [countdown(view)],
  below: weekLines,
});

/** The days whose week cards count as a sign. */
const SIGNS: Readonly<Record<number, string>> = { 5: 'serpent', 15: 'eagle', 20: 'flower' };
/** The cards that are signs. */
const VICTORIES: Readonly<Record<string, string>> = { RSE: 'serpent', WEA: 'eagle', D020: 'flower' };

function signs({ weeks, tribes }: View, seat: number): readonly string[] {
  const byWeek = weeks.flatMap((holder, index) => (holder === seat ? (SIGNS[index + 1] ?? []) : []));
  const byCard = tribes[seat]?.victories.map((card) => VICTORIES[card] ?? card) ?? [];
  return [...new Set([...byWeek, ...byCard])];
}

const ENDINGS = {
  none: piece('Apocalypse'),
  open: piece('Apocalypse'),
  flood: piece('Flood', 'cyan'),
  war: piece('The war', 'red'),
};

function countdown({ apocalypse, ending, left, warLake, rainLake, threshold, weeks, ...view }: View): Line {
  if (apocalypse) {
    const level = view.warTally === view.rainTally ? ', forestalled' : '';
    return labelled(ENDINGS[ending], [piece(`${left} left of ${view.countdown}${level}`)]);
  }
  const issued = weeks.filter((holder) => holder !== UNTAKEN).length;
  return row('Apocalypse', [piece(`${warLake + rainLake}/${threshold} sacrificed, ${issued}/${DAYS} weeks`)]);
}

/** What its week cards give each tribe. */
function weekLines(view: View, { paint, cards }: Page): readonly string[] {
  const lines = view.tribes.flatMap((_, seat) => {
    const lead = `  ${nameIn(view, seat).text.padEnd(NAME)}`;
    const held = view.weeks.flatMap((holder, index) => (holder === seat ? [bonus(cards, index + 1)] : []));
    return held.flatMap((words) => wrap(`${lead}${words}`, NAME + 4));
  });
  return lines.length === 0 ? [] : ['', paint('bold', 'Week cards'), ...lines];
}

const NAME = 7;

/** `Serpent: you may …`: the first sentence is the bonus, and the others are alike on all week cards. */
function bonus(cards: Cards, day: number): string {
  const [text = ''] = cards.get(`K${`${day}`.padStart(2, '0')}`)?.text.split(/(?<=[.]) /) ?? [];
  return text === '' ? shortName(day) : `${shortName(day)}: ${text}`;
}
