import { describe, expect, test } from 'vitest';
import { flowerWar } from '../flower-war/index.ts';
import { tieqchieq } from '../tieqchieq/index.ts';
import { resolveOptions } from './optionSpec.ts';

const resolve = (preset: string | undefined, given: object) => resolveOptions(tieqchieq, preset, given);
const DEFAULTS = {
  board: 'S7',
  surcharge: 'exact',
  plusFree: true,
  mayPass: false,
  stacking: false,
  startPlayer: 'random',
  turnCap: 1000,
};

describe('resolveOptions', () => {
  test('the first preset and the defaults', () => {
    expect(resolve(undefined, {})).toEqual({ ok: true, preset: 'tieqchieq', options: DEFAULTS });
  });

  test('what is given wins over the preset, the preset over the default', () => {
    const options = { ...DEFAULTS, board: 'F7', turnCap: 50 };
    expect(resolve('tieqchieq-fortress', { turnCap: 50 })).toEqual({ ok: true, preset: 'tieqchieq-fortress', options });
    expect(resolve('tieqchieq-fortress', { board: 'S7' })).toMatchObject({ options: DEFAULTS });
  });

  test('what an option sets for others gives way to what is given for these', () => {
    const short = { perSpace: 6, tokensTotal: 175, countdown: 8, roundCap: 170 };
    expect(resolveOptions(flowerWar, undefined, { length: 'short' })).toMatchObject({ options: short });
    const chosen = resolveOptions(flowerWar, undefined, { length: 'short', countdown: 5 });
    expect(chosen).toMatchObject({ options: { ...short, countdown: 5 } });
  });

  test.each([
    ['chess', {}, 'unknown-preset', 'chess'],
    ['__proto__', {}, 'unknown-preset', '__proto__'],
    [undefined, { colour: 'red' }, 'unknown-option', 'colour'],
    [undefined, JSON.parse('{"__proto__": 1}'), 'unknown-option', '__proto__'],
    [undefined, { constructor: 1 }, 'unknown-option', 'constructor'],
    [undefined, { board: 'S8' }, 'bad-value', 'board'],
    [undefined, { board: 'constructor' }, 'bad-value', 'board'],
    [undefined, { board: ['S7'] }, 'bad-value', 'board'],
    [undefined, { plusFree: 'true' }, 'bad-value', 'plusFree'],
    [undefined, { plusFree: undefined }, 'bad-value', 'plusFree'],
    [undefined, { mayPass: 1 }, 'bad-value', 'mayPass'],
    ...[0, 100_001, 1.5, Number.NaN, Infinity, '10', null].map(
      (turnCap) => [undefined, { turnCap }, 'bad-value', 'turnCap'] as const,
    ),
  ] as const)('%s %j is refused: %s', (preset, given, reason, option) => {
    expect(resolve(preset, given)).toMatchObject({ ok: false, reason, option });
  });

  test('a refusal says what would do', () => {
    expect(resolve(undefined, { turnCap: 0 })).toMatchObject({ allowed: { min: 1, max: 4000 } });
    expect(resolve(undefined, { board: 0 })).toMatchObject({ allowed: ['S7', 'F7'] });
  });
});
