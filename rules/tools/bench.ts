/**
 * `npm run do -- bench-rules`: how many moves a second of processor time our rules list and play, and how many they judge and play.
 * The same run measures two references: random chess by chessops, and the reducer of boardgame.io with a small game.
 * All take turns, so that a busy machine slows all of them alike. What counts is the ratio to the reference, the median
 * of all rounds. If a game misses its goal, the exit code is 1; with `--json` the reader of the rows decides.
 */

import { createRequire } from 'node:module';
import { commandLine } from '@flower-war/protocol/command-line';
import { Chess } from 'chessops/chess';
import { type Entry, GAMES } from '../src/catalogue/games.ts';
import { type Chance, fastChance } from '../src/contract/chance.ts';
import type { Seat } from '../src/contract/game.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { chosenOptions, markdownHead, markdownRow, median } from './series.ts';

const { values: given } = commandLine({
  name: 'do -- bench-rules',
  does: 'measures how many moves a second of processor time the rules list, judge and play',
  flags: {
    rounds: { kind: 'whole', usual: 15, least: 1, tells: 'how often each takes its turn' },
    ms: { kind: 'whole', usual: 120, least: 1, tells: 'milliseconds of a turn' },
    json: { kind: 'switch', tells: 'prints the rows, and judges nothing' },
  },
});
const { rounds, ms: duration } = given;

/** The number of seats, unless the game has fewer. */
const USUAL_SEATS = 4;
const KNOWN_MATCHES = 8;
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Plays a match to its end, or a part of one, and returns the number of moves. */
type Playout = (chance: Chance) => number;

interface Rules extends Pick<Entry, 'game'> {
  readonly options: Options;
}

const PRESETS: readonly (Rules & { readonly name: string })[] = [...GAMES.values()].flatMap((entry) =>
  entry.game.presets.map(({ id }) => ({ name: id, game: entry.game, options: chosenOptions(entry, { preset: id }) })),
);

const entrants = (playing: (rules: Rules) => Playout) => PRESETS.map((rules) => [rules.name, playing(rules)] as const);

/**
 * A move is chosen from a list of all, or known before and only judged and applied. `least`: how many times the speed of the reference a
 * game must have.
 */
const GOALS = [
  { way: 'list and play', reference: 'chessops', least: 1.5, players: [...entrants(listed), ['chessops', chess]] },
  {
    way: 'judge and play',
    reference: 'boardgame.io',
    least: 10,
    players: [...entrants(judged), ['boardgame.io', reducer()]],
  },
] as const;

const results = GOALS.map((goal) => ({ goal, rows: measured(goal) }));
const rows = results.flatMap((result) => result.rows);
if (given.json) console.log(JSON.stringify({ rounds, milliseconds: duration, rows }));
else console.log(results.map(tableOf).join('\n\n'));
if (!given.json && rows.some(({ met }) => met === false)) process.exitCode = 1;

/** A row for each player. The ratio to the reference is the median of the ratios of all rounds. */
function measured({ way, reference, least, players }: (typeof GOALS)[number]) {
  for (const [, play] of players) speedOf(play, 0); // warm up
  const speeds = Array.from(
    { length: rounds },
    (_, round) => new Map(players.map(([name, play]) => [name, speedOf(play, round + 1)])),
  );
  return players.map(([name]) => {
    const own = speeds.map((round) => round.get(name) ?? Number.NaN);
    const ratio = median(
      speeds.map((round, index) => (own[index] ?? Number.NaN) / (round.get(reference) ?? Number.NaN)),
    );
    const movesPerSecond = Math.round(median(own));
    return { name, way, movesPerSecond, ratio, ...(name !== reference && { met: ratio >= least }) };
  });
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

function tableOf({ goal: { way, reference, least }, rows: own }: (typeof results)[number]): string {
  const cells = own.map(({ name, movesPerSecond, ratio, met }) => {
    return [name, `${movesPerSecond}`, ratio.toFixed(2), met === undefined ? '' : met ? 'met' : 'not met'];
  });
  return [markdownHead([way, 'moves/s', `x ${reference}`, `goal ${least}`]), ...cells.map(markdownRow)].join('\n');
}

function listed(rules: Rules): Playout {
  return (chance) => playedBy(rules, chance, chance).length;
}

function start({ game, options }: Rules, chance: Chance) {
  return game.setup(options, Math.min(USUAL_SEATS, game.seats[1]), chance);
}

/** Plays a random match. What the rules draw and what the players choose may come from different chances. */
function playedBy(rules: Rules, drawn: Chance, chosen: Chance): readonly (readonly [seat: Seat, move: unknown])[] {
  const { game } = rules;
  let state = start(rules, drawn);
  const moves: (readonly [Seat, unknown])[] = [];
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const move = chosen.pick(game.legalMoves(state, seat));
    const applied = game.apply(state, seat, move, drawn);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    moves.push([seat, move]);
  }
  return moves;
}

/** Plays matches again whose moves are known, with the same luck. */
function judged(rules: Rules): Playout {
  const { game } = rules;
  const known = Array.from({ length: KNOWN_MATCHES }, (_, seed) => {
    return { seed, moves: playedBy(rules, fastChance(seed), fastChance(seed + KNOWN_MATCHES)) };
  });
  return ({ pick }) => {
    const { seed, moves } = pick(known);
    const chance = fastChance(seed);
    let state = start(rules, chance);
    for (const [seat, move] of moves) {
      const applied = game.apply(state, seat, move as never, chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
    }
    return moves.length;
  };
}

function chess(chance: Chance): number {
  const position = Chess.default();
  let moves = 0;
  while (!position.isEnd() && moves < 300) {
    const legal = [...position.allDests()].flatMap(([from, to]) => [...to].map((square) => ({ from, to: square })));
    position.play(chance.pick(legal));
    moves++;
  }
  return moves;
}

interface Cells {
  readonly G: { readonly cells: readonly (string | null)[] };
  readonly ctx: { readonly currentPlayer: string };
}

interface Library {
  CreateGameReducer(setup: { readonly game: object }): (state: Cells, action: object) => Cells;
  InitializeGame(setup: { readonly game: object }): Cells;
}

/** Noughts and crosses without a winner: a game so small that the reducer itself takes all the time. */
function reducer(): Playout {
  const require = createRequire(import.meta.url);
  const { CreateGameReducer, InitializeGame }: Library = require('boardgame.io/internal');
  const game = {
    setup: () => ({ cells: Array(9).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      mark: ({ G, playerID }: { G: { cells: string[] }; playerID: string }, cell: number) => {
        G.cells[cell] = playerID;
      },
    },
  };
  const reduce = CreateGameReducer({ game });
  const known = Array.from({ length: KNOWN_MATCHES }, (_, seed) => fastChance(seed).shuffle(CELLS));
  return ({ pick }) => {
    let state = InitializeGame({ game });
    for (const cell of pick(known)) {
      const payload = { type: 'mark', args: [cell], playerID: state.ctx.currentPlayer };
      state = reduce(state, { type: 'MAKE_MOVE', payload });
    }
    if (state.G.cells.includes(null)) throw new Error('boardgame.io has not played all moves');
    return CELLS.length;
  };
}
