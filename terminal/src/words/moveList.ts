/** The moves that a player can choose from. */
import type { Paint } from '../screen/paint.ts';
import { COLUMNS, cut } from '../screen/width.ts';

const GAP = 2;

/** Numbers the moves as `readMove` reads them. `noteOn` gives the text of the card that a move concerns. */
export function moveList(
  legal: readonly string[],
  noteOn: (move: string) => string | undefined,
  paint: Paint,
): readonly string[] {
  const longest = Math.max(...legal.map((move) => move.length));
  const digits = `${legal.length}`.length;
  const room = COLUMNS - GAP - digits - GAP - longest - GAP;
  return legal.map((move, index) => {
    const number = `${index + 1}`.padStart(digits);
    const note = noteOn(move);
    const after =
      note === undefined ? '' : `${' '.repeat(longest - move.length + GAP)}${paint('dim', cut(note, room))}`;
    return `${' '.repeat(GAP)}${paint('cyan', number)}${' '.repeat(GAP)}${move}${after}`;
  });
}
