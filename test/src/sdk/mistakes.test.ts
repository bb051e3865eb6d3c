/** What newcomers do wrong is answered by what happened, why, and what to do. Types forbid most of it; JavaScript does not. */
import { botsOf, FlowerWarClient, programClient } from '@flower-war/client';
import { beforeAll, expect, test } from 'vitest';
import { hosted, house, pair, person, playOn, serveThisFile } from './house.ts';

serveThisFile({ MESSAGES_PER_SECOND: '10' });

/** A client as JavaScript sees it, which takes anything. */
// biome-ignore lint/suspicious/noExplicitAny: the point of these calls is that no type forbids them
type Untyped = any;

let client: Untyped;
beforeAll(async () => {
  client = new FlowerWarClient({ url: house.url });
  await client.signIn('Ana');
});

const GAME = 'tieqchieq';
const MATCHES: readonly (readonly [string, object, RegExp])[] = [
  ['a game that is not hosted', { game: 'chess' }, /GET \/api\/games lists.* They are flower-war, mexica, .*tieqchieq/],
  ['no game', {}, /Invalid input: expected string, received nothing\. \(game\)$/],
  ['an unknown field', { game: GAME, players: 2 }, /Unrecognized key: "players"\. \(players\)$/],
  ['an unknown field of the table', { game: GAME, table: { public: true } }, /"public"\. \(table\.public\)$/],
  [
    'a wrong word',
    { game: GAME, table: { visibility: 'hidden' } },
    /one of "public"\|"private"\. \(table\.visibility\)$/,
  ],
  ['a number as text', { game: GAME, seats: '2' }, /expected number, received string\. \(seats\)$/],
  ['too many seats', { game: GAME, seats: 3 }, /It has 2 to 2 seats\. \(seats\)$/],
  ['an unknown preset', { game: GAME, preset: 'x' }, /Its presets are tieqchieq, tieqchieq-fortress/],
  ['an unknown option', { game: GAME, options: { size: 3 } }, /Its options are board, .*turnCap\. \(size\)$/],
  ['a wrong value', { game: 'flower-war', options: { length: 'tiny' } }, /This option takes .*short.*\. \(length\)$/],
  ['a flag as a number', { game: GAME, options: { mayPass: 1 } }, /This option takes false, true\. \(mayPass\)$/],
  ['a number out of range', { game: GAME, options: { turnCap: 0 } }, /a whole number from \d+ to \d+.*\(turnCap\)$/],
  [
    'an unknown bot',
    { game: GAME, bots: [{ bot: 'smart' }] },
    /no bot of this name\. .*Its bots are greedy, random, strong, easy\.$/,
  ],
  ['a field that is long and hostile', { game: GAME, ['x'.repeat(5000)]: 1 }, /^.{250,550}$/],
];

test.each(MATCHES)('create with %s', async (_, wanted, words) => {
  await expect(client.create(wanted)).rejects.toThrow(words);
});

test.each(['127.0.0.1:2567', 'localhost:2567', 'ws://127.0.0.1', '', undefined])('the address %s', async (url) => {
  const options = { url, fetch: () => Promise.reject(new Error('never asked')) };
  const wrong: Untyped = new FlowerWarClient(options as Untyped);
  const words = `"${url}" is not an address of a server: write http://… or https://…`;
  await expect(wrong.signIn()).rejects.toMatchObject({ name: 'UnreachableError', message: words });
});

test('a player who is not signed in is told how to', async () => {
  const stranger = new FlowerWarClient({ url: house.url });
  await expect(stranger.create({ game: GAME })).rejects.toThrow(/You are not signed in here.* `client\.signIn\(\)`/);
});

test('a session that a page has not kept yet, as JSON.parse has it, is none', async () => {
  const options: Untyped = { url: house.url, session: JSON.parse('null') };
  const fresh = new FlowerWarClient(options);
  expect(fresh.session).toBeUndefined();
  expect(await fresh.games()).not.toEqual([]);
  await expect(fresh.account.me()).rejects.toThrow('You are not signed in here');
});

test('at a table: a move of a player whose turn it is not, no move at all, a rematch of a match that runs', async () => {
  const { live, other } = await pair({ options: { startPlayer: 'host' } });
  const second: Untyped = other;
  await live.until(({ legal }) => legal.length > 0);
  const notNow = expect.stringMatching(/not your turn.*Wait until you have legal moves/);
  expect(await second.play('toss')).toMatchObject({ code: 'stale-decision', message: notNow });
  const noMove = expect.stringMatching(/expected string, received null\.$/);
  expect(await second.play(second.legal[0])).toMatchObject({ code: 'bad-request', reason: '2', message: noMove });
  await expect(live.rematch()).rejects.toThrow(/The match is not over: .*no rematch/);
});

test('a program that plays faster than the server allows is slowed down, and loses nothing', async () => {
  const { live } = await hosted({ options: { turnCap: 20 }, bots: [{ bot: 'greedy' }] });
  await playOn(live);
  expect(live.table.result.reason).toBe('turn-cap');
});

test.each(['', '.', '..', undefined])(
  'the id %j is refused before anything is sent, and deletes no account',
  async (id) => {
    const own: Untyped = await person('Ana');
    const calls = [own.tokens.revoke(id), own.passkeys.remove(id), own.account.removeWebhook(id)];
    calls.push(botsOf(own).delete(id as Untyped), own.match(id), own.join(id), own.watch(id), own.people.unfollow(id));
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ name: 'RefusedError', code: 'bad-request' });
    expect((await own.account.me()).name).toBe('Ana');
  },
);

test('a match is named by its id or by its summary, in each call', async () => {
  const { ana, match } = await hosted();
  const calls: readonly ((named: Untyped) => Promise<unknown>)[] = [
    (named) => ana.admit(named, 'p'),
    (named) => ana.dismiss(named, 'p'),
    (named) => ana.emptySeat(named, 1),
    (named) => ana.history.record(named),
    (named) => ana.temples.bind('templo-7f3a', named),
  ];
  const said = (named: Untyped) => (call: (typeof calls)[number]) => call(named).catch(({ code }) => code);
  const byId = await Promise.all(calls.map(said(match.match)));
  expect(await Promise.all(calls.map(said(match)))).toEqual(byId);
  expect(byId).not.toContain('no-such-match');
  expect(await ana.leave(match)).toMatchObject({ match: match.match });
});

test('a path with a slash at its end deletes nothing', async () => {
  const { session } = await person('Ana');
  const ask = (path: string, method: string) =>
    fetch(house.url + path, { method, headers: { authorization: `bearer  ${session?.token}` } });
  expect((await ask('/api/me/', 'GET')).status).toBe(200);
  expect((await ask('/api/me/tokens/..', 'DELETE')).status).toBe(405);
  expect((await ask('/api/me', 'GET')).status).toBe(200);
});

test('a socket that throws is a connection that is lost: the action is sent again over the next one', async () => {
  const { live } = await pair();
  live['room']!['socket'].send = () => {
    throw new Error('is closing');
  };
  expect(await live.say('hello')).toMatchObject({ kind: 'accepted' });
});

test('what waits in a room that is closed, for a caller who waits no more, ends quietly', async () => {
  const { live } = await hosted();
  live.close();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(live.until(() => true, { signal: gone })).rejects.toThrow('gone');
  await expect(live.play('toss', { signal: gone })).rejects.toThrow('gone');
});

test('what is not a token is told as such', async () => {
  const words = 'What was given as a token is none. Copy it whole.';
  for (const token of ['fwt_…', '“fwt_abc”', 'fwt_a\nb', ''])
    await expect(programClient({ url: house.url }, token)).rejects.toMatchObject({
      code: 'unauthorized',
      message: words,
    });
});

test('an action that is too large, or no JSON, is refused at once, and the connection stays', async () => {
  const { live } = await pair();
  const lost: unknown[] = [];
  live.on('connection', (status) => lost.push(status));
  expect(await live.say('x'.repeat(5000))).toMatchObject({ kind: 'rejected', code: 'too-large' });
  const any: Untyped = live;
  await expect(any.play('toss', { decision: 1n })).rejects.toThrow('a bigint cannot be sent');
  await expect(any.say(() => 'toss')).rejects.toThrow('a function cannot be sent');
  expect(await live.say('x'.repeat(200))).toMatchObject({ kind: 'accepted' });
  expect(lost).toEqual([]);
});
