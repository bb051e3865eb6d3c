import type { BoardId, Colour } from './board.ts';
import type { Event, Phase, State } from './state.ts';
import { reserve } from './state.ts';

/** The view is the same for all viewers. Every field is always present, so that a schema can copy it field by field. */
export interface View {
  readonly board: BoardId;
  readonly phase: Phase['kind'];
  /** The seat whose turn it is; 0 after the end. */
  readonly turn: Colour;
  /** Heads to be used now, or 0. */
  readonly roll: number;
  /** The position of the token that may take a bonus step, or 0. */
  readonly at: number;
  readonly tosses: number;
  readonly turnCap: number;
  readonly sides: readonly SideView[];
}

export interface SideView {
  readonly path: readonly number[];
  readonly home: number;
  readonly reserve: number;
}

export function view({ options, phase, tosses, sides }: State): View {
  return {
    board: options.board,
    phase: phase.kind,
    turn: phase.kind === 'over' ? 0 : phase.seat,
    roll: phase.kind === 'acting' ? phase.roll : 0,
    at: phase.kind === 'bonus' ? phase.at : 0,
    tosses,
    turnCap: options.turnCap,
    sides: sides.map((side) => ({ path: side.path, home: side.home, reserve: reserve(side) })),
  };
}

export const viewEvent = (event: Event): Event => event;
