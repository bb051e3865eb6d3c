import { describe, expect, test } from 'vitest';
import { parseMessage } from './parseMessage.ts';

const T = 'templo-7f3a';
const at = (rest: string) => `templo/v1/${rest}`;
const odometer = { v: 1, epoch: 7, war: 4, rain: 0 };
const tally = { war: 1, rain: 2 };
const ack = { v: 1, rev: 3, epoch: 7, through: tally, sensed: tally, applied: tally, held: tally, refused: tally };
const state = { state: 'offline', proto: [1], version: '1', instance: 'a' };
const json = JSON.stringify;
const big = `{"v":1,"epoch":7,"war":4,"rain":0,"more":"${'x'.repeat(1000)}"}`;

/** Topic, payload, whether it was retained, and the parsed message. */
const GOOD: readonly [string, string, boolean, unknown][] = [
  [`${T}/odometer`, json(odometer), false, { kind: 'odometer', temple: T, odometer, isOld: false }],
  [`${T}/odometer`, json(odometer), true, { kind: 'odometer', temple: T, odometer, isOld: true }],
  [`${T}/odometer`, json({ ...odometer, later: 1 }), false, { kind: 'odometer', temple: T, odometer, isOld: false }],
  [`${T}/odometer`, json({ ...odometer, war: 2 ** 32 - 1 }), false, { odometer: { war: 4_294_967_295 } }],
  ['templo-0123456789ab/odometer', json(odometer), false, { kind: 'odometer', temple: 'templo-0123456789ab' }],
  [`${T}/availability`, 'online', true, { kind: 'availability', temple: T, is: 'online' }],
  [`${T}/availability`, 'offline', false, { kind: 'availability', temple: T, is: 'offline' }],
  [`${T}/info`, json({ v: 1, id: T, fw: '1.0' }), true, { kind: 'info', temple: T, info: { v: 1, id: T, fw: '1.0' } }],
  [`${T}/cmd/result`, json({ transaction: 'a', status: 'ok' }), false, { kind: 'result', temple: T }],
  [`${T}/ack`, json(ack), true, { kind: 'ack', temple: T, ack }],
  ['bridge/state', json(state), true, { kind: 'bridge', state }],
  ['bridge/request/temples/list', '{}', false, { kind: 'request', verb: 'temples/list', body: {} }],
  ['bridge/request/permit_pair', 'no json', false, { kind: 'request', verb: 'permit_pair', body: undefined }],
  // Cleared topics and the messages of bridges are not news.
  [`${T}/odometer`, '', false, { kind: 'nothing' }],
  [`${T}/info`, '', true, { kind: 'nothing' }],
  [`${T}/cmd`, json({ op: 'report', transaction: 'a' }), false, { kind: 'nothing' }],
  [`${T}/match`, 'anything', true, { kind: 'nothing' }],
  [`${T}/config`, 'anything', true, { kind: 'nothing' }],
  ['bridge/response/temples/list', '{}', false, { kind: 'nothing' }],
];

describe('what can be read', () => {
  test.each(GOOD)('%s says %s (retained: %s)', (rest, payload, isRetained, said) => {
    expect(parseMessage({ topic: at(rest), payload: Buffer.from(payload), isRetained })).toMatchObject(said as object);
  });

  test.each([
    ['online', false, { kind: 'home', isOnline: true, isOld: false }],
    ['offline', true, { kind: 'home', isOnline: false, isOld: true }],
  ] as const)('Home Assistant that says %s is understood', (payload, isRetained, said) => {
    expect(parseMessage({ topic: 'homeassistant/status', payload: Buffer.from(payload), isRetained })).toEqual(said);
  });
});

const bytes = (...all: number[]) => Buffer.from(all);

const ODOMETERS: readonly [string, string | Buffer][] = [
  ...(['x', '{', 'NaN', 'undefined', "{'v':1}", '{"v":1,"epoch":7,"war":NaN,"rain":0}'] as const).map(
    (payload): [string, string] => ['not-json', payload],
  ),
  ...([bytes(0xff, 0xfe), bytes(0), bytes(0xc3, 0x28)] as const).map((one): [string, Buffer] => ['not-json', one]),
  ...(
    ['null', '1', '"online"', '[]', '{}', '{"v":1}', '{"__proto__":{"v":1,"epoch":7,"war":1,"rain":1}}'] as const
  ).map((payload): [string, string] => ['bad-payload', payload]),
  ...[
    { v: 2 },
    { v: '1' },
    { epoch: 0 },
    { epoch: -1 },
    { epoch: 2 ** 32 },
    { epoch: 1.5 },
    { epoch: null },
    { war: -1 },
    { war: 2 ** 32 },
    { war: 2 ** 53 },
    { war: 0.5 },
    { war: '4' },
    { war: null },
    { war: true },
    { war: [4] },
    { rain: -1 },
    { rain: 2 ** 32 },
    { rain: {} },
    { seq: -1 },
    { up: 'long' },
    { rssi: 0.1 },
    { recent: 'war' },
    { recent: [['north', 1, 1]] },
    { recent: [['war', 1]] },
    { recent: [['war', -1, 1]] },
    { recent: Array(9).fill(['war', 1, 1]) },
  ].map((wrong): [string, string] => ['bad-payload', json({ ...odometer, ...wrong })]),
  ['bad-payload', '{"v":1,"epoch":7,"war":1e400,"rain":0}'],
  ['too-large', big],
  ['too-large', ' '.repeat(1025)],
];

/** Topic, payload, whether it was retained, what is wrong, and the temple whose fault it is. */
const BAD: readonly [string, string, boolean, string, string | undefined][] = [
  [`${T}/availability`, 'ONLINE', false, 'bad-payload', T],
  [`${T}/availability`, '"online"', false, 'bad-payload', T],
  [`${T}/info`, json({ v: 1, id: 'templo-ffff' }), false, 'bad-payload', T],
  [`${T}/info`, json({ v: 1, fw: 'x'.repeat(65) }), false, 'bad-payload', T],
  [`${T}/info`, 'none', false, 'not-json', T],
  [`${T}/cmd/result`, json({ transaction: 'a', status: 'ok' }), true, 'retained', T],
  [`${T}/cmd/result`, json({ status: 'ok' }), false, 'bad-payload', T],
  [`${T}/cmd/result`, '', false, 'not-json', T],
  [`${T}/cmd`, json({ op: 'report', transaction: 'a' }), true, 'retained', T],
  [`${T}/ack`, json({ ...ack, rev: -1 }), true, 'bad-payload', T],
  ['bridge/request/temple/forget', '{}', true, 'retained', undefined],
  ['bridge/response/temple/forget', '{}', true, 'retained', undefined],
  ['bridge/request/temples/list', 'x'.repeat(1025), false, 'too-large', undefined],
  ['bridge/state', '{}', true, 'bad-payload', undefined],
  ['bridge/state', 'online', true, 'not-json', undefined],
  [`${T}/odometre`, json(odometer), false, 'foreign-topic', T],
  [`${T}/odometer/more`, json(odometer), false, 'foreign-topic', T],
  ['TEMPLO-7F3A/odometer', json(odometer), false, 'foreign-topic', undefined],
  ['templo-7f3/odometer', json(odometer), false, 'foreign-topic', undefined],
  ['templo-0123456789abc/odometer', json(odometer), false, 'foreign-topic', undefined],
  ['templo-7f3g/odometer', json(odometer), false, 'foreign-topic', undefined],
  ['/odometer', json(odometer), false, 'foreign-topic', undefined],
  [`bridge/request/${'a'.repeat(60)}`, '{}', false, 'foreign-topic', undefined],
];

describe('what cannot be used says what is wrong with it', () => {
  test.each(ODOMETERS)('%s: an odometer of %s', (what, payload) => {
    const said = parseMessage({ topic: at(`${T}/odometer`), payload: Buffer.from(payload), isRetained: true });
    expect(said).toEqual({ kind: 'stray', what, temple: T });
  });

  test.each(BAD)('%s with %s (retained: %s) is %s', (rest, payload, isRetained, what, temple) => {
    const said = parseMessage({ topic: at(rest), payload: Buffer.from(payload), isRetained });
    expect(said).toEqual({ kind: 'stray', what, ...(temple === undefined ? {} : { temple }) });
  });
});
