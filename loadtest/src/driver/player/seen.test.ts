import type { StreamLine, StreamLineOf, StreamTable } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { NOTHING_SEEN, seenAfter } from './seen.ts';

const table = (status: StreamTable['status']) => ({ status }) as StreamTable;
const state = (more: Partial<StreamLineOf<'state'>> = {}): StreamLine => ({
  kind: 'state',
  step: 4,
  table: table('open'),
  view: {},
  ...more,
});
const step = (from: number, to: number, more: Partial<StreamLineOf<'step'>> = {}): StreamLine => ({
  kind: 'step',
  from,
  step: to,
  table: {},
  view: {},
  events: [],
  ...more,
});
const after = (...lines: readonly StreamLine[]) => lines.reduce(seenAfter, NOTHING_SEEN);

test('a whole state tells all, and the changes of the table follow', () => {
  expect(after(state())).toEqual({ step: 4, shared: 0, status: 'open', legal: [], decision: undefined });
  expect(after(state(), { kind: 'table', table: { byHand: [] } }, { kind: 'heartbeat' }).status).toBe('open');
  expect(after(state(), step(4, 5, { table: table('running') })).status).toBe('running');
});

test.each([
  ['one that all see', step(4, 5), 1],
  ['one that all see, with something for this seat alone', step(4, 6, { legal: ['roll'], decision: 1 }), 1],
  ['one that this seat alone sees', step(4, 5, { legal: ['pass'], decision: 1 }), 0],
])('a change counts as shared if all see it: %s', (_, line, shared) => {
  expect(after(state(), line).shared).toBe(shared);
});

test('a question stays until another one comes', () => {
  const asked = after(state(), step(4, 6, { legal: ['roll'], decision: 1 }));
  expect(seenAfter(asked, step(6, 7))).toMatchObject({ legal: ['roll'], decision: 1 });
  expect(seenAfter(asked, step(6, 8, { legal: [] }))).toMatchObject({ legal: [], decision: undefined });
});

test('a missing step is found', () => {
  expect(() => after(state(), step(5, 6))).toThrow('missing');
});
