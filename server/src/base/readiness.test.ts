import { expect, test } from 'vitest';
import { Readiness } from './readiness.ts';

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
