/** The starts of twin matches: one position of a random match, in two versions that look the same to one viewer. */
import {
  type AnyGame,
  type Chance,
  fastChance,
  GAMES,
  type Options,
  resolveOptions,
  SEATS,
  type Viewer,
} from '@flower-war/rules';
import { pilesSeen, twinOf } from '@flower-war/rules/twins';
import type { Lucky } from './oracle.ts';

export interface Edition {
  readonly game: string;
  readonly preset: string;
}

/** Every hosted game, in each of its presets. */
export const EDITIONS: readonly Edition[] = [...GAMES.values()].flatMap(({ game }) =>
  game.presets.map(({ id }) => ({ game: game.id, preset: id })),
);

export interface Twins extends Edition {
  readonly seed: number;
  readonly options: Options;
  readonly seats: number;
  readonly viewer: Viewer;
  readonly starts: readonly [Lucky, Lucky];
  /** Settings of the table, in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const MOST_SEATS = 4;
/** A start lies at most this many moves into a match. */
const LONGEST = 600;
/** Phases in which nothing is half done, such as a card whose effects still refer to a hand. */
const QUIET = ['moving', 'ranged', 'offering', 'playing', 'discarding', 'taking', 'choosing'];

export function twinsFrom(edition: Edition, seed: number): Twins {
  const game = gameOf(edition);
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, edition.preset, {});
  if (!resolved.ok) throw new Error(`there is no ${edition.preset} in ${edition.game}`);
  const { options } = resolved;
  const [least, most] = game.seats;
  const seats = least + chance.die(Math.min(most, MOST_SEATS) - least + 1) - 1;
  const viewer = chance.pick<Viewer>([...SEATS.slice(0, seats), 'spectator']);
  const { state, known } = positionIn(game, { options, seats, viewer }, chance);
  const twin = () => twinOf(game.id, state, { viewer, known }, chance);
  const start = (table: unknown): Lucky => ({ table: table as Lucky['table'], seed, drawn: 0 });
  return { ...edition, seed, options, seats, viewer, starts: [start(twin()), start(twin())] };
}

export function gameOf({ game }: Pick<Edition, 'game'>): AnyGame {
  const entry = GAMES.get(game);
  if (entry === undefined) throw new Error(`there is no game ${game}`);
  return entry.game;
}

interface SetUp {
  readonly options: Options;
  readonly seats: number;
  readonly viewer: Viewer;
}

/** A quiet position of a random match, and what the viewer has seen before it. */
function positionIn(game: AnyGame, { options, seats, viewer }: SetUp, chance: Chance) {
  const seen = new Set<number>();
  let state = game.setup(options, seats, chance);
  let last = { state, known: [...seen] };
  for (let left = chance.die(LONGEST); left > 0 && game.toMove(state).length > 0; left--) {
    for (const pile of pilesSeen(game.id, state, viewer)) seen.add(pile);
    if (isQuiet(game, state)) last = { state, known: [...seen] };
    const seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return last;
}

function isQuiet(game: AnyGame, state: { readonly phase: { readonly kind: string } }): boolean {
  if (game.id === 'tieqchieq') return true;
  const { kind } = state.phase;
  return QUIET.includes(kind) && game.windows?.open(state) === undefined && !isAsking(game, kind);
}

/** Whether a card asks its owner, which the games of the ring do in this phase. */
const isAsking = ({ id }: AnyGame, kind: string): boolean => kind === 'choosing' && id !== 'space-aztecs';
