/**
 * `npm run bench`: how many moves a second of processor time our rules list and play, and how many they judge and play.
 * The same run measures two references: random chess by chessops, and the reducer of boardgame.io with a small game.
 * All take turns, so that a busy machine slows all of them alike. What counts is the ratio to the reference, the median
 * of all rounds. If a game misses its goal, the exit code is 1; with `--json` the reader of the rows decides.
 */

import { commandLine } from '@flower-war/protocol/command-line';
import { fastChance } from '../src/contract/fastChance.ts';
import { GOALS, type Goal, isMissed, judged, type Round, type Row } from './speed/goals.ts';
import { type Playout, players } from './speed/playouts.ts';
import { table } from './statistics.ts';

const { values: given } = commandLine({
  name: 'bench',
  does: 'measures how many moves a second of processor time the rules list, judge and play',
  flags: {
    rounds: { kind: 'whole', usual: 15, least: 1, tells: 'how often each takes its turn' },
    ms: { kind: 'whole', usual: 120, least: 1, tells: 'milliseconds of a turn' },
    json: { kind: 'switch', tells: 'prints the rows, and judges nothing' },
  },
});
const { rounds, ms: duration } = given;

const results = GOALS.map((goal) => ({ goal, rows: judged(goal, measure(goal)) }));
const rows = results.flatMap((result) => result.rows);
if (given.json) console.log(JSON.stringify({ rounds, milliseconds: duration, rows }));
else console.log(results.map(tableOf).join('\n\n'));
if (!given.json && isMissed(rows)) process.exitCode = 1;

function measure({ way }: Goal): readonly Round[] {
  const playing = players().filter((player) => player.way === way);
  for (const { play } of playing) speedOf(play, 0); // warm up
  return Array.from(
    { length: rounds },
    (_, round) => new Map(playing.map(({ name, play }) => [name, speedOf(play, round + 1)])),
  );
}

/** Moves a second of processor time, so that the other programs of the machine do not count. */
function speedOf(play: Playout, seed: number): number {
  const chance = fastChance(seed);
  const start = process.cpuUsage();
  let moves = 0;
  let spent = 0;
  while (spent < duration) {
    moves += play(chance);
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1000;
  }
  return (moves / spent) * 1000;
}

interface Judged {
  readonly goal: Goal;
  readonly rows: readonly Row[];
}

function tableOf({ goal: { way, reference, least }, rows }: Judged): string {
  return table([[way, 'moves/s', `x ${reference}`, `goal ${least}`], ...rows.map(readable)]);
}

function readable({ name, movesPerSecond, ratio, met }: Row): readonly string[] {
  return [name, `${movesPerSecond}`, ratio.toFixed(2), met === undefined ? '' : met ? 'met' : 'not met'];
}
