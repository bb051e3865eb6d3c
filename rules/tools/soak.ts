/**
 * `npm run soak`: plays many random matches, checks the invariants after every move, and replays each match. Without
 * `--game` it plays every preset of every game in turn; without `--seats` each seed draws the number of seats. It
 * prints the seed of a match that fails.
 */

import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { type Entry, GAMES } from '../src/catalogue/games.ts';
import { fastChance } from '../src/contract/fastChance.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { resolveOptions } from '../src/contract/resolveOptions.ts';
import { deepEqual } from '../src/json/equal.ts';
import { chancesOf, drawSeats, type Playout, playOut } from '../src/tools/playout.ts';
import { replay } from '../src/tools/replay.ts';

const { values: given } = commandLine({
  name: 'soak',
  does: 'plays random matches, checks the invariants after every move, and replays each match',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (all)' },
    preset: { kind: 'text', of: 'ID', tells: 'this edition alone (all)' },
    seats: { kind: 'whole', tells: 'the number of seats (drawn for each seed)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
  },
});
const { matches, seed: firstSeed, seats: wantedSeats } = given;
const seeds = Array.from({ length: matches }, (_, index) => firstSeed + index);
const CAP = 100_000;

for (const entry of chosen()) for (const preset of entry.game.presets) soak(entry, preset.id);

function chosen(): readonly Entry[] {
  const all = [...GAMES.values()].filter(({ game }) => given.game === undefined || game.id === given.game);
  return all.length > 0 ? all : refuse(`there is no game "${given.game}"; there are: ${[...GAMES.keys()].join(', ')}`);
}

function soak(entry: Entry, preset: string): void {
  if (given.preset !== undefined && given.preset !== preset) return;
  const [fewest, most] = entry.game.seats;
  if (wantedSeats !== undefined && (wantedSeats < fewest || wantedSeats > most))
    refuse(`${entry.game.id} is for ${fewest} to ${most} seats`);
  const resolved = resolveOptions(entry.game, preset, {});
  if (!resolved.ok) throw new Error(`${preset} is not lawful: ${resolved.reason}`);
  const moves = seeds.reduce((sum, seed) => sum + playAndCheck(entry, { seed, options: resolved.options }), 0);
  const ofSeats = wantedSeats === undefined ? '' : ` of ${wantedSeats} seats`;
  console.log(`${preset}: ${matches} matches${ofSeats}, ${moves} moves, nothing broken, all replayed`);
}

interface Case {
  readonly seed: number;
  readonly options: Options;
}

/** Plays and checks a match; returns the number of its moves. */
function playAndCheck(entry: Entry, { seed, options }: Case): number {
  const { game, broken } = entry;
  const seats = wantedSeats ?? drawSeats(game.seats, fastChance(seed));
  const chanceAt = chancesOf(seed);
  try {
    const match = {
      seed,
      seats,
      options,
      ...playOut(game, { state: game.setup(options, seats, chanceAt(0)), chanceAt, cap: CAP }),
    };
    for (const state of [...match.steps.map(({ before }) => before), match.final]) {
      const problems = broken(state);
      if (problems.length > 0) throw new Error(problems.join('; '));
    }
    checkReplay(entry, match);
    return match.steps.length;
  } catch (cause) {
    throw new Error(`${game.id}, seed ${seed}, ${seats} seats`, { cause });
  }
}

function checkReplay(
  { game }: Entry,
  { seed, seats, options, steps, final }: Playout<unknown, unknown, unknown>,
): void {
  const record = steps.map(({ seat, move }) => ({ seat, move: game.format(move) }));
  const replayed = replay(game, { options, seats, steps: record, chanceAt: chancesOf(seed) });
  if (!replayed.ok || !deepEqual(replayed.state, final)) throw new Error('a replay ends in another state');
}
