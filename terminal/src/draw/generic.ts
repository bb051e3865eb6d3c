/** For a game without a drawing of its own: prints the fields of the viewer's view. */
import { inspect } from 'node:util';
import type { Words } from '@flower-war/words';
import { cut } from '../screen/width.ts';
import type { Drawing } from './drawing.ts';

const LAYOUT = { depth: 8, maxArrayLength: 200, sorted: false };
const WIDEST = 78;

const fieldsOf = (view: unknown, columns: number): readonly string[] =>
  inspect(view, { ...LAYOUT, breakLength: columns }).split('\n');

export const generic = (words: Words): Drawing<unknown> => ({
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
