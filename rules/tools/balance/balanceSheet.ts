/** The contents of docs/balance.md: its tables, and the command that prints each. */
import { GAMES } from '../../src/catalogue/games.ts';
import { chosenGame, chosenOptions } from '../match.ts';
import { playMany } from './many.ts';
import { tableOf } from './report.ts';

export interface Series {
  readonly game: string;
  readonly preset: string;
  readonly seats: readonly number[];
  readonly bots: string;
  readonly length?: string;
}

interface Section {
  readonly title: string;
  readonly about?: string;
  readonly series: readonly Series[];
}

const MATCHES = 60;
const SEED = 1;

const INTRODUCTION = `# Balance

What matches of bots say about each edition: wins by seat with their 95 % interval (a shared victory counts for each), the length
(mean, median and 95th percentile: in rounds, or in moves of all seats where a game has no rounds), the median round in which the
apocalypse was triggered, battles a match, the share of ties among them, and how it ended. \`npm run balance\` makes this page, with
seed ${SEED} and ${MATCHES} matches a row, and a test holds some of its rows to the rules. The command above a table prints it alone. Where
the share of a seat matters to you, play more matches: with ${MATCHES} an interval is wide.

The lengths that the rules documents give of random play, in rounds, for two seats and more: Flower War, Rules of Play,
92, 66, 53, 46, 40, its trigger 79, 53, 40, 33, 26; Mexica 116, 89, 73, of which somebody wins 81, 64, 45 %; Space Aztecs with greedy bots
19, 13, 11, 12, 10; Tieqchieq 116 tosses and moves, with a bot that always takes the bonus step. \`random\` moves sacrifice oftener
than the documents' bot did, which makes matches shorter; \`thrifty\` stops offering as often as not, and throws no card away unused.`;

export const SECTIONS: readonly Section[] = [
  { title: 'All seats `greedy`', series: editions('greedy') },
  { title: 'The short length, `greedy`', series: editions('greedy').filter(hasLength).map(short) },
  { title: 'All seats `random`', series: editions('random') },
  {
    title: 'All seats `thrifty`',
    about: 'For the comparison with the rules documents.',
    series: editions('thrifty').filter(({ preset }) => ['flower-war-rules-of-play', 'mexica'].includes(preset)),
  },
];

function editions(bots: string): readonly Series[] {
  return [...GAMES.values()].flatMap(({ game }) => {
    const [least, most] = game.seats;
    const seats = Array.from({ length: most - least + 1 }, (_, more) => least + more);
    return game.presets.map(({ id }) => ({ game: game.id, preset: id, seats, bots }));
  });
}

function hasLength({ game }: Series): boolean {
  return GAMES.get(game)?.game.options.some(({ name }) => name === 'length') === true;
}

function short(series: Series): Series {
  return { ...series, length: 'short' };
}

export function commandOf({ game, preset, seats, bots, length }: Series): string {
  const shorter = length === undefined ? '' : ` --length ${length}`;
  const who = `--game ${game} --preset ${preset} --seats ${seats.join(',')} --bots ${bots}`;
  return `npm run simulate -- --table ${who}${shorter} --matches ${MATCHES} --seed ${SEED}`;
}

/** Plays a series and gives its table. */
export function printed({ game, preset, seats, bots, length }: Series): string {
  const entry = chosenGame(game);
  const options = chosenOptions(entry, preset, length === undefined ? '' : `length=${length}`);
  const rows = seats.map((many) => Array.from({ length: many }, () => bots));
  return tableOf(rows.map((names) => playMany(entry, { options, bots: names, matches: MATCHES, seed: SEED })));
}

/** The page; `tableFor` gives the table of each series. */
export function page(tableFor: (series: Series) => string): string {
  return `${[INTRODUCTION, ...SECTIONS.map((section) => partOf(section, tableFor))].join('\n\n')}\n`;
}

function partOf({ title, about, series }: Section, tableFor: (series: Series) => string): string {
  const tables = series.map((one) => `### ${one.preset}\n\n\`\`\`sh\n${commandOf(one)}\n\`\`\`\n\n${tableFor(one)}`);
  return [`## ${title}`, ...(about === undefined ? [] : [about]), ...tables].join('\n\n');
}

/** The table that a page has for a series, if it has one. */
export function tableIn(text: string, series: Series): string | undefined {
  const [, after] = text.split(`${commandOf(series)}\n\`\`\`\n\n`);
  return after?.split('\n\n')[0]?.trimEnd();
}
