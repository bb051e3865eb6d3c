/** The contract that every game signs. docs/decisions tells why it has this shape. */
import type { Question } from './bot.ts';
import type { CardWords } from './cardWords.ts';
import type { Chance } from './chance.ts';
import type { MoveParts } from './moveParts.ts';
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
  /** The number of seats that it is best for; the maximum, if absent. */
  readonly usualSeats?: number;
  /** The first is the default. */
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
  /** Every card that can turn up, listed once. Absent in a game without cards. */
  readonly cards?: readonly CardWords[];
  /** `options` is complete and checked: it comes from `resolveOptions`. */
  setup(options: Options, seats: number, chance: Chance): S;
  /** The events that open a match after `setup`, such as the start of the first turn. */
  opening?(state: S): readonly E[];
  /** The name of an option whose value this number of seats does not allow, if there is one. */
  optionAmiss?(options: Options, seats: number): string | undefined;
  /** Every seat that must decide now; `[]` once the game is over. Viewers never get this list itself. */
  toMove(state: S): readonly Seat[];
  /** Why this move may not be played now. The one judge. */
  refusal(state: S, seat: Seat, move: M): R | undefined;
  /** At most 100, in canonical order. */
  legalMoves(state: S, seat: Seat): readonly M[];
  apply(state: S, seat: Seat, move: M, chance: Chance): Applied<S, E> | Refused<R>;
  /** The move that the clock plays for a seat whose player is absent. */
  fallback(state: S, seat: Seat): M;
  /** The seat retires. It may do so at any time, also when it is not its turn. */
  leave(state: S, seat: Seat, chance: Chance): Applied<S, E>;
  /** Redraws everything that no seat has seen. */
  reshuffle(state: S, chance: Chance): S;
  /** Names each field that it reveals. A seat's view has every field of the spectator's; some of them tell more. */
  view(state: S, viewer: Viewer): V;
  viewEvent(event: E, viewer: Viewer): E | undefined;
  /** What a legal move does, told from what its seat sees and nothing else. Absent in a game that explains no moves. */
  parts?(seen: Question<V, M>, move: M): MoveParts;
  result(state: S): Result | undefined;
  /** Reads the notation: `parse(format(move))` equals `move`. A text that is not a move gives `undefined`. */
  parse(text: string): M | undefined;
  format(move: M): string;
}
