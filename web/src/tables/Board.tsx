/** Chooses the table of a game. A game without one is shown field by field. */
import { lazy, Suspense } from 'react';
import { useLanguage } from '../app/language.tsx';
import type { TableProps } from '../moves/tableProps.ts';
import { Fields } from './generic/Fields.tsx';
import { RingCards } from './ring/Cards.tsx';
import { Pawn } from './ring/Pawn.tsx';
import { Ring } from './ring/Ring.tsx';
import { AztecsHand } from './spaceAztecs/AztecsHand.tsx';
import { Token } from './tieqchieq/Token.tsx';
import { aztecsIn, ringIn, walkIn } from './viewsIn.ts';

/** A match of the ring begins without them. */
const SpaceAztecs = lazy(async () => ({ default: (await import('./spaceAztecs/SpaceAztecs.tsx')).SpaceAztecs }));
const Tieqchieq = lazy(async () => ({ default: (await import('./tieqchieq/Tieqchieq.tsx')).Tieqchieq }));

export function Board(props: TableProps) {
  const { texts } = useLanguage();
  return (
    <Suspense fallback={<p className="wait">{texts.loading}</p>}>
      <Table {...props} />
    </Suspense>
  );
}

function Table(props: TableProps) {
  const [ring, aztecs, walk] = [ringIn(props), aztecsIn(props), walkIn(props)];
  if (ring !== undefined) return <Ring {...props} view={ring} />;
  if (aztecs !== undefined) return <SpaceAztecs {...props} view={aztecs} />;
  return walk === undefined ? <Fields {...props} /> : <Tieqchieq {...props} view={walk} />;
}

/** The cards of the viewer, in sentences. */
export function Hand(props: TableProps) {
  const [ring, aztecs] = [ringIn(props), aztecsIn(props)];
  if (ring !== undefined) return <RingCards {...props} view={ring} />;
  return aztecs === undefined ? null : <AztecsHand {...props} view={aztecs} />;
}

/** Whether the game has cards. */
export const hasHand = (seen: Parameters<typeof ringIn>[0]): boolean =>
  ringIn(seen) !== undefined || aztecsIn(seen) !== undefined;

interface SignProps extends Pick<TableProps, 'game' | 'view' | 'speech'> {
  readonly seat: number;
}

/** How a seat is marked on the table. */
export function SeatSign({ seat, speech, ...seen }: SignProps) {
  if (aztecsIn(seen) !== undefined) return <i className="citysign" data-letter={seat + 1} aria-hidden="true" />;
  if (walkIn(seen) !== undefined) return <Token side={seat} name={speech.name(seat)} />;
  return <Pawn tribe={ringIn(seen)?.tribes[seat]} name={speech.name(seat)} />;
}
