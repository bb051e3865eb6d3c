/** A test game for slow readers: each move changes 6 KB of the public view. Seat 0 posts until it has enough. */
import { schema, t } from '@colyseus/schema';
import { tableOf } from '@flower-war/protocol';
import { type AnyGame, type Game, random } from '@flower-war/rules';
import { type HostedGames, hosting } from '@flower-war/server';

interface State {
  readonly posts: number;
}
type Move = 'post';

const MOST = 1_000_000;

/** Each part of the text names its post, so a mixture of two posts is easy to see. */
export function posterOf(posts: number): string {
  return `[${posts}]`.repeat(Math.ceil(6000 / `[${posts}]`.length));
}

const billboard: Game<State, Move, { readonly kind: 'posted' }, { readonly text: string }, 'over' | 'not-yours'> = {
  id: 'billboard',
  rulesVersion: 1,
  seats: [2, 2],
  presets: [{ id: 'billboard', options: {} }],
  options: [],
  setup: () => ({ posts: 0 }),
  toMove: ({ posts }) => (posts < MOST ? [0] : []),
  refusal: ({ posts }, seat) => (posts >= MOST ? 'over' : seat === 0 ? undefined : 'not-yours'),
  legalMoves: ({ posts }, seat) => (seat === 0 && posts < MOST ? ['post'] : []),
  apply: ({ posts }) => ({ ok: true, state: { posts: posts + 1 }, events: [] }),
  fallback: () => 'post',
  leave: () => ({ ok: true, state: { posts: MOST }, events: [] }),
  reshuffle: (state) => state,
  view: ({ posts }) => ({ text: posterOf(posts) }),
  viewEvent: (event) => event,
  result: ({ posts }) => (posts < MOST ? undefined : { result: 'none', winners: [], standings: [], reason: 'enough' }),
  parse: (text) => (text === 'post' ? text : undefined),
  format: (move) => move,
};

export const BillboardTable = tableOf('Billboard', schema({ text: t.string().default('') }, 'BillboardView'));

export function gamesWithBillboard(): HostedGames {
  const game: AnyGame = billboard;
  return hosting([{ game, bots: { random }, Table: BillboardTable }], async () => game);
}
