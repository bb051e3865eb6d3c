/** Every drawing by the id of its game. */
import type { ViewOf, Views } from '@flower-war/protocol';
import type { Words } from '@flower-war/words';
import type { Drawing } from './drawing.ts';
import { generic } from './generic.ts';
import { flowerWar } from './ring/flowerWar.ts';
import { mexica } from './ring/mexica.ts';
import { spaceAztecs } from './spaceAztecs.ts';
import { tieqchieq } from './tieqchieq.ts';

export { cardsIn } from '../words/cards.ts';
export { type Drawing, fittingPicture, type Page, seatName, wholePicture } from './drawing.ts';

type Drawn<V> = (words: Words) => Drawing<V>;

/** Checks the type of a drawing against the view of its own game, then forgets that type. */
function drawing<G extends keyof Views>(game: G, own: Drawn<ViewOf<G>>): readonly [string, Drawn<unknown>] {
  return [game, own as Drawn<unknown>];
}

const DRAWINGS: ReadonlyMap<string, Drawn<unknown>> = new Map([
  drawing('flower-war', flowerWar),
  drawing('mexica', mexica),
  drawing('space-aztecs', spaceAztecs),
  drawing('tieqchieq', tieqchieq),
]);

export function drawingOf(game: string, words: Words): Drawing<unknown> {
  return (DRAWINGS.get(game) ?? generic)(words);
}
