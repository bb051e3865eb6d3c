/** What the search needs of every game on the ring. */
import type { Bot, Seat } from '../../contract/game.ts';
import type { Chance } from '../../contract/chance.ts';
import { at } from '../../json/at.ts';
import type { Plan } from '../../search/searching.ts';
import type { Move } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import type { Phase } from '../model/state.ts';
import type { RingGame } from '../ringGame.ts';
import type { State } from '../view/hidden.ts';

/** Counts turns. An extra turn counts with the turn before it. */
export const turnsBy = ({ round, tribes, turn }: State): number => round * tribes.length + turn.seat;

/** Questions that a seat may always answer by doing nothing. */
type Restful = Extract<Phase['kind'], 'battle' | 'reacting' | 'playing'>;

const RESTS: Readonly<Record<Restful, Move>> = {
  battle: { kind: 'pass' },
  reacting: { kind: 'pass' },
  playing: { kind: 'done' },
};

export interface Playing<V, O> {
  readonly game: Pick<RingGame<V>, 'legalMoves' | 'view'>;
  /** It sees the view of each seat, also in the imagined position. */
  readonly bot: Bot<V, Move, O>;
  /** Questions that all seats answer by doing nothing, because to weigh hands of cards takes long. */
  readonly rests: readonly Restful[];
}

/** All seats play on as this bot plays. */
export function playingOn<V, O extends Settings>({
  game,
  bot,
  rests,
}: Playing<V, O>): Plan<State, Move, V, O>['playsOn'] {
  return (state: State, seat: Seat, chance: Chance) => {
    const rest = rests.find((kind) => kind === state.phase.kind);
    if (rest !== undefined) return RESTS[rest];
    const legal = game.legalMoves(state, seat);
    if (legal.length === 1) return at(legal, 0);
    return bot({ view: game.view(state, seat), seat, options: state.options as O, legal }, chance);
  };
}

/** The lead of a seat over the others, of whom the strongest counts as much as all together. */
export function leadOf(standings: readonly number[], seat: Seat): number {
  const others = standings.filter((_, other) => other !== seat);
  const mean = others.reduce((sum, standing) => sum + standing, 0) / others.length;
  return at(standings, seat) - (Math.max(...others) + mean) / 2;
}
