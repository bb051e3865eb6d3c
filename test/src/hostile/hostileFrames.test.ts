/**
 * A socket that sends arbitrary bytes: the server survives, each request gets one typed answer, no internal text leaks.
 */
import { type Answer, CODES, type MatchSummary } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { pack } from 'msgpackr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsOf } from '../support/metrics.ts';
import { testServer } from '../support/server.ts';
import { FRAME, newPerson, type Person, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const SEED = Number(process.env.SEED ?? 20261120);
const FRAMES = 20_000;
let server: Running;
let person: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer();
  person = await newPerson(server.address);
  other = await newPerson(server.address);
});
afterAll(() => server?.stop());

async function seated(): Promise<{ client: RawClient; match: MatchSummary }> {
  const { body: match } = await person.post<MatchSummary>('/api/matches', {
    game: 'tieqchieq',
    bots: [{ bot: 'random' }],
  });
  return { client: await takeSeat(person, match), match };
}

/** Words of stack traces, libraries and paths, none of which a client may ever read. */
const INTERNAL =
  /node_modules|\.ts\b|at \w+ \(|TypeError|RangeError|Unexpected|undefined|handler|onMessage|zod|colyseus|msgpack/i;

function expectTyped(answer: unknown): void {
  const { kind, code, message } = answer as Answer & { code?: keyof typeof CODES; message?: string };
  expect(['accepted', 'rejected', 'retry']).toContain(kind);
  if (kind !== 'rejected') return;
  expect(Object.keys(CODES)).toContain(code);
  expect(message?.startsWith(CODES[code!])).toBe(true); // a malformed request is told what is wrong with it
}

function expectNothingInternal({ frames }: RawClient): void {
  for (const frame of frames) if (frame[0] !== FRAME.state) expect(frame.toString('latin1')).not.toMatch(INTERNAL);
}

test(`${FRAMES} random frames, seed ${SEED}`, async () => {
  const chance = fastChance(SEED);
  const bytes = (most: number) => Buffer.from(Array.from({ length: chance.die(most) - 1 }, () => chance.die(256) - 1));
  const known = Object.values(FRAME).filter((code) => code !== FRAME.leave);
  let { client } = await seated();
  const all = [client];
  for (let sent = 0; sent < FRAMES; sent++) {
    const body = bytes(61);
    const frame = chance.coin() ? body : Buffer.concat([Buffer.from([chance.pick(known)]), body]);
    if (frame.length > 0 && (frame[0]! & 0x1f) === FRAME.leave) continue;
    client.socket.send(chance.die(10) > 1 ? frame : frame.toString('latin1'));
    if (sent % 500 !== 499) continue;
    await client.settle();
    expectNothingInternal(client);
    client.close();
    client = (await seated()).client;
    all.push(client);
  }
  expect(all.flatMap((one) => one.frames).length).toBeGreaterThan(all.length);
  expect((await fetch(`${server.address}/health/live`)).status).toBe(200);
  client.close();
});

test('complaint 1, I moved and nothing happened: 2003 random requests with lawful names get one answer each, and every one is typed', async () => {
  const chance = fastChance(SEED + 1);
  const { client } = await seated();
  const junk = [
    null,
    0,
    -1,
    2 ** 53,
    1.5,
    '',
    'toss',
    'x'.repeat(500),
    [],
    {},
    [1, 2],
    [1, 0, 'toss'],
    ['a', 1, 'toss', 4],
  ];
  const more = [
    { __proto__: null, id: 1 },
    [{}, [], null],
    [1, 1, '\u0000'],
    [-1, 1, 'toss'],
    [1, -1, 'toss'],
    [2 ** 40, 0, 'toss'],
  ];
  const names = ['act', 'resign2', '', '__proto__', 'constructor', 'toString', 'ACT', 'act ', 'x'.repeat(200)];
  const ids = Array.from({ length: 2000 }, () =>
    client.sendRequest(chance.pick(names), pack(chance.pick([...junk, ...more]))),
  );
  ids.push(
    client.sendRequest('act'),
    client.sendRequest('act', Buffer.from([0xc1])),
    client.sendRequest('act', Buffer.from([0xdd, 255, 255, 255, 255])),
  );
  for (const id of ids) expectTyped(await client.answerTo(id));
  await client.settle();
  for (const id of ids) expect(client.answers(id)).toHaveLength(1);
  expectNothingInternal(client);
  client.close();
});

test('a frame over 4 KB closes the connection, and the seat can be taken up again', async () => {
  const { client, match } = await seated();
  client.socket.send(Buffer.alloc(5000, FRAME.request));
  await expect.poll(() => client.closeCode).toBe(1009);
  const again = await takeSeat(person, match);
  expectTyped(await again.request('act', [1, 0, 'toss']));
  again.close();
});

test('a spectator, and a stranger, can play for nobody', async () => {
  const { match, client } = await seated();
  const spectator = await watch(other, match);
  for (const [name, payload] of Object.entries({ act: [1, 1, 'toss'], resign: [2] }))
    expect(await spectator.request(name, payload)).toMatchObject({ kind: 'rejected', code: 'not-seated' });
  expect((await other.post(`/api/matches/${match.match}/connect`)).body).toMatchObject({ code: 'not-seated' });
  spectator.close();
  client.close();
});

test('wrong seat, stale decision, repeated and reused ids', async () => {
  const { body: match } = await person.post<MatchSummary>('/api/matches', {
    game: 'tieqchieq',
    options: { startPlayer: 'host' },
  });
  const [red, yellow] = [await takeSeat(person, match, 0), await takeSeat(other, match, 1)];
  await red.until(() => red.privates.some(({ legal }) => legal.length > 0));
  const decision = red.privates.at(-1)?.decision;
  const act = (client: RawClient, ...action: unknown[]) => client.request('act', action);
  expect(await act(yellow, 1, decision, 'toss')).toMatchObject({ code: 'stale-decision' });
  expect(await act(red, 1, decision! + 1, 'toss')).toMatchObject({ code: 'stale-decision' });
  const accepted = await act(red, 1, decision, 'toss');
  expect(accepted.kind).toBe('accepted');
  expect(await act(red, 1, decision, 'toss')).toEqual({ ...accepted, repeated: true });
  expect(await act(red, 1, decision, 'stay')).toMatchObject({ code: 'id-reused' });
  expect(await act(red, 2, decision, 'toss')).toMatchObject({ code: 'stale-decision' });
  red.close();
  yellow.close();
});

test('a client that never acknowledges the handshake, and many that come and go, leave nothing behind', async () => {
  const { match, client } = await seated();
  const spectators = await Promise.all(Array.from({ length: 30 }, () => watch(other, match)));
  for (const spectator of spectators) spectator.close();
  await expect.poll(async () => /flower_war_connections (\d+)/.exec(await metricsOf(server.address))?.[1]).toBe('1');
  client.close();
});
