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

These tables show how bots fare in each edition: wins by seat with their 95 % interval (a shared victory counts for each winner), the length
(mean, median and 95th percentile: in rounds, or in moves of all seats if a game has no rounds), the median round in which the apocalypse was
triggered, battles a match, the share of ties among them, and how the matches ended. \`npm run balance\` makes this page, with seed 1 and 60
matches a row, and a test checks some rows against the rules. The command above a table prints that table alone. If the share of a seat matters
to you, play more matches: with ${MATCHES} matches an interval is wide.

For comparison, the rules documents give these lengths of random play, for two seats and more:

- Flower War, Rules of Play: 92, 66, 53, 46, 40 rounds, with the trigger in round 79, 53, 40, 33, 26.
- Mexica: 116, 89, 73 rounds; 81, 64, 45 % of the matches have a winner.
- Space Aztecs with greedy bots: 19, 13, 11, 12, 10 rounds.
- Tieqchieq: 116 tosses and moves, with a bot that always takes the bonus step.

\`random\` bots sacrifice more often than the bot of the documents did, which makes matches shorter. \`thrifty\` bots stop offering half of the
time, and throw no card away unused.`;

export const SECTIONS: readonly Section[] = [
  { title: 'All seats `greedy`', series: editions('greedy') },
  { title: 'The short length, `greedy`', series: editions('greedy').filter(hasLength).map(short) },
  { title: 'All seats `random`', series: editions('random') },
  {
    title: 'All seats `thrifty`',
    about: 'To compare with the rules documents.',
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
