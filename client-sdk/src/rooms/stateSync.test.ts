import type { Private, TableJson } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { StateSync } from './liveRoom.ts';

const table = (step: number) => ({ step }) as TableJson<unknown>;
const own = (at: number) => ({ table: at, step: at, seat: 0, legal: [], view: {} }) satisfies Private;

test('a spectator sees each table as it comes', () => {
  expect(new StateSync(false).take({ table: table(1) })).toEqual({ table: table(1) });
});

test('a player sees nothing before both parts are there, in either order', () => {
  const tableFirst = new StateSync(true);
  expect(tableFirst.take({ table: table(1) })).toBeUndefined();
  expect(tableFirst.take({ own: own(1) })).toEqual({ table: table(1), own: own(1) });
  const ownFirst = new StateSync(true);
  expect(ownFirst.take({ own: own(1) })).toBeUndefined();
  expect(ownFirst.take({ table: table(1) })).toEqual({ table: table(1), own: own(1) });
});

test('a private part that is ahead waits for its patch', () => {
  const pairing = new StateSync(true);
  pairing.take({ table: table(1) });
  pairing.take({ own: own(1) });
  expect(pairing.take({ own: own(2) })).toBeUndefined();
  expect(pairing.take({ table: table(2) })).toEqual({ table: table(2), own: own(2) });
});

test('a public change that is none for this seat keeps its private part', () => {
  const pairing = new StateSync(true);
  pairing.take({ own: own(1) });
  pairing.take({ table: table(1) });
  expect(pairing.take({ table: table(2) })).toEqual({ table: table(2), own: own(1) });
});
