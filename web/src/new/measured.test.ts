import { expect, test } from 'vitest';
import { type Draft, type Hosted, usualDraft } from './draft.ts';
import { measuredOf } from './measured.ts';

const GAME = {
  id: 'flower-war',
  seats: [2, 6],
  usualSeats: 4,
  bots: ['greedy'],
  presets: [{ id: 'flower-war', options: {} }],
  options: [{ name: 'length', type: 'choice', default: 'standard', values: ['standard', 'short'] }],
} as unknown as Hosted;

const draft = (change: Partial<Draft> = {}): Draft => ({ ...usualDraft(GAME), ...change });

test('what was measured belongs to the edition, the length and the seats', () => {
  expect(measuredOf(GAME, draft())).toMatchObject({ preset: 'flower-war', length: 'standard', seats: 4 });
  expect(measuredOf(GAME, draft({ options: { length: 'short' }, seats: 2 }))).toMatchObject({
    length: 'short',
    seats: 2,
  });
});

test('nothing was measured of other rules and other editions', () => {
  expect(measuredOf(GAME, draft({ options: { countdown: 7 } }))).toBeUndefined();
  expect(measuredOf(GAME, draft({ preset: 'of-a-newer-server' }))).toBeUndefined();
});
