/** Every drawing by the id of its game. */
import type { ViewOf, Views } from '@flower-war/protocol';
import type { Drawing } from './drawing.ts';
import { flowerWar } from './flowerWar.ts';
import { generic } from './generic.ts';
import { mexica } from './mexica.ts';
import { spaceAztecs } from './spaceAztecs.ts';
import { tieqchieq } from './tieqchieq.ts';

export { type Drawing, seatName } from './drawing.ts';

/** Checks the type of a drawing against the view of its own game, then forgets that type. */
function drawing<G extends keyof Views>(game: G, own: Drawing<ViewOf<G>>): readonly [string, Drawing<unknown>] {
  return [game, own as Drawing<unknown>];
}

const DRAWINGS: ReadonlyMap<string, Drawing<unknown>> = new Map([
  drawing('flower-war', flowerWar),
  drawing('mexica', mexica),
  drawing('space-aztecs', spaceAztecs),
  drawing('tieqchieq', tieqchieq),
]);

export function drawingOf(game: string): Drawing<unknown> {
  return DRAWINGS.get(game) ?? generic;
}
