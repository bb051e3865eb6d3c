/**
 * A socket that sends arbitrary bytes: the server survives, each request gets one typed answer, no internal text leaks.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { matchMaker } from '@colyseus/core';
import { type Answer, CODES, type MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { onTheWire, placeOf, say, statusOf, upgradeOf } from '../fuzz/wire.ts';
import { house, serveThisFile } from '../sdk/house.ts';
import { ChildServer, metricsOf } from '../support/server.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { FRAME, newPerson, type Person, type RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const SEED = Number(process.env.SEED ?? 20261120);
const FRAMES = 5000;
const REQUESTS = 500;
const UPGRADES = 300;
let person: Person;
let other: Person;

serveThisFile();
beforeAll(async () => {
  person = await newPerson(house.url);
  other = await newPerson(house.url);
});

async function seated(): Promise<{ client: RawClient; match: MatchSummary }> {
  const match = await newMatch(person, { game: 'tieqchieq', bots: [{ bot: 'random' }] });
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
  expect((await fetch(`${house.url}/health/live`)).status).toBe(200);
  client.close();
});

test(`complaint 1, I moved and nothing happened: ${REQUESTS} random requests with lawful names get one answer each, and every one is typed`, async () => {
  const chance = fastChance(SEED + 1);
  const { client } = await seated();
  const words = [null, 0, -1, 2 ** 53, 1.5, '', 'toss', 'x'.repeat(500), [], {}, { __proto__: null, id: 1 }];
  const actions = [
    [1, 2],
    [1, 0, 'toss'],
    ['a', 1, 'toss', 4],
    [1, 1, '\u0000'],
    [-1, 1, 'toss'],
    [1, -1, 'toss'],
  ];
  const junk = [...words, ...actions, [{}, [], null], [2 ** 40, 0, 'toss']];
  const names = ['act', 'resign2', '', '__proto__', 'constructor', 'toString', 'ACT', 'act ', 'x'.repeat(200)];
  const ids = Array.from({ length: REQUESTS }, () => client.sendRequest(chance.pick(names), pack(chance.pick(junk))));
  for (const payload of [undefined, Buffer.from([0xc1]), Buffer.from([0xdd, 255, 255, 255, 255])])
    ids.push(client.sendRequest('act', payload));
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

test('a client that never acknowledges the handshake, and many that come and go, leave nothing behind', async () => {
  const { match, client } = await seated();
  const spectators = await Promise.all(Array.from({ length: 20 }, () => watch(other, match)));
  for (const spectator of spectators) spectator.close();
  await expect.poll(async () => /flower_war_connections (\d+)/.exec(await metricsOf(house.url))?.[1]).toBe('1');
  client.close();
});

test('twenty sockets of a player at a match stay; one more ends the oldest, and nothing of other players', async () => {
  const { match, client } = await seated();
  const tabs: RawClient[] = [];
  for (let n = 0; n < 20; n++) tabs.push(await watch(other, match));
  for (const tab of tabs) await tab.settle();
  tabs.push(await watch(other, match), await watch(other, match));
  const ended = () => tabs.flatMap(({ closeCode }, n) => (closeCode === undefined ? [] : n));
  await expect.poll(ended).toEqual([0, 1]);
  for (const open of [client, ...tabs.slice(2)]) {
    await open.settle();
    open.close();
  }
});

test(`${UPGRADES} requests for a socket in every form, seed ${SEED}: no answer is a fault of the server, and a player plays on`, async () => {
  const program = new ChildServer(await freePort(), { JOURNAL: 'memory', LOG_LEVEL: 'error' });
  onTestFinished(() => void program.end('SIGKILL'));
  await program.start();
  const chance = fastChance(SEED + 2);
  const player = await newPerson(program.url);
  const match = await newMatch(player, { game: 'tieqchieq' });
  const client = await takeSeat(player, match);
  const room = `/x/${match.match}`;
  const paths = ['/', '/x/y?sessionId=z', `${room}?sessionId=z`, '/api/games', room];
  for (let sent = 0; sent < UPGRADES; sent += 50) {
    const requests = Array.from({ length: 50 }, () => onTheWire(chance, upgradeOf(chance, paths)));
    const answers = await Promise.all(requests.map((bytes) => say(placeOf(program.url), [bytes])));
    for (const [i, answer] of answers.entries())
      expect(statusOf(answer) ?? 400, JSON.stringify(requests[i]?.toString('latin1'))).toBeLessThan(500);
    await client.settle();
  }
  expect(await client.request('nothing')).toMatchObject({ code: 'unknown-action' });
  expect(program.said).not.toMatch(/"level":(50|60)/);
  client.close();
});

test('a player who is signed out is not heard any more, also if the client does not answer the close', async () => {
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, { game: 'tieqchieq', bots: [{ bot: 'random' }] });
  const client = await takeSeat(ana, match);
  const { _receiver: receiver, _socket: tcp } = client.socket as unknown as Record<'_receiver' | '_socket', Socket>;
  receiver.removeAllListeners('conclude');
  const isSentAway = once(receiver, 'conclude');
  await ana.post('/api/sign-out');
  await isSentAway;
  client.sendRequest('resign', pack(['last words']));
  tcp.end();
  await expect.poll(() => matchMaker.getLocalRoomById(match.match).clients).toHaveLength(0);
  expect(await (await fetch(`${house.url}/api/matches/${match.match}`)).json()).toMatchObject({ status: 'running' });
});
