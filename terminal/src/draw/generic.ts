/** For a game without a drawing of its own: prints the fields of the viewer's view. */
import { inspect } from 'node:util';
import type { Drawing } from './drawing.ts';

const LAYOUT = { depth: 8, breakLength: 78, maxArrayLength: 200, sorted: false };

export const generic: Drawing<unknown> = {
  seats: () => [],
  legend: [],
  draw: (view) => inspect(view, LAYOUT).split('\n'),
};
