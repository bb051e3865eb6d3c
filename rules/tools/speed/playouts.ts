/** What `npm run bench` plays: every preset of our games in two ways, random chess by chessops, and the reducer of boardgame.io. */
import { createRequire } from 'node:module';
import { Chess } from 'chessops/chess';
import { type Entry, GAMES } from '../../src/catalogue/games.ts';
import type { Chance } from '../../src/contract/chance.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import type { Options } from '../../src/contract/optionSpec.ts';
import type { Seat } from '../../src/contract/seat.ts';
import { chosenOptions } from '../match.ts';

/** Plays a match to its end, or a part of one, and returns the number of moves. */
export type Playout = (chance: Chance) => number;

export interface Player {
  readonly name: string;
  /** Whether a move is chosen from a list of all, or known before and only judged and applied. */
  readonly way: 'list and play' | 'judge and play';
  readonly play: Playout;
}

export function players(): readonly Player[] {
  const presets = [...GAMES.values()].flatMap((entry) =>
    entry.game.presets.map(({ id }) => ({ name: id, game: entry.game, options: chosenOptions(entry, id, '') })),
  );
  return [
    ...presets.map((rules): Player => ({ name: rules.name, way: 'list and play', play: listed(rules) })),
    ...presets.map((rules): Player => ({ name: rules.name, way: 'judge and play', play: judged(rules) })),
    { name: 'chessops', way: 'list and play', play: chess },
    { name: 'boardgame.io', way: 'judge and play', play: reducer() },
  ];
}

interface Rules extends Pick<Entry, 'game'> {
  readonly options: Options;
}

/** The number of seats, unless the game has fewer. */
const USUAL_SEATS = 4;

const start = ({ game, options }: Rules, chance: Chance) =>
  game.setup(options, Math.min(USUAL_SEATS, game.seats[1]), chance);

function listed(rules: Rules): Playout {
  return (chance) => playedBy(rules, chance, chance).length;
}

type Choice = readonly [seat: Seat, move: unknown];

/** Plays a random match. What the rules draw and what the players choose may come from different chances. */
function playedBy(rules: Rules, drawn: Chance, chosen: Chance): readonly Choice[] {
  const { game } = rules;
  let state = start(rules, drawn);
  const moves: Choice[] = [];
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const move = chosen.pick(game.legalMoves(state, seat));
    const applied = game.apply(state, seat, move, drawn);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    moves.push([seat, move]);
  }
  return moves;
}

const KNOWN_MATCHES = 8;

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

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

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
