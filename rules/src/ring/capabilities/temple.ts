/** A game into which players may drop real skulls: a temple counts them, and they are offerings to one of two gods. */
import type { Seat } from '../../contract/seat.ts';
import type { God } from '../model/card.ts';

/** The two slots of the temple, one for each god: Huitzilopochtli's war and Tlaloc's rain. */
export type Slot = God;

export interface TempleCapability<S, M, V> {
  /** The seat whose turn it is, and where the turn stands; nothing when the game is over. */
  standing(state: S): OfferingStep | undefined;
  /** Whether the seat has the skulls that an offering costs. */
  canPay(state: S, seat: Seat): boolean;
  /** The next offering to this god; or why the seat can make none now. */
  offering(state: S, seat: Seat, slot: Slot): Offering<M> | 'no-skulls' | 'not-now';
  /** The move by which the seat takes what the rules give for an offering, where they leave no choice. */
  gift(state: S, seat: Seat): M | undefined;
  /** Whether a seat pays by this move what it could pay with real skulls. */
  pays(move: M): boolean;
  /** What the lights of a temple show, from what everybody sees. */
  lights(view: V): TempleLights;
}

/** `step`: whether the turn's step of offerings is to come, is now, or is over. */
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
  /** Once it has begun: what ends the world, and how many rounds of how many are left. */
  readonly apocalypse?: {
    readonly ending: string;
    readonly left: number;
    readonly of: number;
    /** The gods are level: no round is counted. */
    readonly forestalled: boolean;
  };
}
