/** Every drawing by the id of its game. */
import { inspect } from 'node:util';
import type { ViewOf, Views } from '@flower-war/protocol';
import type { Words } from '@flower-war/words';
import { cut } from '../screen.ts';
import type { Drawing } from './drawing.ts';
import { flowerWar } from './ring/flowerWar.ts';
import { mexica } from './ring/mexica.ts';
import { spaceAztecs } from './spaceAztecs.ts';
import { tieqchieq } from './tieqchieq.ts';

export { cardsIn } from '../words.ts';
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

// For a game without a drawing of its own: prints the fields of the viewer's view.

const LAYOUT = { depth: 8, maxArrayLength: 200, sorted: false };
const WIDEST = 78;

const fieldsOf = (view: unknown, columns: number): readonly string[] =>
  inspect(view, { ...LAYOUT, breakLength: columns }).split('\n');

const generic = (words: Words): Drawing<unknown> => ({
  words,
  seats: () => [],
  legend: [],
  draw: (view) => fieldsOf(view, WIDEST),
  brief: (view, { columns, rows }) =>
    fieldsOf(view, columns)
      .slice(0, rows)
      .map((line) => cut(line, columns)),
  texts: () => [],
});
