/** The work that every peer does: the seat whose turn it is puts a number on a board of 49, and both seats see it. */
export const CELLS = 49;

export interface Cells {
  turn: number;
  readonly cells: number[];
}

export interface Put {
  readonly turn: number;
  readonly cell: number;
  readonly value: number;
}

export function emptyBoard(): Cells {
  return { turn: 0, cells: Array<number>(CELLS).fill(0) };
}

/** Changes the board, or returns undefined when it is not this seat's turn. */
export function put(board: Cells, seat: number, turn: number): Put | undefined {
  if (turn !== board.turn || seat !== turn % 2) return undefined;
  const [cell, value] = [turn % CELLS, (turn * 7) & 255];
  board.cells[cell] = value;
  board.turn++;
  return { turn: board.turn, cell, value };
}
