import { expect, test } from 'vitest';
import type { Private } from './actions.ts';
import {
  afterPrivate,
  NOTHING_TOLD,
  type PrivateMessage,
  privateMessage,
  type Told,
  toldAfter,
} from './privateMessage.ts';

const told = (own: Partial<Private>): Private => ({ table: 7, step: 9, seat: 1, legal: [], view: {}, ...own });

/** Sends each part to a connection, and returns what crossed the wire and what the connection shows. */
function sent(parts: readonly Private[]) {
  let here: Told = NOTHING_TOLD;
  let there: Told = NOTHING_TOLD;
  return parts.map((now) => {
    const message = privateMessage(here, now);
    here = toldAfter(here, now);
    const next = afterPrivate(there, JSON.parse(JSON.stringify(message)) as PrivateMessage, 1);
    there = next.told;
    return { message, shown: next.shown };
  });
}

test('a seat with nothing to decide is told two numbers', () => {
  expect(sent([told({})])).toEqual([{ message: [7, 9], shown: told({}) }]);
});

test('moves that were in the last list are sent by their place in it, also after a time without a decision', () => {
  const asked = told({ decision: 1, legal: ['roll', 'pass'] });
  const again = told({ decision: 2, legal: ['pass', 'offer rain', 'roll'] });
  const messages = sent([asked, told({}), again]).map(({ message }) => message);
  expect(messages).toEqual([
    [7, 9, 1, ['roll', 'pass']],
    [7, 9],
    [7, 9, 2, [1, 'offer rain', 0]],
  ]);
});

test('a new question with the same moves sends no list', () => {
  const [, second] = sent([told({ decision: 1, legal: ['roll'] }), told({ decision: 2, legal: ['roll'] })]);
  expect(second).toEqual({ message: [7, 9, 2], shown: told({ decision: 2, legal: ['roll'] }) });
});

test('a view is sent as what changed and what is gone, and equal values count as unchanged', () => {
  const hands = [{ hand: ['W03'], looked: ['R01'] }, { hand: ['W03'], looked: ['R02'] }, { hand: [] }, {}];
  const messages = sent(hands.map((view) => told({ view }))).map(({ message }) => message);
  expect(messages).toEqual([
    [7, 9, 0, null, { hand: ['W03'], looked: ['R01'] }],
    [7, 9, 0, null, { looked: ['R02'] }],
    [7, 9, 0, null, { hand: [] }, ['looked']],
    [7, 9, 0, null, null, ['hand']],
  ]);
});

test('a window, a wish, habits and what may be taken back are told with each message while they last', () => {
  const undo = told({ decision: 3, legal: ['done'], undo: true });
  const parts = [told({ until: 5000, asks: 'attacks' }), told({ asks: 'attacks', habits: ['roll'] }), undo, told({})];
  expect(sent(parts).map(({ shown }) => shown)).toEqual(parts);
});

test('a connection shows the same as the server, over random parts', () => {
  const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));
  let state = SEED;
  const below = (n: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor(state / 65536) % n;
  };
  const words = ['roll', 'done', 'pass', 'offer rain', 'play W10 @north', '0', ''];
  const some = () => Array.from({ length: below(6) }, () => words[below(words.length)] ?? '');
  const view = () => Object.fromEntries(['a', 'b', 'c'].slice(below(4)).map((field) => [field, some()]));
  const part = (): Private => {
    const open = below(2) === 0 ? { legal: [] } : { decision: 1 + below(9), legal: [...some(), 'roll'] };
    return { ...told({ view: view() }), ...open, ...(below(3) === 0 && { until: 1 + below(99) }) };
  };
  const parts = Array.from({ length: 300 }, part);
  expect(
    sent(parts).map(({ shown }) => shown),
    `SEED=${SEED}`,
  ).toEqual(parts);
});

test('what a later version adds is passed over: parts of moves, more elements, places that do not exist', () => {
  const message = [
    7,
    9,
    1,
    [['offer rain', 'offer', 2], 4],
    null,
    null,
    0,
    'none',
    null,
    0,
    'new',
  ] as unknown as PrivateMessage;
  const { shown } = afterPrivate(NOTHING_TOLD, message, 1);
  expect(shown).toEqual(told({ decision: 1, legal: ['offer rain'], asks: 'none' }));
});
