/** Checks that the fuzzer finds a planted bug. The long rounds are `npm run fuzz`. */
import { expect, test } from 'vitest';
import { flawIn } from './health.ts';
import { fuzz } from './round.ts';

/** A crash on some upgrade requests. A transport library once had this bug, and no other test sends such requests. */
const PLANT = `
  import { Server } from 'node:http';
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, request, ...rest) {
    if (event === 'upgrade') new URL('ws://server' + request.url);
    return emit.call(this, event, request, ...rest);
  };`;

test('a server that throws at one request for a socket is found, and ends the round', async () => {
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PLANT)}` };
  const { problems } = await fuzz({ seed: 1, milliseconds: 60_000, settings });
  expect(problems.join('\n')).toMatch(/The server ended with code \d+ \(TypeError: Invalid URL\)/);
}, 180_000);

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
