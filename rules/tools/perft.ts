/**
 * `npm run perft -- --game ID --depth 5`: counts the runs of moves and random results from the start, for each depth.
 */
import { fastChance } from '../src/contract/fastChance.ts';
import { perft } from '../src/tools/perft.ts';
import { commandLine, usage, wholeNumber } from './arguments.ts';
import { chosenGame, chosenOptions } from './match.ts';
import { table } from './statistics.ts';

const given = commandLine({
  game: { type: 'string' },
  depth: { type: 'string', default: '5' },
  seats: { type: 'string' },
  seed: { type: 'string', default: '1' },
  preset: { type: 'string' },
  options: { type: 'string', default: '' },
});

const entry = chosenGame(given.game);
const [least, most] = entry.game.seats;
const seats = given.seats === undefined ? least : wholeNumber('seats', given.seats);
if (seats < least || seats > most) usage(`--seats must be from ${least} to ${most}`);
const options = chosenOptions(entry, given.preset, given.options);
const state = entry.game.setup(options, seats, fastChance(wholeNumber('seed', given.seed)));
const rows = Array.from({ length: wholeNumber('depth', given.depth) }, (_, index) => count(index + 1));
console.log(table([['depth', 'sequences', 'ms'], ...rows]));

function count(depth: number): readonly string[] {
  const start = performance.now();
  const sequences = perft(entry.game, state, depth);
  return [`${depth}`, `${sequences}`, (performance.now() - start).toFixed(0)];
}
