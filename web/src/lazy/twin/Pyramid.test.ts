import { BUILD, type Device, type Display, displayOf, type Light, newDevice } from '@flower-war/temple/core';
import { expect, test } from 'vitest';
import { PIXELS, pixelsOf } from './Pyramid.tsx';

const device: Device = newDevice({ ...BUILD, id: 'templo-7f3a' });
const off: Display = displayOf(device, 0);
const shown = (lights: Light | undefined, more: Partial<Display> = {}, at = 0) =>
  pixelsOf({ device, display: { ...off, lights, ...more }, at }).map((rgb) => rgb.map(Math.round).join());

test('without power all lights are off', () => {
  expect(shown(undefined)).toEqual(Array(PIXELS).fill('0,0,0'));
});

test('a refused bead blinks red in its half, and a bead that waits breathes amber there', () => {
  const why = { slot: 'rain', verdict: 'refused', why: 'no-skulls' } as const;
  expect(shown('refused', { why })).toEqual([...Array(6).fill('0,0,0'), ...Array(6).fill('255,0,0')]);
  expect(shown('refused', { why }, 125)).toEqual(Array(PIXELS).fill('0,0,0'));
  expect(shown('held', { why }, 500)[11]).toBe('255,120,0');
  expect(shown('held', { why }, 0)[11]).toBe('0,0,0');
});

test('one grey light walks round until there is a broker', () => {
  expect(shown('starting', {}, 0).indexOf('120,120,120')).toBe(0);
  expect(shown('starting', {}, 150 * 13).indexOf('120,120,120')).toBe(1);
});

test('red twelfths are the rounds left; at one’s turn the half of a god who takes offerings is lit', () => {
  const apocalypse = { ending: 'flood', left: 3, of: 6, forestalled: true };
  const match = { ...({} as NonNullable<Display['match']>), apocalypse };
  expect(shown('countdown', { match }).filter((rgb) => rgb !== '0,0,0')).toHaveLength(6);
  const slots = { war: { ...off.slots.war, mayOffer: true }, rain: off.slots.rain };
  expect(shown('turn', { slots })).toEqual([...Array(6).fill('255,60,0'), ...Array(6).fill('0,0,0')]);
  expect(shown('turn', { slots, match })[5]).toBe('255,0,0');
});
