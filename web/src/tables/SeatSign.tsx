/** How a seat is marked on the table of its game: a pawn, a token, or the sign of a city. */
import type { TableProps } from '../moves/choices.ts';
import { Art } from './art/Art.tsx';
import { colourOf, type Tribe } from './ring/ringView.ts';
import { aztecsIn, ringIn, walkIn } from './viewsIn.ts';

interface SignProps extends Pick<TableProps, 'game' | 'view' | 'speech'> {
  readonly seat: number;
}

export function SeatSign({ seat, speech, ...seen }: SignProps) {
  if (aztecsIn(seen) !== undefined) return <CitySign seat={seat} />;
  if (walkIn(seen) !== undefined) return <Token side={seat} name={speech.name(seat)} />;
  return <Pawn tribe={ringIn(seen)?.tribes[seat]} name={speech.name(seat)} />;
}

interface PawnProps {
  readonly tribe: Tribe | undefined;
  readonly name: string;
  readonly isTurn?: boolean;
  readonly isOwn?: boolean;
  /** What the animations call it. */
  readonly at?: string;
}

/** A tribe, by the form of its shield, its colour and its letter. The letter belongs to the picture: words name the tribe in full. */
export function Pawn({ tribe, name, isTurn = false, isOwn = false, at }: PawnProps) {
  const colour = tribe === undefined ? 'tribe' : colourOf(tribe);
  return (
    <i
      className={`pawn ${colour}${isTurn ? ' turn' : ''}${isOwn ? ' own' : ''}`}
      data-letter={name.slice(0, 1)}
      data-at={at}
      aria-hidden="true"
    >
      {tribe && <Art of={`ring#shield-${tribe.compass}`} />}
    </i>
  );
}

interface TokenProps {
  readonly side: number;
  readonly name: string;
  /** What the animations call it. */
  readonly at?: string;
}

/** A token, by its colour, its form and its letter. */
export function Token({ side, name, at }: TokenProps) {
  return (
    <i className={`token side${side}`} data-letter={name.slice(0, 1)} data-at={at} aria-hidden="true">
      <Art of={`walk#token${side}`} />
    </i>
  );
}

/** A city of Space Aztecs: the hill that stands for every city in the codices, and the number of its seat. */
export function CitySign({ seat }: { readonly seat: number }) {
  return (
    <i className="citysign" data-letter={seat + 1} aria-hidden="true">
      <Art of="aztecs#city" />
    </i>
  );
}
