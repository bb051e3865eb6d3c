/** What the compiler knows of the element. `npm run check -- types` judges the lines of this file; nothing here runs in a browser. */
import { expectTypeOf, test } from 'vitest';
import type { BoardEvents } from './public.ts';

/** The compiler reads such a function, and no test calls it. */
const written = (_: (board: HTMLElementTagNameMap['flower-war-board']) => unknown) => {};

test('each event of the element brings its detail', () =>
  written((board) => {
    board.addEventListener('step', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<BoardEvents['step']>());
    board.addEventListener('move', ({ detail: { move } }) => expectTypeOf(move).toEqualTypeOf<string>(), {
      once: true,
    });
    board.addEventListener('error', ({ detail: { text } }) => expectTypeOf(text).toEqualTypeOf<string>());
    const ended = ({ detail }: CustomEvent<BoardEvents['end']>) =>
      expectTypeOf(detail.result).toEqualTypeOf<object | undefined>();
    board.addEventListener('end', ended);
    board.removeEventListener('end', ended);
    // @ts-expect-error a step has no such detail
    board.addEventListener('step', ({ detail }) => detail.move);
  }));

test('other events stay what they are on every element', () =>
  written((board) => {
    board.addEventListener('click', (event) => expectTypeOf(event).toEqualTypeOf<PointerEvent>());
    board.addEventListener('another', (event) => expectTypeOf(event).toEqualTypeOf<Event>());
    const element: HTMLElement = board;
    return element;
  }));
