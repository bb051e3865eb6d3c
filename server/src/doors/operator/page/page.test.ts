import type { ServerProcess } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { endedPart, processPart } from './page.ts';
import type { Html } from './parts.ts';

const NOW = 1_000_000_000;
const one = (name: string, more: Partial<ServerProcess> = {}): ServerProcess => ({
  process: `id of ${name}`,
  name,
  beganAt: NOW - 7_200_000,
  renewedAt: NOW - 500,
  isDrained: false,
  isThis: false,
  ...more,
});
const ended = (name: string, agoMs: number, silentMs: number) =>
  one(name, { endedAt: NOW - agoMs, renewedAt: NOW - agoMs - silentMs });

/** The text of the cells, by row. */
const rowsOf = ({ text }: Html) =>
  [...text.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
  );

test('the table of processes holds the living alone', () => {
  const processes = [one('a'), ended('b', 60_000, 500), one('c', { isThis: true })];
  const shown = processPart(processes, NOW);
  expect(rowsOf(shown).map(([name]) => name)).toEqual(['a', 'c (this one)']);
  expect(shown.text).toContain('data-live="processes-count">2<');
});

test('a living process tells its version, and that Redis does not answer it', () => {
  const told = { players: 0, connections: 0, bridges: 0, matches: 0, temples: 0, memory: 0, loopDelay: 0 };
  const numbers = { ...told, state: 'ready', version: '1.2.3' } as const;
  const processes = [
    one('a', { numbers: { ...numbers, isRedisUp: false } }),
    one('b', { numbers: { ...numbers, isRedisUp: true } }),
    one('c', { numbers }),
  ];
  expect(rowsOf(processPart(processes, NOW)).map(([name, state, version]) => [name, state, version])).toEqual([
    ['a', 'ready, without Redis', '1.2.3'],
    ['b', 'ready', '1.2.3'],
    ['c', 'ready', '1.2.3'],
  ]);
});

test('ended processes are folded, the newest first, and say how they ended', () => {
  const shown = endedPart([ended('killed', 120_000, 4000), one('lives'), ended('stopped', 60_000, 800)], NOW);
  expect(rowsOf(shown).map(([name, ago, how]) => [name, ago, how])).toEqual([
    ['stopped', '1 min ago', 'stopped by itself'],
    ['killed', '2 min ago', 'declared dead after 4 s without a sign of life: it was killed, hung, or lost the store'],
  ]);
  expect(shown.text).not.toMatch(/<details[^>]* open/);
});

test('of many ended processes the newest are shown, and all are counted', () => {
  const many = Array.from({ length: 30 }, (_, n) => ended(`p${n}`, 1000 * (n + 1), 100));
  expect(rowsOf(endedPart(many, NOW)).map(([name]) => name)).toEqual(many.slice(0, 10).map(({ name }) => name));
  expect(endedPart(many, NOW).text).toContain('data-live="ended-processes-count">30<');
});
