/** The view of each game with a table of its own; nothing for other games, and before the match begins. */
import type { GameView } from '../moves/cardWords.ts';
import type { RingView } from './ring/ringView.ts';
import type { AztecsView } from './spaceAztecs/aztecsView.ts';
import type { WalkView } from './tieqchieq/walkView.ts';

export function ringIn({ game, view }: GameView): RingView | undefined {
  if (game !== 'flower-war' && game !== 'mexica') return undefined;
  const ring = view as RingView;
  return ring.tribes.length > 0 ? ring : undefined;
}

export function aztecsIn({ game, view }: GameView): AztecsView | undefined {
  const aztecs = view as AztecsView;
  return game === 'space-aztecs' && aztecs.cities.length > 0 ? aztecs : undefined;
}

export function walkIn({ game, view }: GameView): WalkView | undefined {
  const walk = view as WalkView;
  return game === 'tieqchieq' && walk.sides.length > 0 ? walk : undefined;
}
