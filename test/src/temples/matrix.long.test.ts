/**
 * A few cells of the fault matrix, chosen to touch every axis on both brokers. Run all cells by npm run test:temples.
 */
import { noMosquitto } from '@flower-war/bridge/broker';
import { describe, expect, test } from 'vitest';
import { AXES } from './matrix/axes/axes.ts';
import { runCell } from './matrix/cell.ts';
import { cellFrom, wordsOf } from './matrix/cells.ts';

const CHOSEN = [
  ['reboot-wal', 'rst', 'aedes-kill-9', 'two', 'restart', 'replay-old-retained'],
  ['reboot-noflash', 'loss-30', 'mosquitto-restart-forgetful', 'killed-after-apply', 'match-ends', 'not-json'],
  ['clone', 'ok', 'mosquitto-acl-change', 'one', 'unpaired', 'forged-last-will'],
  ['offline-10-min', 'ok', 'aedes', 'frozen-60-s', 'steady', 'other-temples-topic'],
  ['flash-wiped', 'black-hole', 'mosquitto-kill-9', 'killed-before-apply', 'seat-reassigned', 'flood-1000-a-second'],
  ['bounce', 'ok', 'mosquitto-v5', 'authority-unreachable-30-s', 'steady', 'bad-numbers'],
].map(cellFrom);
const SEED = 7;
const reason = noMosquitto();

describe.concurrent('beads are exact, and counted once', () => {
  for (const cell of CHOSEN) {
    const { broker } = AXES.broker[cell.broker as keyof typeof AXES.broker];
    const name = wordsOf(cell);
    if (broker === 'mosquitto' && reason !== undefined) test.skip(`${name}: ${reason}`, () => {});
    else
      test(name, async ({ expect: hold }) => {
        const { problems, dropped, sensed } = await runCell(cell, SEED);
        hold(problems).toEqual([]);
        hold(sensed).toBeGreaterThan(0);
        hold(dropped).toBeGreaterThanOrEqual(sensed);
      });
  }
});

test('they touch every axis, on both brokers', () => {
  for (const axis of Object.keys(AXES) as (keyof typeof AXES)[])
    expect(new Set(CHOSEN.map((cell) => cell[axis])).size).toBeGreaterThan(3);
});
