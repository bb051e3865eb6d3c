/**
 * npm run do -- prompts --game mexica [--lang es] [--count 10] [--seed 1] [--columns 80]: questions from a match of random moves as
 * a player reads them, for writers of words.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { type AnyGame, fastChance, GAMES } from '@flower-war/rules';
import { questions, screensOf } from '@flower-war/terminal/testing';
import { loadWords } from '@flower-war/words';
import { LANGUAGE_NAMES } from '@flower-war/words/all';

const { values } = commandLine({
  name: 'do -- prompts',
  does: 'shows questions of a random match as a player reads them',
  flags: {
    game: { kind: 'text', among: [...GAMES.keys()], usual: 'flower-war', tells: 'the game' },
    lang: { kind: 'text', among: LANGUAGE_NAMES, usual: 'en', tells: 'the language' },
    count: { kind: 'whole', usual: 10, least: 1, tells: 'how many' },
    seed: { kind: 'whole', usual: 1, least: 0, tells: 'seed of the match' },
    columns: { kind: 'whole', usual: 80, least: 60, tells: 'the width' },
  },
});
const game: AnyGame | undefined = new Map<string, { readonly game: AnyGame }>(GAMES).get(values.game)?.game;
if (game === undefined) throw new Error(`there is no game ${values.game}`);
const { count, seed, columns } = values;

const all = [...questions(game, seed, game.usualSeats ?? game.seats[1])].filter(({ legal }) => legal.length > 1);
const chosen = new Set(fastChance(seed).shuffle(all).slice(0, count));
const screens = screensOf(values.game, game, await loadWords(values.lang));
for (const moment of all) {
  if (!chosen.has(moment)) continue;
  console.log(`${'─'.repeat(columns)}\n${screens(moment, { columns, rows: 24 }).screen.join('\n')}`);
}
