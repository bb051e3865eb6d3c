import { colourOf, type Tribe } from './ringView.ts';

interface Props {
  readonly tribe: Tribe | undefined;
  readonly name: string;
  readonly isTurn?: boolean;
  /** What the animations call it. */
  readonly at?: string;
}

/** A tribe, by its colour and its letter. The letter belongs to the picture: words name the tribe in full. */
export function Pawn({ tribe, name, isTurn = false, at }: Props) {
  const colour = tribe === undefined ? 'tribe' : colourOf(tribe);
  return (
    <i
      className={`pawn ${colour}${isTurn ? ' turn' : ''}`}
      data-letter={name.slice(0, 1)}
      data-at={at}
      aria-hidden="true"
    />
  );
}
