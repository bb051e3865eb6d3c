/** Taps on the table and in the dock that a page makes by itself, until it is told to rest or the match is over. */
import { MOVES, type Person } from './people.ts';

const THINGS = '.board .thing.open, .day.open, .god.open, .seat.open';
/** So long a tap is ignored after a question has changed. */
const IGNORED_MS = 300;

/** The seed draws what is tapped. */
export const startTapping = ({ page }: Person, seed: number): Promise<void> =>
  page.evaluate(TAPPING.replace('SEED', `${seed}`));

export const restTapping = ({ page }: Person): Promise<void> => page.evaluate('globalThis.hands = {}');

/** How many moves were tapped, and things on the table. */
export const tapped = ({ page }: Person): Promise<{ readonly moves: number; readonly things: number }> =>
  page.evaluate('globalThis.tapped');

/**
 * Runs in the page. After a thing on the table one of its moves is tapped. A question about no thing is answered in the dock. A question
 * takes taps at once, because the page waits for no time.
 */
const TAPPING = `(() => {
  const hands = (globalThis.hands = {});
  const count = (globalThis.tapped ??= { moves: 0, things: 0 });
  const all = (words) => [...document.querySelectorAll(words)];
  let luck = SEED;
  const oneOf = (list) => list[(luck = (luck * 48271) % 2147483647) % list.length];
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...told) => later(act, ms === ${IGNORED_MS} ? 0 : ms, ...told);
  const tap = () => {
    if (globalThis.hands !== hands || all('${MOVES.over}').length > 0) return;
    setTimeout(tap, 5);
    if (all('[aria-busy="true"], .fresh').length > 0) return;
    // What was refused may be the one move that is considered.
    if (all('.refused').length > 0 && all('.one-move').length > 0 && oneOf([true, false]))
      return all('.part.moves .quiet')[0]?.click();
    const things = all('.chosen-thing, .one-move').length > 0 ? [] : all('${THINGS}');
    const button = oneOf([...things, ...all('${MOVES.move}')]);
    // A thing of which a temple takes all moves: back to the others.
    if (button === undefined) return all('.chosen-thing .quiet')[0]?.click();
    button.click();
    count[things.includes(button) ? 'things' : 'moves']++;
  };
  tap();
})()`;
