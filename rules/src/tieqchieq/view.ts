import { remembered } from '../json.ts';
import type { BoardId, Colour } from './board.ts';
import type { Event, Phase, State } from './state.ts';
import { reserve } from './state.ts';

/** The view is the same for all viewers. Every field is always present, so that a schema can copy it field by field. */
export interface View {
  /** The board on which the match is played. */
  readonly board: BoardId;
  /** What the match waits for: `tossing`, `acting` or `bonus`; `over` after the end. */
  readonly phase: Phase['kind'];
  /** The seat whose turn it is; 0 after the end. */
  readonly turn: Colour;
  /** Heads to be used now, or 0. */
  readonly roll: number;
  /** The position of the token that may take a bonus step, or 0. */
  readonly at: number;
  /** The tosses of both seats so far, including extra turns. */
  readonly tosses: number;
  /** The number of tosses after which the match ends. */
  readonly turnCap: number;
  /** The tokens, by seat. */
  readonly sides: readonly SideView[];
}

export interface SideView {
  /** The positions 1 to 14 of the tokens on the board, ascending, along the seat's own path. */
  readonly path: readonly number[];
  /** The tokens that have arrived. */
  readonly home: number;
  /** The tokens that wait to be introduced. */
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
    sides: sides.map(sideView),
  };
}

const sideView = remembered(
  (side: State['sides'][number]): SideView => ({ path: side.path, home: side.home, reserve: reserve(side) }),
);

export const viewEvent = (event: Event): Event => event;
