import { colourOf, type Tribe } from './ringView.ts';

interface Props {
  readonly tribe: Tribe | undefined;
  readonly name: string;
  readonly isTurn?: boolean;
}

/** A tribe, by its colour and its letter. */
export function Pawn({ tribe, name, isTurn = false }: Props) {
  const colour = tribe === undefined ? 'tribe' : colourOf(tribe);
  return (
    <i className={`pawn ${colour}${isTurn ? ' turn' : ''}`} aria-hidden="true">
      {name.slice(0, 1)}
    </i>
  );
}
