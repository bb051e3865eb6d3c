import { aztecsIn, ringIn, type Seen, walkIn } from '../viewsIn.ts';
import { aztecsMotions } from './aztecsMotions.ts';
import type { Motion } from './motion.ts';
import { ringMotions } from './ringMotions.ts';
import { walkMotions } from './walkMotions.ts';

interface Change extends Seen {
  /** What the viewer saw before. */
  readonly before: object;
  readonly seat: number | undefined;
}

/** What moves between two views of the same viewer. It knows nothing that the viewer does not see. */
export function motionsBetween({ game, view, before, seat }: Change): readonly Motion[] {
  const [now, then] = [
    { game, view },
    { game, view: before },
  ];
  const [ring, ringThen] = [ringIn(now), ringIn(then)];
  if (ring !== undefined && ringThen !== undefined) return ringMotions(ringThen, ring);
  const [aztecs, aztecsThen] = [aztecsIn(now), aztecsIn(then)];
  if (aztecs !== undefined && aztecsThen !== undefined) return aztecsMotions(aztecsThen, aztecs);
  const [walk, walkThen] = [walkIn(now), walkIn(then)];
  return walk !== undefined && walkThen !== undefined ? walkMotions(walkThen, walk, seat ?? 0) : [];
}
