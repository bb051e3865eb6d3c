/** Several bridges pass on the same command of an operator, and the server carries it out once. */
import { TempleLink } from '@flower-war/client';
import type { LinkCommand } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const TOKEN = 'a-token-for-bridges-alone';
const TEMPLE = 'templo-7f3a';
let server: Running;
let now = 1_000_000;
const links: TempleLink[] = [];
const commands: LinkCommand[] = [];
let isMute = false;

async function link(): Promise<TempleLink> {
  const one = new TempleLink({ url: server.address, token: TOKEN });
  one.on('command', ({ temple, command }) => {
    commands.push({ temple, command });
    if (!isMute) void one.ask('result', { temple, result: { transaction: command.transaction, status: 'ok' } });
  });
  const connected = new Promise((resolve) => one.on('connected', resolve));
  one.open();
  await connected;
  links.push(one);
  return one;
}

beforeAll(async () => {
  server = await testServer({ BRIDGE_TOKEN: TOKEN }, { now: () => now });
});
afterAll(async () => {
  for (const one of links) one.close();
  await server?.stop();
});

test('a request that two bridges bring is done once; the same one later is done again', async () => {
  const [one, other] = [await link(), await link()];
  await one.ask('observe', { temple: TEMPLE, odometer: { v: 1, epoch: 1, war: 0, rain: 0 } });
  const permit = { verb: 'permit_pair', data: { temple: TEMPLE, transaction: 'a1' } } as const;
  const answers = await Promise.all([one.ask('request', permit), other.ask('request', permit)]);
  const done = { kind: 'response', response: { status: 'ok', data: { temple: TEMPLE, time: 120 } } };
  expect(answers).toEqual([done, done]);
  const asked = () => new Set(commands.map(({ command }) => command.transaction));
  expect(asked().size).toBe(1);
  now += 3000;
  await one.ask('request', permit);
  expect(asked().size).toBe(2);
});

test('a bridge with another token hears that it is the token', async () => {
  const stranger = new TempleLink({ url: server.address, token: 'another-token-altogether' });
  const closed = new Promise<Error>((resolve) => stranger.on('closed', resolve));
  stranger.open();
  expect(await closed).toMatchObject({ code: 'unauthorized' });
});

test.each([
  ['an unknown verb', { verb: 'reboot', data: {} }, { kind: 'rejected', code: 'bad-request' }],
  ['a temple that cannot be', { verb: 'temple/forget', data: { temple: '#' } }, { kind: 'response' }],
])('%s changes nothing', async (_name, request, answer) => {
  expect(await links[0]?.ask('request', request as never)).toMatchObject(answer);
});

test('of a temple that does not answer the operator hears so, before a bridge gives up the server', async () => {
  const mute = 'templo-aaaa';
  await links[0]?.ask('observe', { temple: mute, odometer: { v: 1, epoch: 1, war: 0, rain: 0 } });
  isMute = true;
  const answer = await links[0]?.ask('request', { verb: 'permit_pair', data: { temple: mute } });
  expect(answer).toMatchObject({ response: { status: 'error', error: expect.stringContaining('does not answer') } });
});
