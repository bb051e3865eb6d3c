import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ManualClock, T, topic } from '../testing/index.ts';
import { Inbox, type IncomingMessage, parseMessage, RejectedMessages } from './incoming.ts';

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

function inbox() {
  const clock = new ManualClock();
  const heard: string[] = [];
  let floods = 0;
  const onMessage = ({ payload }: IncomingMessage) => void heard.push(String(payload));
  const all = new Inbox({ clock, onMessage, onFlood: () => floods++ });
  const say = (name: string, payload: string, isRetained = false) =>
    all.put({ topic: topic(`${T}/${name}`), payload: Buffer.from(payload), isRetained });
  const put = (name: string, count: number, isRetained = false) => {
    for (let n = 1; n <= count; n++) say(name, `${name} ${n}`, isRetained);
  };
  return { clock, heard, say, put, floods: () => floods };
}

test('of a state only the newest is looked at, in a flood too', async () => {
  const { heard, put, floods } = inbox();
  put('odometer', 100);
  await nextTurn();
  expect([heard, floods()]).toEqual([['odometer 100'], 70]);
});

test('of each life of a device the last totals are looked at, also where the bridge was late', async () => {
  const { heard, say } = inbox();
  const totals = (epoch: number, war: number) => json({ v: 1, epoch, war, rain: 0 });
  for (let war = 1; war <= 40; war++) say('odometer', totals(7, war));
  for (let war = 1; war <= 2; war++) say('odometer', totals(8, war));
  await nextTurn();
  expect(heard).toEqual([totals(7, 40), totals(8, 2)]);
});

test('a device that begins life after life gets no more room than in any flood', async () => {
  const { heard, say } = inbox();
  for (let epoch = 1; epoch <= 1000; epoch++) say('odometer', json({ v: 1, epoch, war: 1, rain: 0 }));
  await nextTurn();
  expect(heard).toHaveLength(31);
  expect(heard.at(-1)).toContain('"epoch":1000');
});

test('of what is said once thirty a second are heard, and the rest is thrown away', async () => {
  const { clock, heard, put, floods } = inbox();
  put('cmd/result', 31);
  await nextTurn();
  expect([heard.length, floods()]).toEqual([30, 1]);
  clock.advance(1000);
  put('cmd/result', 1);
  await nextTurn();
  expect([heard.length, floods()]).toEqual([31, 1]);
});

test('what lay at the broker is not a flood', async () => {
  const { put, floods } = inbox();
  put('odometer', 100, true);
  await nextTurn();
  expect(floods()).toBe(0);
});

function strays({ hears = (): boolean => true } = {}) {
  const clock = new ManualClock();
  const told: unknown[] = [];
  const logged: string[] = [];
  const all = new RejectedMessages({
    clock,
    log: pino({}, { write: (line) => void logged.push(line) }),
    tell: async (one) => {
      told.push(one);
      return hears();
    },
  });
  return { clock, told, logged, all };
}

test('each kind of each temple is told at once, and then once a minute with how many there were', () => {
  const { clock, told, all } = strays();
  for (let i = 0; i < 50; i++) all.note({ what: 'not-json', temple: 'templo-0001' });
  all.note({ what: 'flood', temple: 'templo-0001' });
  all.note({ what: 'foreign-topic' });
  expect(told).toEqual([
    { what: 'not-json', temple: 'templo-0001', count: 1 },
    { what: 'flood', temple: 'templo-0001', count: 1 },
    { what: 'foreign-topic', count: 1 },
  ]);
  clock.advance(59_999);
  all.tick();
  expect(told).toHaveLength(3);
  clock.advance(1);
  all.tick();
  expect(told.slice(3)).toEqual([{ what: 'not-json', temple: 'templo-0001', count: 49 }]);
});

test('one line a temple and minute is logged', () => {
  const { clock, logged, all } = strays();
  for (let i = 0; i < 50; i++) all.note({ what: i % 2 ? 'not-json' : 'flood', temple: 'templo-0001' });
  all.note({ what: 'not-json', temple: 'templo-0002' });
  expect(logged).toHaveLength(2);
  clock.advance(60_000);
  all.note({ what: 'not-json', temple: 'templo-0001' });
  expect(logged).toHaveLength(3);
  all.note({ what: 'bad-payload' });
  expect(JSON.parse(logged.at(-1) ?? '')).not.toHaveProperty('temple');
});

test('what the server did not hear is told with the next', async () => {
  let isThere = false;
  const { clock, told, all } = strays({ hears: () => isThere });
  all.note({ what: 'retained' });
  await Promise.resolve();
  isThere = true;
  all.note({ what: 'retained' });
  clock.advance(60_000);
  all.tick();
  expect(told.at(-1)).toEqual({ what: 'retained', count: 2 });
});

test('whoever invents temples by the thousand is counted as one', () => {
  const { told, all } = strays();
  for (let i = 0; i < 3000; i++) all.note({ what: 'flood', temple: `templo-${i.toString(16).padStart(4, '0')}` });
  expect(told).toHaveLength(1001);
});
