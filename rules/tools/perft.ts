/**
 * `npm run perft -- --game ID --depth 5`: counts the runs of moves and random results from the start, for each depth.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { fastChance } from '../src/contract/fastChance.ts';
import { perft } from '../src/tools/perft.ts';
import { chosenGame, chosenOptions } from './match.ts';
import { table } from './statistics.ts';

const { values: given } = commandLine({
  name: 'perft',
  does: 'counts the runs of moves and random results from the start, for each depth',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    depth: { kind: 'whole', usual: 5, tells: 'how many moves' },
    seats: { kind: 'whole', tells: 'the number of seats (the least)' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
  },
});

const entry = chosenGame(given.game);
const [least, most] = entry.game.seats;
const seats = given.seats ?? least;
if (seats < least || seats > most) refuse(`--seats must be from ${least} to ${most}`);
const options = chosenOptions(entry, given.preset, given.options);
const state = entry.game.setup(options, seats, fastChance(given.seed));
const rows = Array.from({ length: given.depth }, (_, index) => count(index + 1));
console.log(table([['depth', 'sequences', 'ms'], ...rows]));

function count(depth: number): readonly string[] {
  const start = performance.now();
  const sequences = perft(entry.game, state, depth);
  return [`${depth}`, `${sequences}`, (performance.now() - start).toFixed(0)];
}
