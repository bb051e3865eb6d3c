/** The contract that every game signs. docs/decisions tells why it has this shape. */
import type { Chance } from './chance.ts';

export type Seat = 0 | 1 | 2 | 3 | 4 | 5;
export const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5];

/** `'all'` sees everything and is only lawful once the match is over. */
export type Viewer = Seat | 'spectator' | 'all';

export type Applied<S, E> = { readonly ok: true; readonly state: S; readonly events: readonly E[] };
export type Refused<R> = { readonly ok: false; readonly reason: R };

export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue>>;

/** An option as data, so that forms, checks and documentation come from it. */
export type OptionSpec =
  | {
      readonly name: string;
      readonly type: 'choice';
      readonly default: string;
      readonly values: readonly string[];
      /** What choosing a value gives other options that are left open. */
      readonly sets?: Readonly<Record<string, Options>>;
    }
  | { readonly name: string; readonly type: 'flag'; readonly default: boolean }
  | {
      readonly name: string;
      readonly type: 'integer';
      readonly default: number;
      readonly min: number;
      readonly max: number;
      /** Records that were begun when more was allowed may hold values up to this one. */
      readonly recordMax?: number;
      /** From `min` on, only each so many; 1 if absent. */
      readonly step?: number;
    };

/** Option values under one name; what a preset leaves out has its default. */
export interface Preset {
  readonly id: string;
  readonly options: Options;
}

/** One seat in the final order: equal places are shared; `breakdown` tells a screen what made the score. */
export interface Standing {
  readonly seat: Seat;
  readonly place: number;
  readonly score: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** How a match ended. `winners` may be empty (nobody) or hold several seats (shared). */
export interface Result {
  readonly result: 'win' | 'draw' | 'forfeit' | 'none';
  readonly winners: readonly Seat[];
  readonly standings: readonly Standing[];
  /** What ended it, in kebab-case: `all-home`, `turn-cap`, `retired`. */
  readonly reason: string;
}

/**
 * A hidden window: a decision that exists only because of what its seat secretly holds. Only the seats that are to move
 * know of it; to everybody else the match stands where it stood at the last public step, until the window has closed.
 */
export interface Window {
  /** `attack`: the seat is attacked; `reaction`: it may answer something else; `own`: its own act, which no wish answers. */
  readonly kind: 'attack' | 'reaction' | 'own';
}

/** A card as a screen can print it: what it is called, when it is played, what it costs, what it does. */
export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly deck: string;
  readonly timing: string;
  readonly cost: number;
  readonly text: string;
}

/** The two slots of the temple, one for each god: Huitzilopochtli's war and Tlaloc's rain. */
export type Slot = 'war' | 'rain';

/** What real skulls, dropped into a temple that counts them, are in a game whose gods take them. */
export interface TempleRules<S, M, V> {
  /** Whose turn it is, and whether its step of offerings is to come, is now, or is over; nothing when the game is over. */
  standing(state: S): { readonly seat: Seat; readonly step: 'before' | 'now' | 'after' } | undefined;
  /** Whether the seat has what an offering costs. */
  canPay(state: S, seat: Seat): boolean;
  /** How many skulls the next offering to this god takes, and the moves that make it; or why none can be made now. */
  offering(
    state: S,
    seat: Seat,
    slot: Slot,
  ): { readonly price: number; readonly moves: readonly M[] } | 'no-skulls' | 'not-now';
  /** The move by which the seat takes what the rules give for an offering, where they leave no choice. */
  gift(state: S, seat: Seat): M | undefined;
  /** Whether a seat pays by this move what it could pay with real skulls. */
  pays(move: M): boolean;
  /** What the lights of a temple show, from what everybody sees. */
  lights(view: V): TempleLights;
}

export interface TempleLights {
  readonly phase: 'move' | 'offer' | 'play' | 'over';
  readonly turn: Seat;
  /** Sacrifices made in the match. */
  readonly counts: Readonly<Record<Slot, number>>;
  /** Once it has begun: what ends the world, and how many rounds of how many are left. */
  readonly apocalypse?: {
    readonly ending: string;
    readonly left: number;
    readonly of: number;
    /** The gods are level: no round is counted. */
    readonly forestalled: boolean;
  };
}

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
  /** Events that a hidden window keeps back from everybody until it closes, the oldest first. */
  heldBack?(state: S): readonly E[];
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
  /** A game into which no real skulls are dropped has none. */
  readonly temple?: TempleRules<S, M, V>;
  /** The hidden window that is open; a game without hidden windows has no such method. */
  window?(state: S): Window | undefined;
  /** The notation of a move whose words are spelled in another usual way; any other text as it is. */
  spelled?(text: string): string;
  /** The notation and back: `parse(format(move))` equals `move`. Any text that is not a move gives `undefined`. */
  parse(text: string): M | undefined;
  format(move: M): string;
}

/** A game whose types nobody outside needs to know: state, moves and views are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where the types of a game are forgotten on purpose
export type AnyGame = Game<any, any, any, any, string>;

/** Indexes or throws: a bad index is a bug, not a case. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}
