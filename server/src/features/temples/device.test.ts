import { NEW_ACCOUNT, type Odometer, withBaseline } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { Device } from './device.ts';

const odometer = (war: number, rain = 0, epoch = 7): Odometer => ({ v: 1, epoch, war, rain });
const account = withBaseline(NEW_ACCOUNT, { epoch: 7, war: 100, rain: 0 });

test('an old report that comes late makes neither the totals fall nor the next bead doubtful', () => {
  const device = new Device();
  device.noteReport(odometer(100), account, 0);
  expect(device.noteReport(odometer(50), account, 100)).toEqual({ isDoubtful: false });
  expect(device.totals).toMatchObject({ war: 100 });
  expect(device.noteReport(odometer(101), account, 200)).toEqual({ isDoubtful: false });
});

test('in a new life no bead has fallen yet', () => {
  const device = new Device();
  device.noteReport(odometer(101), account, 0);
  expect(device.lastSlot).toBe('war');
  device.noteReport(odometer(101), account, 1000);
  expect(device.lastSlot).toBe('war');
  device.noteReport(odometer(0, 0, 8), account, 2000);
  expect(device.lastSlot).toBeUndefined();
  device.noteReport(odometer(0, 1, 8), account, 3000);
  expect(device.lastSlot).toBe('rain');
  device.noteReport(odometer(100), account, 4000);
  expect(device.lastSlot).toBe('rain');
});

test('a report of a life that was left does not bring it back, but a bead in it does', () => {
  const device = new Device();
  device.noteReport(odometer(100), account, 0);
  device.noteReport(odometer(1, 0, 8), account, 1000);
  device.noteReport(odometer(100), account, 2000);
  expect(device.totals).toMatchObject({ epoch: 8 });
  device.noteReport(odometer(101), account, 3000);
  expect(device.totals).toMatchObject({ epoch: 7 });
});

test('a life that still counts its reports goes on, although another one told of a bead meanwhile', () => {
  const device = new Device();
  const told = (seq: number, boot = 1): Odometer => ({ ...odometer(100), boot, seq });
  const epochAfter = (report: Odometer) => {
    device.noteReport(report, account, 0);
    return device.totals?.epoch;
  };
  device.noteReport(told(5), account, 0);
  expect(epochAfter(odometer(1, 0, 8))).toBe(8);
  expect([epochAfter(told(5)), epochAfter(told(4))]).toEqual([8, 8]);
  expect(epochAfter(told(6))).toBe(7);
  expect(epochAfter(odometer(2, 0, 8))).toBe(8);
  expect(epochAfter(told(1, 2))).toBe(7);
  expect(epochAfter(odometer(3, 0, 8))).toBe(8);
  expect(epochAfter(told(7))).toBe(7);
});

test('beads that came too fast stay doubtful until they are counted, however often they are told', () => {
  const device = new Device();
  device.noteReport(odometer(100), account, 0);
  expect(device.noteReport(odometer(130), account, 100)).toEqual({ isDoubtful: true });
  expect(device.noteReport(odometer(130), account, 30_100)).toEqual({ isDoubtful: true });
  const counted = withBaseline(account, { epoch: 7, war: 130, rain: 0 });
  expect(device.noteReport(odometer(131), counted, 31_000)).toEqual({ isDoubtful: false });
});

test('it is there until its last will, or 75 seconds without a word', () => {
  const device = new Device();
  expect(device.isFresh(0)).toBe(false);
  device.noteReport(odometer(1), NEW_ACCOUNT, 0);
  expect([device.isFresh(75_000), device.isFresh(75_001)]).toEqual([true, false]);
  device.setPresence('offline', 10);
  expect(device.isFresh(11)).toBe(false);
});
