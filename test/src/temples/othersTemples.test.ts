/** What other players may not do with a temple, what the operator sees and asks of it, and what its label says. */
import { FlowerWarClient, TempleLink } from '@flower-war/client';
import { describe, expect, test } from 'vitest';
import {
  ana,
  answerWith,
  ben,
  code,
  commands,
  drop,
  link,
  mine,
  newLink,
  server,
  serveThisFile,
  stranger,
  TOKEN,
} from './stage.ts';

let later = 0;
serveThisFile({ now: () => Date.now() + later });

describe('a temple of another player', () => {
  const doings: readonly (readonly [string, (temple: string) => Promise<unknown>])[] = [
    ['released', (temple) => ben.temples.release(temple)],
    ['given', (temple) => ben.temples.give(temple, ben.session!.player)],
    ['bound', (temple) => ben.temples.bind(temple, 'NOMATCH1')],
    ['unbound', (temple) => ben.temples.unbind(temple)],
    ['returned', (temple) => ben.temples.returnBeads(temple, 'war', 4294967295)],
    ['confirmed', (temple) => ben.temples.confirmBeads(temple)],
    ['set', (temple) => ben.temples.set(temple, { light: 1 })],
    ['identified', (temple) => ben.temples.identify(temple)],
    ['read', (temple) => ben.temples.log(temple)],
  ];

  test.each(doings)('cannot be %s, and is as unknown as one that never was', async (_, doing) => {
    const temple = await mine();
    const before = await ana.temples.list();
    const opened = server.services.temples.all.length;
    for (const one of [temple, 'templo-fffffff0', 'templo-', '../../me', '%00'])
      expect(await code(doing(one)), one).toBe('no-such-temple');
    expect(await code(doing('x'.repeat(3000)))).toBe('bad-request');
    expect(server.services.temples.all.length).toBe(opened);
    expect(await ana.temples.list()).toEqual(before);
  });

  test.each([0, -1, 1.5, 2 ** 32, 1e308, '1', null])('takes no number like %s', async (n) => {
    expect(await code(ana.temples.returnBeads(await mine(), 'war', n as number))).toBe('bad-request');
  });

  test('is not there for who has not signed in', async () => {
    const signedOut = new FlowerWarClient({ url: server.address });
    expect(await code(signedOut.temples.list())).toBe('unauthorized');
    expect(await code(signedOut.temples.claim('templo-7f3a', 'x'))).toBe('unauthorized');
    expect(await code(signedOut.temples.knock())).toBe('unauthorized');
  });
});

test('the operator sees how many temples there are, what they hold, and what could not be used', async () => {
  const overview = async () => {
    const answer = await fetch(`${server.address}/api/operator`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return ((await answer.json()) as { temples: Readonly<Record<string, number>> }).temples;
  };
  const before = await overview();
  await drop(await mine(), 13, 10);
  await link.ask('strays', { what: 'not-json', count: 4 });
  expect(await overview()).toEqual({
    open: before.open! + 1,
    present: before.present! + 1,
    held: before.held! + 3,
    unbalanced: 0,
    strays: before.strays! + 4,
  });
});

test('the link on a label says what to do, and repeats nothing but an id and a code', async () => {
  const words = async (query: string) => (await fetch(`${server.address}/claim?${query}`)).text();
  expect(await words('t=templo-7f3a&k=7KQ2M0XD')).toContain('--temple templo-7f3a --temple-code 7KQ2M0XD');
  for (const hostile of ['t=templo-7f3a&k=<b>', 't=evil;rm&k=X', 't=templo-7f3a&k=a%0Ab', 't=x&t=y', ''])
    expect(await words(hostile)).toContain('--temple templo-... --temple-code CODE');
});

describe('an operator asks bridges', () => {
  test('a request that two of them bring is done once; the same one later is done again', async () => {
    const temple = await stranger();
    const other = await newLink();
    const permit = { verb: 'permit_pair', data: { temple, transaction: 'a1' } } as const;
    const answers = await Promise.all([link.ask('request', permit), other.ask('request', permit)]);
    const done = { kind: 'response', response: { status: 'ok', data: { temple, time: 120 } } };
    expect(answers).toEqual([done, done]);
    const asked = () => new Set(commands.map(({ command }) => command.transaction));
    expect(asked().size).toBe(1);
    later += 3000;
    await link.ask('request', permit);
    expect(asked().size).toBe(2);
  });

  test('one with another token hears that it is the token', async () => {
    const wrong = new TempleLink({ url: server.address, token: 'another-token-altogether' });
    const closed = new Promise<Error>((resolve) => wrong.on('closed', resolve));
    wrong.open();
    expect(await closed).toMatchObject({ code: 'unauthorized' });
  });

  test.each([
    ['an unknown verb', { verb: 'reboot', data: {} }, { kind: 'rejected', code: 'bad-request' }],
    ['a temple that cannot be', { verb: 'temple/forget', data: { temple: '#' } }, { kind: 'response' }],
  ])('%s changes nothing', async (_name, request, answer) => {
    expect(await link.ask('request', request as never)).toMatchObject(answer);
  });

  test('of a temple that does not answer they hear so, before a bridge gives up the server', async () => {
    const temple = await stranger();
    answerWith(() => 'silence');
    const answer = await link.ask('request', { verb: 'permit_pair', data: { temple } });
    expect(answer).toMatchObject({ response: { status: 'error', error: expect.stringContaining('does not answer') } });
  });
});
