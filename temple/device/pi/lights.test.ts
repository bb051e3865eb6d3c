import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isBlinking, type Known, LAMPS, type Light, lampsOn, lightOf, NOTHING_KNOWN } from './lights.ts';

const linked: Known = { ...NOTHING_KNOWN, isLinked: true, isBridgeOnline: true };
const playing: Known = { ...linked, match: { freshUntil: 120_000, isTurn: false, hasEnd: false } };

it.each<readonly [string, Known, number]>([
  ['starting', NOTHING_KNOWN, 0],
  ['unheard', linked, 0],
  ['unheard', { ...playing, isBridgeOnline: false }, 0],
  ['rest', playing, 120_000],
  ['unheard', playing, 120_001],
  ['turn', { ...playing, match: { freshUntil: 9, isTurn: true, hasEnd: true } }, 0],
  ['countdown', { ...playing, match: { freshUntil: 9, isTurn: false, hasEnd: true } }, 0],
  ['accepted', { ...playing, verdict: { is: 'applied', at: 0 } }, 3999],
  ['rest', { ...playing, verdict: { is: 'applied', at: 0 } }, 4000],
  ['held', { ...playing, verdict: { is: 'held', at: 0 } }, 0],
  ['refused', { ...playing, verdict: { is: 'refused', at: 0 } }, 0],
  ['in-flight', { ...NOTHING_KNOWN, inFlightSince: 0 }, 4999],
  ['starting', { ...NOTHING_KNOWN, inFlightSince: 0 }, 5000],
  ['blocked', { ...playing, blocked: ['war'], inFlightSince: 0 }, 0],
  ['identify', { ...playing, blocked: ['war'], identifyUntil: 1 }, 0],
])('the lamps say %s', (light, known, now) => expect(lightOf(known, now)).toBe(light));

it('the lamps are those of the table, in its order', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../docs/temple.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \|[^|]*\|[^|]*\| ([^|]*) \|/gm)];
  const lamps = Object.entries(LAMPS).map(([light, on]) => [
    light,
    `${on.length === 3 ? 'all three' : on.join(', ') || 'none'}${isBlinking(light as Light) ? ', blinking' : ''}`,
  ]);
  expect(rows.map(([, light, on]) => [light, on])).toEqual(lamps);
});

it('a bead to take out is told apart from the near end, which burns still', () => {
  const seen = (light: Light) => [0, 400, 800].map((now) => lampsOn(light, now).join());
  expect(seen('countdown')).toEqual(['care', 'care', 'care']);
  expect(seen('refused')).toEqual(['care', '', 'care']);
  expect(seen('blocked')).toEqual(['care', '', 'care']);
});
