/** Chooses the table of a game. A game without one is shown field by field. */
import type { TableProps } from '../moves/tableProps.ts';
import { Fields } from './generic/Fields.tsx';
import { RingCards } from './ring/Cards.tsx';
import { Pawn } from './ring/Pawn.tsx';
import { Ring } from './ring/Ring.tsx';
import { ringIn } from './ringIn.ts';

export function Board(props: TableProps) {
  const ring = ringIn(props);
  return ring === undefined ? <Fields {...props} /> : <Ring {...props} view={ring} />;
}

/** The cards of the viewer, where the picture does not show them. */
export function Hand(props: TableProps) {
  const ring = ringIn(props);
  return ring === undefined ? null : <RingCards {...props} view={ring} />;
}

/** Whether the game has cards that the picture does not show. */
export const hasHand = (props: Parameters<typeof ringIn>[0]): boolean => ringIn(props) !== undefined;

interface SignProps extends Pick<TableProps, 'game' | 'view' | 'speech'> {
  readonly seat: number;
}

/** How a seat is marked on the table. */
export function SeatSign({ seat, speech, ...seen }: SignProps) {
  return <Pawn tribe={ringIn(seen)?.tribes[seat]} name={speech.name(seat)} />;
}
