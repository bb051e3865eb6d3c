import { expect, test } from 'vitest';
import type { Hosted } from '../app/player.tsx';
import { type Draft, matchOf, measuredOf, optionIn, usualDraft, withOption } from './draft.ts';

const GAME = {
  id: 'flower-war',
  seats: [2, 6],
  usualSeats: 4,
  bots: ['random', 'greedy'],
  presets: [
    { id: 'first', options: {} },
    { id: 'second', options: { days: 7, duel: true } },
  ],
  options: [
    {
      name: 'length',
      type: 'choice',
      default: 'standard',
      values: ['standard', 'short'],
      sets: { short: { days: 6 } },
    },
    { name: 'days', type: 'integer', default: 13, min: 5, max: 13 },
    { name: 'duel', type: 'flag', default: false },
  ],
} as unknown as Hosted;
const [LENGTH, DAYS, DUEL] = GAME.options as unknown as [Spec, Spec, Spec];
type Spec = Hosted['options'][number];

const draft = (preset: string, options: Draft['options'] = {}): Draft => ({ ...usualDraft(GAME), preset, options });

test.each([
  ['the usual value', draft('first'), 13],
  ['that of the preset', draft('second'), 7],
  ['that of another option before the preset', draft('second', { length: 'short' }), 6],
  ['that of the host before all', draft('second', { length: 'short', days: 9 }), 9],
] as const)('an option has %s', (_, plan, days) => {
  expect(optionIn(GAME, plan, DAYS)).toBe(days);
});

test('what holds anyhow is not asked for', () => {
  expect(withOption(GAME, draft('second'), DUEL, true).options).toEqual({});
  expect(withOption(GAME, draft('second'), DUEL, false).options).toEqual({ duel: false });
  expect(withOption(GAME, draft('first', { length: 'short' }), LENGTH, 'standard').options).toEqual({});
});

test('a plan becomes what the server takes', () => {
  const plan = draft('first');
  const table = { ...plan.table, clock: 'days', fills: true } as const;
  expect(matchOf(GAME, { ...plan, seats: 3, bots: 2, table })).toEqual({
    game: 'flower-war',
    preset: 'first',
    seats: 3,
    options: {},
    bots: [{ bot: 'greedy' }, { bot: 'greedy' }],
    table: {
      absence: 'casual',
      approval: false,
      clock: { kind: 'days', days: 2 },
      fillSeconds: 60,
      habits: 'usual',
      rated: true,
      talk: 'free',
      vacation: true,
      visibility: 'private',
      watching: 'open',
    },
  });
});

test('what was measured belongs to the edition, the length and the seats', () => {
  const measured = { preset: 'flower-war', length: 'standard', seats: 4 };
  expect(measuredOf(GAME, draft('flower-war'))).toMatchObject(measured);
  const short = { ...draft('flower-war', { length: 'short' }), seats: 2 };
  expect(measuredOf(GAME, short)).toMatchObject({ ...measured, length: 'short', seats: 2 });
});

test('nothing was measured of other rules and other editions', () => {
  expect(measuredOf(GAME, draft('flower-war', { countdown: 7 }))).toBeUndefined();
  expect(measuredOf(GAME, draft('of-a-newer-server'))).toBeUndefined();
});
