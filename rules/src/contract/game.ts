/** The contract that every game signs. docs/decisions tells why it has this shape. */
import type { CardWords } from './cardWords.ts';
import type { Chance } from './chance.ts';
import type { OptionSpec, Options, Preset } from './optionSpec.ts';
import type { Result } from './result.ts';
import type { Seat, Viewer } from './seat.ts';

export type Applied<S, E> = { readonly ok: true; readonly state: S; readonly events: readonly E[] };
export type Refused<R> = { readonly ok: false; readonly reason: R };

export interface Game<S, M, E, V, R extends string> {
  readonly id: string;
  /** Bump it when an old record would replay differently. */
  readonly rulesVersion: number;
  readonly seats: readonly [min: number, max: number];
  /** How many it is best for; as many as there can be, if absent. */
  readonly usualSeats?: number;
  /** The first is the default. */
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
  /** Every card that can turn up, once; a game without cards has none. */
  readonly cards?: readonly CardWords[];
  /** `options` is complete and checked: it comes from `resolveOptions`. */
  setup(options: Options, seats: number, chance: Chance): S;
  /** What a match that stands like this after `setup` begins with, such as the first turn. */
  opening?(state: S): readonly E[];
  /** A seat count for which an option cannot have its value: the name of that option. */
  optionAmiss?(options: Options, seats: number): string | undefined;
  /** Every seat that must decide now; `[]` once the game is over. Never shown as such. */
  toMove(state: S): readonly Seat[];
  /** Why this move may not be played now. The one judge. */
  refusal(state: S, seat: Seat, move: M): R | undefined;
  /** At most 100, in canonical order. */
  legalMoves(state: S, seat: Seat): readonly M[];
  apply(state: S, seat: Seat, move: M, chance: Chance): Applied<S, E> | Refused<R>;
  /** What the clock plays for an absent seat that is to move. */
  fallback(state: S, seat: Seat): M;
  /** A seat retires, at any time, also when it is not its turn. */
  leave(state: S, seat: Seat, chance: Chance): Applied<S, E>;
  /** Redraws everything that no seat has seen. */
  reshuffle(state: S, chance: Chance): S;
  /** Names each field that it reveals. A seat's view has every field of the spectator's, some of them richer. */
  view(state: S, viewer: Viewer): V;
  viewEvent(event: E, viewer: Viewer): E | undefined;
  result(state: S): Result | undefined;
  /** The notation and back: `parse(format(move))` equals `move`. Any text that is not a move gives `undefined`. */
  parse(text: string): M | undefined;
  format(move: M): string;
}
