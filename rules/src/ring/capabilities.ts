/**
 * A game that takes real skulls: players drop them into a temple, which counts them as offerings to one of two gods.
 */
import type { Seat } from '../contract/game.ts';
import type { God } from './model/card.ts';

/** The two slots of the temple, one for each god: Huitzilopochtli's war and Tlaloc's rain. */
export type Slot = God;

export interface TempleCapability<S, M, V> {
  /** The seat whose turn it is, and where the turn stands; undefined when the game is over. */
  standing(state: S): OfferingStep | undefined;
  /** Whether the seat has the skulls that an offering costs. */
  canPay(state: S, seat: Seat): boolean;
  /** The next offering of the seat to this god, or the reason why it can make none now. */
  offering(state: S, seat: Seat, slot: Slot): Offering<M> | 'no-skulls' | 'not-now';
  /** The move that takes the reward of an offering, if the rules leave the seat no choice. */
  gift(state: S, seat: Seat): M | undefined;
  /** Whether this move pays something that the seat could also pay with real skulls. */
  pays(move: M): boolean;
  /** What the lights of a temple show, worked out from the spectator's view. */
  lights(view: V): TempleLights;
}

/** `step`: whether the turn's offering step is still to come, is now, or is over. */
export interface OfferingStep {
  readonly seat: Seat;
  readonly step: 'before' | 'now' | 'after';
}

/** How many skulls an offering takes, and the moves that make it. */
export interface Offering<M> {
  readonly price: number;
  readonly moves: readonly M[];
}

export interface TempleLights {
  readonly phase: 'move' | 'offer' | 'play' | 'over';
  readonly turn: Seat;
  /** Sacrifices made in the match. */
  readonly counts: Readonly<Record<Slot, number>>;
  /** Present once the apocalypse has begun: its ending, the rounds that are left, and the rounds in all. */
  readonly apocalypse?: {
    readonly ending: string;
    readonly left: number;
    readonly of: number;
    /** The gods are level: no round is counted. */
    readonly forestalled: boolean;
  };
}

/**
 * A game with hidden windows: decisions that exist only because of cards that a seat secretly holds. Only the seats
 * that must decide know of an open window. All others see the match as it was at the last public step until the window
 * closes.
 */
export interface WindowsCapability<S, E> {
  /** The open hidden window, if there is one. */
  open(state: S): Window | undefined;
  /** Events that the open window hides from all viewers, the oldest first. */
  heldBack(state: S): readonly E[];
}

export interface Window {
  /**
   * `attack`: the seat is attacked. `reaction`: it may answer another event. `own`: its own act, which no wish answers.
   */
  readonly kind: 'attack' | 'reaction' | 'own';
}

/** A game whose moves players write in several ways. */
export interface SpellingCapability {
  /** The notation of a move that a player spells in another usual way. Any other text stays as it is. */
  notation(text: string): string;
}
