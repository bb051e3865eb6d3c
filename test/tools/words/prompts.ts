/**
 * npm run words:prompts -- --game mexica [--lang es] [--count 10] [--seed 1] [--columns 80]: questions from a match of random moves as
 * a player reads them, for those who write words.
 */
import { parseArgs } from 'node:util';
import { type AnyGame, fastChance, GAMES } from '@flower-war/rules';
import { questions, screensOf } from '@flower-war/terminal/testing';
import { wordsFor } from '@flower-war/words';

const { values } = parseArgs({
  options: {
    game: { type: 'string', default: 'flower-war' },
    lang: { type: 'string', default: 'en' },
    count: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    columns: { type: 'string', default: '80' },
  },
});
const game: AnyGame | undefined = new Map<string, { readonly game: AnyGame }>(GAMES).get(values.game)?.game;
const [count, seed, columns] = [Number(values.count), Number(values.seed), Number(values.columns)];
if (game === undefined || !(count >= 1) || !Number.isInteger(seed) || !(columns >= 60)) {
  console.error(
    `--game is one of ${[...GAMES.keys()].join(', ')}; --count, --seed and --columns (60 at least) are numbers.`,
  );
  process.exit(2);
}

const all = [...questions(game, seed, game.usualSeats ?? game.seats[1])].filter(({ legal }) => legal.length > 1);
const chosen = new Set(fastChance(seed).shuffle(all).slice(0, count));
const screens = screensOf(values.game, game, wordsFor(values.lang));
for (const moment of all) {
  if (!chosen.has(moment)) continue;
  console.log(`${'─'.repeat(columns)}\n${screens(moment, { columns, rows: 24 }).screen.join('\n')}`);
}
