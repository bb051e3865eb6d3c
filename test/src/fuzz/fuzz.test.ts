/** Which lines of the house are a flaw that the fuzzer tells. */
import { expect, test } from 'vitest';
import { flawIn } from './health.ts';

test.each([
  [true, '{"level":50,"msg":"a request failed"}'],
  [true, 'The broker was ended by SIGSEGV; it is started again in 0.5 s.'],
  [true, 'TypeError: x is not a function'],
  [true, '    at Object.<anonymous> (file.ts:1:1)'],
  [true, '(node:1) MaxListenersExceededWarning: Possible EventEmitter memory leak detected.'],
  [true, '{"level":40,"msg":"a request of \u009b2J"}'],
  [false, '{"level":40,"msg":"too many packets"}'],
  [false, 'Flower War is ready at http://127.0.0.1:2567'],
])('a line of the house is a flaw: %s, %s', (isFlaw, line) => {
  expect(flawIn(line)).toBe(isFlaw);
});
