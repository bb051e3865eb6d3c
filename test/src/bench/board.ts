/** The game that the bench plays: two seats in turn put a number on a board of 49, and both see it. */
import { schema, t } from '@colyseus/schema';
import { tableOf } from '@flower-war/protocol';
import type { AnyGame, Game, Seat } from '@flower-war/rules';
import { type HostedGames, hosting } from '@flower-war/server';
import { CELLS } from './peers/put.ts';

interface State {
  readonly turn: number;
  readonly cells: readonly number[];
}

const board: Game<State, 'put', never, State, 'not-yours'> = {
  id: 'board',
  rulesVersion: 1,
  seats: [2, 2],
  presets: [{ id: 'board', options: {} }],
  options: [],
  setup: () => ({ turn: 0, cells: Array<number>(CELLS).fill(0) }),
  toMove: ({ turn }) => [seatAt(turn)],
  refusal: ({ turn }, seat) => (seat === seatAt(turn) ? undefined : 'not-yours'),
  legalMoves: ({ turn }, seat) => (seat === seatAt(turn) ? ['put'] : []),
  apply: ({ turn, cells }) => ({
    ok: true,
    state: { turn: turn + 1, cells: cells.with(turn % CELLS, (turn * 7) & 255) },
    events: [],
  }),
  fallback: () => 'put',
  leave: (state) => ({ ok: true, state, events: [] }),
  reshuffle: (state) => state,
  view: (state) => state,
  viewEvent: (event) => event,
  result: () => undefined,
  parse: (text) => (text === 'put' ? text : undefined),
  format: (move) => move,
};

function seatAt(turn: number): Seat {
  return turn % 2 === 0 ? 0 : 1;
}

export function gamesWithBoard(): HostedGames {
  const View = schema({ turn: t.uint32().default(0), cells: t.array('uint8') }, 'BoardView');
  const game: AnyGame = board;
  return hosting([{ game, bots: {}, Table: tableOf('Board', View) }], async () => game);
}
