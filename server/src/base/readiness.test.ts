import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { Outage, Readiness } from './readiness.ts';

class Failure extends Error {}

let lines: { level: number; msg: string; reason?: string; hidden?: number; seconds?: number }[];
let outage: Outage;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  outage = new Outage({ began: 'the disk fails', over: 'the disk works', quietMs: 2000 });
});
afterEach(() => void vi.useRealTimers());

const log = (LOG_LEVEL: 'debug' | 'info' = 'info') =>
  createLog(
    { LOG_LEVEL },
    {
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
      outage: { of: outage, isPart: (error) => error instanceof Failure },
    },
  );

test('one line tells that it began and why, one that it is over, how long it was and how much was left out', () => {
  const own = log();
  for (let second = 0; second < 10; second++) {
    own.error({ err: new Failure(`no ${second}`), match: 'K7Q4' }, 'a beat failed');
    own.child({ use: 'x' }).warn({ err: new Failure('no') }, 'something else failed');
    vi.advanceTimersByTime(1000);
    outage.works(own);
  }
  vi.advanceTimersByTime(1000);
  outage.works(own);
  outage.works(own);
  expect(lines).toMatchObject([
    { level: 40, msg: 'the disk fails', reason: 'no 0' },
    { level: 40, msg: 'the disk works', hidden: 20, seconds: 9 },
  ]);
});

test('the next outage is told again', () => {
  const own = log();
  for (let time = 0; time < 2; time++) {
    own.error({ err: new Failure('no') }, 'a beat failed');
    vi.advanceTimersByTime(2000);
    outage.works(own);
  }
  expect(lines.map(({ hidden }) => hidden)).toEqual([undefined, 1, undefined, 1]);
});

test('at its loudest the log tells everything', () => {
  const own = log('debug');
  own.error({ err: new Failure('no'), match: 'K7Q4' }, 'a beat failed');
  expect(lines).toMatchObject([
    { level: 40 },
    { level: 20, match: 'K7Q4', msg: 'a beat failed', err: { message: 'no' } },
  ]);
});

test('other errors, and what is fatal, are told as ever', () => {
  const own = log();
  own.error({ err: new Failure('no') }, 'a beat failed');
  own.error({ err: new TypeError('a bug') }, 'a bug');
  own.error('without fields');
  own.error(new Error('bare'));
  own.fatal({ err: new Failure('no') }, 'the end');
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'the disk fails'],
    [50, 'a bug'],
    [50, 'without fields'],
    [50, 'bare'],
    [60, 'the end'],
  ]);
});

test('it is ready only when it is open and its disk is well', () => {
  const readiness = new Readiness();
  expect(readiness.state).toBe('starting');
  readiness.phase = 'open';
  expect(readiness.state).toBe('ready');
  readiness.isDiskFailing = true;
  expect(readiness.state).toBe('disk-failing');
  readiness.isDiskFull = true;
  expect(readiness.state).toBe('disk-full');
  readiness.phase = 'stopping';
  expect(readiness.state).toBe('stopping');
});

test('draining has no effect on a server that starts or stops', () => {
  const readiness = new Readiness();
  readiness.drain();
  expect(readiness.state).toBe('starting');
  readiness.phase = 'open';
  readiness.drain();
  expect(readiness.state).toBe('draining');
  readiness.phase = 'stopping';
  readiness.hasHandedOver = true;
  readiness.undrain();
  expect(readiness.state).toBe('stopping');
  expect(readiness.hasHandedOver).toBe(true);
});

test('only a full disk and the end keep everything from being written', () => {
  const readiness = new Readiness();
  readiness.phase = 'draining';
  readiness.isDiskFailing = true;
  expect(readiness.isClosedForWriting).toBe(false);
  readiness.isDiskFull = true;
  expect(readiness.isClosedForWriting).toBe(true);
});
