/**
 * `npm run bench`: how many moves a second our rules list and play. The same run measures two references: random chess
 * by chessops, and the reducer of boardgame.io with a small game. Their rounds alternate, so that a busy machine slows
 * all of them alike. The ratio of the medians is what counts.
 */
import { createRequire } from 'node:module';
import { Chess } from 'chessops/chess';
import { type Entry, GAMES } from '../src/catalogue/games.ts';
import type { Chance } from '../src/contract/chance.ts';
import { resolveOptions } from '../src/contract/resolveOptions.ts';
import { fastChance } from '../src/tools/fastChance.ts';
import { commandLine, wholeNumber } from './arguments.ts';
import { median, table } from './statistics.ts';

const given = commandLine({
  rounds: { type: 'string', default: '9' },
  ms: { type: 'string', default: '300' },
  json: { type: 'boolean', default: false },
});
const rounds = Math.max(1, wholeNumber('rounds', given.rounds));
const duration = Math.max(1, wholeNumber('ms', given.ms));

/** The number of seats, unless the game has fewer. */
const USUAL_SEATS = 4;

/** Plays a match to its end, or a part of one, and returns the number of moves. */
type Playout = (chance: Chance) => number;

const CHESSOPS = 'chessops';
const BOARDGAME_IO = 'boardgame.io';
const players = new Map<string, Playout>([
  ...[...GAMES.values()].map((entry) => [entry.game.id, ours(entry)] as const),
  [CHESSOPS, chess],
  [BOARDGAME_IO, reducer()],
]);

const speeds = new Map([...players.keys()].map((name) => [name, [] as number[]]));
for (const [, play] of players) speedOf(play, 0); // warm up
for (let round = 1; round <= rounds; round++) {
  for (const [name, play] of players) speeds.get(name)?.push(speedOf(play, round));
}
report();

function speedOf(play: Playout, round: number): number {
  const chance = fastChance(round);
  const start = performance.now();
  let moves = 0;
  let spent = 0;
  while (spent < duration) {
    moves += play(chance);
    spent = performance.now() - start;
  }
  return (moves / spent) * 1000;
}

function ours({ game }: Entry): Playout {
  const resolved = resolveOptions(game, undefined, {});
  if (!resolved.ok) throw new Error(resolved.reason);
  return (chance) => {
    let state = game.setup(resolved.options, Math.min(USUAL_SEATS, game.seats[1]), chance);
    let moves = 0;
    for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
      const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      moves++;
    }
    return moves;
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
  return (chance) => {
    let state = InitializeGame({ game });
    for (let moves = 0; moves < 9; moves++) {
      const free = state.G.cells.flatMap((cell, index) => (cell === null ? [index] : []));
      const payload = { type: 'mark', args: [chance.pick(free)], playerID: state.ctx.currentPlayer };
      state = reduce(state, { type: 'MAKE_MOVE', payload });
    }
    if (state.G.cells.includes(null)) throw new Error('boardgame.io has not played all moves');
    return 9;
  };
}

function report(): void {
  const medians = new Map([...speeds].map(([name, measured]) => [name, median(measured)]));
  const against = (name: string, reference: string) => (medians.get(name) ?? 0) / (medians.get(reference) ?? 0);
  const rows = [...medians].map(([name, speed]) => ({
    name,
    movesPerSecond: Math.round(speed),
    toChessops: against(name, CHESSOPS),
    toBoardgameIo: against(name, BOARDGAME_IO),
  }));
  if (given.json) console.log(JSON.stringify({ rounds, milliseconds: duration, rows }));
  else console.log(table([['list and play', 'moves/s', `x ${CHESSOPS}`, `x ${BOARDGAME_IO}`], ...rows.map(readable)]));
}

function readable(row: {
  readonly name: string;
  readonly movesPerSecond: number;
  readonly toChessops: number;
  readonly toBoardgameIo: number;
}): readonly string[] {
  return [row.name, `${row.movesPerSecond}`, row.toChessops.toFixed(2), row.toBoardgameIo.toFixed(2)];
}
