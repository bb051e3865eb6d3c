/** Moves as text and back: `take 3`, `choose X5`, `hide P-T1`, `show`, `capture @1 Y-A08` (seats from 0). */
import { SEATS, type Seat } from '../../contract/game.ts';
import type { CardId } from '../cards/card.ts';
import { CARDS } from '../cards/cards.ts';
import { type Move, PLACES } from './state.ts';

export function format(move: Move): string {
  switch (move.kind) {
    case 'take':
      return `take ${move.pile}`;
    case 'choose':
      return `choose ${move.card}`;
    case 'hide':
      return `hide ${move.temple}`;
    case 'show':
      return 'show';
    case 'capture':
      return `capture @${move.seat} ${move.card}`;
  }
}

/** Each move exists once, because moves never change. */
export const SHOW: Move = { kind: 'show' };

const idsOf = (kind: 'aztec' | 'temple'): readonly CardId[] =>
  CARDS.filter((card) => card.kind === kind).map(({ id }) => id);

/** All moves of the notation. */
export const EVERY_MOVE: readonly Move[] = [
  ...PLACES.map((_, index): Move => ({ kind: 'take', pile: index + 1 })),
  ...CARDS.map(({ id }): Move => ({ kind: 'choose', card: id })),
  ...idsOf('temple').map((temple): Move => ({ kind: 'hide', temple })),
  SHOW,
  ...SEATS.flatMap((seat) => idsOf('aztec').map((card): Move => ({ kind: 'capture', seat, card }))),
];

const BY_TEXT: ReadonlyMap<string, Move> = new Map(EVERY_MOVE.map((move) => [format(move), move]));

export function parse(text: string): Move | undefined {
  return BY_TEXT.get(text);
}

const known = (text: string): Move => {
  const move = parse(text);
  if (move === undefined) throw new Error(`no move is written ${text}`);
  return move;
};

export const takePile = (pile: number): Move => known(`take ${pile}`);
export const chooseCard = (card: CardId): Move => known(`choose ${card}`);
export const hideUnder = (temple: CardId): Move => known(`hide ${temple}`);
export const captureFrom = (seat: Seat, card: CardId): Move => known(`capture @${seat} ${card}`);
