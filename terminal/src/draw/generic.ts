/** For a game that nobody has drawn yet: everything that the viewer may know, as it is. */
import { inspect } from 'node:util';
import type { Drawing } from './drawing.ts';

const LAYOUT = { depth: 8, breakLength: 78, maxArrayLength: 200, sorted: false };

export const generic: Drawing<unknown> = {
  seats: () => [],
  legend: [],
  draw: (view) => inspect(view, LAYOUT).split('\n'),
};
