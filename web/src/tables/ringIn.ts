import type { RingView } from './ring/ringView.ts';

interface Seen {
  readonly game: string;
  readonly view: object;
}

/** The view of a game on the ring; nothing for other games, and before the match begins. */
export function ringIn({ game, view }: Seen): RingView | undefined {
  if (game !== 'flower-war' && game !== 'mexica') return undefined;
  const ring = view as RingView;
  return ring.tribes.length > 0 ? ring : undefined;
}
