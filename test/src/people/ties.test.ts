/** Follows and blocks, over real HTTP and sockets. A player who is blocked cannot tell it from any answer of the server. */
import { randomBytes } from 'node:crypto';
import {
  type MatchSummary,
  type People,
  type PersonalData,
  pathOf,
  type TalkLine,
  type Tie,
} from '@flower-war/protocol';
import { memoryStore } from '@flower-war/server/testing';
import { expect, test } from 'vitest';
import { newMatch, PlainStream, sitDown } from '../support/sockets/plainStream.ts';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { ALL_ROUTES, asking, callRoute } from '../support/api.ts';
import { comeBack, newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

/** What no timer of the server asks the store. */
const OF_CALLERS =
  /^(accounts|people|sessions|ties|challenges|talk|bans|reports)\.(?!standing$)|^records\.(find|unfinishedOf|historyOf)$/;
/** What the store was asked since the last look, in order. */
let asked: string[] = [];
/** Happens after the store was next asked which players a block keeps apart. */
let onceApart: (() => Promise<unknown>) | undefined;
const { engine } = memoryStore();
const watched = {
  ...engine,
  run: async (call: Parameters<typeof engine.run>[0]) => {
    if (OF_CALLERS.test(`${call.group}.${call.name}`)) asked.push(`${call.group}.${call.name}`);
    const answer = await engine.run(call);
    const meanwhile = call.name === 'apart' ? onceApart : undefined;
    if (meanwhile !== undefined) onceApart = undefined;
    await meanwhile?.();
    return answer;
  },
  close: () => engine.close(),
};

const clock = 1_800_000_000_000;
serveThisFile({}, { engine: watched, now: () => clock });
const ask = asking(() => house.url);
const people = (...names: string[]) => Promise.all(names.map((name) => newPerson(house.url, name)));
const id = ({ session }: Person) => session.player;
const tokenOf = ({ session }: Person) => ({ token: session.token });

async function choose(who: Person, what: 'follow' | 'block', other: Person, how: 'POST' | 'DELETE' = 'POST') {
  return ask<Tie & { code?: string; reason?: string }>(`${how} /api/me/people/${id(other)}/${what}`, tokenOf(who));
}
const listOf = async (who: Person) => (await ask<People>('GET /api/me/people', tokenOf(who))).body;
const tieOf = async (who: Person, other: Person) =>
  (await ask<Tie>(`GET /api/me/people/${id(other)}`, tokenOf(who))).body;

/** The answer to a player who asks for a seat, to the byte. */
async function seat(who: Person, { match, commitment }: MatchSummary, more: object = {}) {
  const body = { commitment, contribution: randomBytes(16).toString('hex'), ...more };
  const headers = { authorization: `Bearer ${who.session.token}` };
  const url = `${house.url}/api/matches/${match}/seat`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
}
const summary = async ({ match }: MatchSummary) => (await ask<MatchSummary>(`GET /api/matches/${match}`)).body;
const seated = async (match: MatchSummary) => (await summary(match)).seats.map(({ player }) => player);
const table = (host: Person, wanted: object = {}) => newMatch(host, { game: 'tieqchieq', ...wanted });
const quickAt = async (who: Person, wanted: object) => (await who.post<MatchSummary>('/api/quick', wanted)).body;
const quick = (who: Person, preset: string) => quickAt(who, { game: 'tieqchieq', preset });

test('two who follow each other are friends, until one of them ends it', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [Person, Person];
  expect((await choose(ana, 'follow', beto)).body).toEqual({
    player: id(beto),
    name: 'Beto',
    kind: 'follow',
    isFriend: false,
  });
  expect((await choose(beto, 'follow', ana)).body).toMatchObject({ kind: 'follow', isFriend: true });
  expect(await listOf(ana)).toEqual({
    showsOnline: false,
    follows: [{ player: id(beto), name: 'Beto', at: clock, isFriend: true }],
    followers: [{ player: id(beto), name: 'Beto', at: clock }],
    blocks: [],
  });
  await choose(beto, 'follow', ana, 'DELETE');
  expect(await tieOf(ana, beto)).toMatchObject({ kind: 'follow', isFriend: false });
  expect((await listOf(ana)).followers).toEqual([]);
});

test('following takes an end where a block begins, and tells the blocked player no more than that', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [Person, Person];
  await choose(ana, 'follow', beto);
  await choose(beto, 'follow', ana);
  expect((await choose(ana, 'block', beto)).body).toMatchObject({ kind: 'block', isFriend: false });
  expect(await tieOf(beto, ana)).toMatchObject({ kind: 'follow', isFriend: false });
  expect(await listOf(beto)).toMatchObject({ follows: [{ player: id(ana), isFriend: false }], followers: [] });
  expect(await listOf(ana)).toMatchObject({ follows: [], followers: [], blocks: [{ player: id(beto) }] });
  expect(await choose(ana, 'follow', beto)).toMatchObject({ status: 409, body: { code: 'blocked-by-you' } });
  await choose(ana, 'follow', beto, 'DELETE');
  expect(await tieOf(ana, beto)).toMatchObject({ kind: 'block' });
  expect((await choose(ana, 'block', beto, 'DELETE')).body).toMatchObject({ kind: 'none' });
  expect((await listOf(ana)).followers).toMatchObject([{ player: id(beto) }]);
});

test('players have no ties to themselves and to who is not there; they end with either player', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [Person, Person];
  for (const what of ['follow', 'block'] as const) {
    expect(await choose(ana, what, ana)).toMatchObject({ status: 400, body: { reason: 'player' } });
    const none = await ask(`POST /api/me/people/p-none/${what}`, tokenOf(ana));
    expect(none).toMatchObject({ status: 404, body: { code: 'no-such-player' } });
  }
  await choose(ana, 'block', beto);
  await choose(beto, 'follow', ana);
  const data = await ask<PersonalData>('GET /api/me/export', tokenOf(ana));
  expect(data.body.people).toEqual([{ player: id(beto), kind: 'block', at: clock }]);
  await ask('DELETE /api/me', tokenOf(ana));
  expect(await listOf(beto)).toEqual({ showsOnline: false, follows: [], followers: [], blocks: [] });
});

test('only friends see when a player is online, and only if the player wants it', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  for (const other of [ana, caro]) await choose(other, 'follow', beto);
  await choose(beto, 'follow', ana);
  closing(await takeSeat(beto, await table(beto)));
  const online = async (who: Person) => (await listOf(who)).follows.map(({ isOnline }) => isOnline);
  expect(await online(ana)).toEqual([undefined]);
  const show = (body: object) => ask<People & { code?: string }>('POST /api/me/people', { ...tokenOf(beto), body });
  expect((await show({ showsOnline: true })).body).toMatchObject({ showsOnline: true, follows: [{ isFriend: true }] });
  expect([await online(ana), await online(caro)]).toEqual([[true], [undefined]]);
  expect((await ask<PersonalData>('GET /api/me/export', tokenOf(beto))).body.showsOnline).toBe(true);
  await choose(beto, 'block', ana);
  expect(await online(ana)).toEqual([undefined]);
  await choose(beto, 'block', ana, 'DELETE');
  await choose(beto, 'follow', ana);
  expect(await online(ana)).toEqual([true]);
  expect((await show({ showsOnline: 'yes' })).status).toBe(400);
  expect((await show({ showsOnline: false })).body.showsOnline).toBe(false);
  expect(await online(ana)).toEqual([undefined]);
});

test('a block holds at once where the other one hosts or sits, on both sides', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  await choose(ana, 'block', beto);
  const [own, his, third] = [await table(ana), await table(beto), await table(caro, { game: 'mexica', seats: 3 })];
  expect(await seat(beto, own)).toMatchObject({ status: 403, text: expect.stringContaining('"not-admitted"') });
  expect(await seat(ana, his)).toMatchObject({ status: 409, text: expect.stringContaining('"blocked-by-you"') });
  await sitDown(beto, third);
  expect(await seat(ana, third)).toMatchObject({ status: 409 });
  await choose(ana, 'block', beto, 'DELETE');
  await sitDown(beto, own);
  await sitDown(ana, third);
});

test('at tables that have not begun the two part: at her own the other one goes, else she does', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  const mexica = { game: 'mexica', seats: 4 };
  const [own, his, third] = [await table(ana, mexica), await table(beto, mexica), await table(caro, mexica)];
  const running = await table(caro);
  for (const match of [own, his, third]) for (const one of [caro, ana, beto]) await sitDown(one, match);
  for (const one of [ana, beto]) await sitDown(one, running);
  await choose(ana, 'block', beto);
  expect(await seated(own)).toEqual([id(caro), id(ana), undefined, undefined]);
  for (const match of [his, third]) expect(await seated(match)).toEqual([id(caro), undefined, id(beto), undefined]);
  expect(await seated(running)).toEqual([id(ana), id(beto)]);
  expect((await summary(running)).status).toBe('running');
});

test('of two who sit down at one moment only one does, also if the table would be full with both', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  await choose(ana, 'block', beto);
  for (let round = 0; round < 8; round++) {
    const match = await table(caro);
    await Promise.all([seat(ana, match), seat(beto, match)]);
    expect((await seated(match)).filter(Boolean)).toHaveLength(1);
  }
});

test('a block that comes while one sits down leaves no table with both that has not begun', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  const match = await table(caro, { game: 'mexica', seats: 4 });
  await sitDown(ana, match);
  await sitDown(caro, match);
  onceApart = async () => {
    await choose(caro, 'block', beto); // finds no player to part from
  };
  expect(await seat(beto, match)).toMatchObject({ status: 403, text: expect.stringContaining('"not-admitted"') });
  expect(await seated(match)).toEqual([id(ana), id(caro), undefined, undefined]);
});

test('a rematch keeps no seat against a block, and its code is not shown', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [Person, Person];
  const match = await table(ana, { table: { visibility: 'private' } });
  const { code } = match;
  for (const one of [ana, beto]) expect((await seat(one, match, { code })).status).toBe(200);
  await ask(`POST /api/matches/${match.match}/resign`, { ...tokenOf(beto), body: { id: 1 } });
  await choose(ana, 'block', beto);
  const { body: next } = await ana.post<MatchSummary>(`/api/matches/${match.match}/rematch`);
  expect(next.code).toBeDefined();
  const seen = await ask<MatchSummary>(`GET /api/matches/${next.match}`, tokenOf(beto));
  expect(seen.body).not.toHaveProperty('code');
  expect(await seat(beto, next)).toMatchObject({ status: 403, text: expect.stringContaining('"wrong-code"') });
});

test('quick play never seats the two together, not even through a seat that is only promised', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  await choose(ana, 'block', beto);
  const preset = 'tieqchieq-fortress';
  const waiting = await table(ana, { preset });
  await sitDown(ana, waiting);
  const his = await quick(beto, preset);
  expect(his.match).not.toBe(waiting.match);
  expect((await quick(caro, preset)).match).toBe(waiting.match);
  await sitDown(caro, waiting);
  const big = await quickAt(caro, { game: 'space-aztecs' });
  await sitDown(caro, big);
  expect((await quickAt(beto, { game: 'space-aztecs' })).match).toBe(big.match);
  expect((await quickAt(ana, { game: 'space-aztecs' })).match).not.toBe(big.match); // he has not sat down yet
});

test('who has blocked a player reads nothing that the player says, before or later, by socket and by stream', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
  const match = await table(caro);
  const clients = [closing(await takeSeat(ana, match)), closing(await takeSeat(beto, match))] as const;
  const [first, second] = clients;
  const heard = (client: typeof first) => client.messages<TalkLine[]>('talk').flat();
  expect(await second.request('say', [1, 'one'])).toEqual({ kind: 'accepted', step: 1 });
  await choose(ana, 'block', beto);
  expect(await second.request('say', [2, 'two'])).toEqual({ kind: 'accepted', step: 2 });
  expect(await first.request('say', [1, 'three'])).toEqual({ kind: 'accepted', step: 3 });
  await Promise.all(clients.map((client) => client.settle()));
  expect(heard(first).map(({ n }) => n)).toEqual([1, 3]);
  expect(heard(second).map(({ n }) => n)).toEqual([1, 2, 3]);
  const back = closing(await comeBack(ana, match));
  const stream = closing(await PlainStream.open(ana, match.match));
  await second.request('say', [3, 'four']);
  await first.request('say', [2, 'five']);
  await back.until(() => heard(back).length > 1);
  expect(heard(back).map(({ n }) => n)).toEqual([3, 5]);
  await stream.until(({ lines }) => lines.some((line) => JSON.stringify(line).includes('five')));
  expect(JSON.stringify(stream.lines)).not.toMatch(/"(one|two|four)"/);
});

// Two worlds: in the first the host has dismissed the player, or the player types a wrong code. In the second there is a block.

/** What differs between any two players and matches. */
const scrubbed = (text: string) =>
  text
    .replace(/p-[0-9A-Z]{12}/g, 'PLAYER')
    .replace(/Guest [0-9A-Z]{4}/g, 'NAME')
    .replace(/"sessionId":"[\w-]+"/, 'SOCKET')
    .replace(/"order":\[[^\]]+\]/, 'BEADS')
    .replace(/eyJ[\w.-]+/g, 'TOKEN')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g, 'HEX')
    .replace(/[":=][0-9A-Z]{8}\b"?/g, 'ID')
    .replace(/([0-9A-Z]{4}-){4}[0-9A-Z]{4}/g, 'CODE');

interface World {
  readonly ana: Person;
  readonly match: MatchSummary;
  readonly shutOut: (other: Person) => Promise<unknown>;
}

/** What the player sees of a call, and what the store was asked for it. */
async function seen({ ana, match, shutOut }: World, route: (typeof ALL_ROUTES)[number], code?: string) {
  const player = await newPerson(house.url, 'Beto');
  await shutOut(player);
  asked = [];
  const call = {
    authorization: `Bearer ${player.session.token}`,
    named: { match: match.match, player: id(ana), game: 'tieqchieq' },
    body: { ...bodyFor(route.id, { ana, match }), ...(!route.query && code !== undefined && { code }) },
    query: route.query && code !== undefined ? `?code=${code}` : '',
  };
  const answer = await callRoute(house.url, route, call);
  const text = route.id === 'openStream' && answer.ok ? 'a stream' : await answer.text();
  if (!answer.bodyUsed) await answer.body?.cancel();
  const { status } = answer;
  return { status, text: scrubbed(text), headers: namesOf(answer.headers), asked: asked.toSorted() };
}
const namesOf = (headers: Headers) => [...headers.keys()].sort();

function bodyFor(route: string, { ana, match }: Pick<World, 'ana' | 'match'>): object {
  const contribution = randomBytes(16).toString('hex');
  if (route === 'takeSeat') return { commitment: match.commitment, contribution };
  if (route === 'challengePlayer') return { game: 'tieqchieq' };
  if (route === 'report') return { player: id(ana), reason: 'abuse' };
  if (route === 'say') return { id: 'a', text: 'hello' };
  if (route === 'phrase') return { id: 'b', phrase: 'hello' };
  return {};
}

const OF_PLAYERS = ALL_ROUTES.filter(({ token }) => token === 'may' || token === 'must');

const WATCH = OF_PLAYERS.find((route) => route.id === 'watchMatch')!;

async function worlds(wanted: object): Promise<readonly [World, World]> {
  const [first, second] = (await people('Ana', 'Ana')) as [Person, Person];
  const match = [await table(first, wanted), await table(second, wanted)] as const;
  await sitDown(first, match[0]);
  await sitDown(second, match[1]);
  // Both matches stay awake. One that falls asleep between two calls would be read from the store again.
  for (const [n, host] of [first, second].entries()) closing(await PlainStream.open(host, match[n]!.match));
  const dismissed = (other: Person) => first.post(`/api/matches/${match[0].match}/dismiss`, { player: id(other) });
  return [
    { ana: first, match: match[0], shutOut: dismissed },
    { ana: second, match: match[1], shutOut: (other) => choose(second, 'block', other) },
  ];
}

test('no route tells a block from the refusal of a host: the same bytes after the same questions to the store', async () => {
  const [ordinary, blocked] = await worlds({});
  const compared: string[] = [];
  for (const route of OF_PLAYERS) {
    const [one, other] = [await seen(ordinary, route), await seen(blocked, route)];
    expect(other, pathOf(route)).toEqual(one);
    compared.push(`${route.id} ${one.status}`);
  }
  const expected = [
    'takeSeat 403',
    'getTie 200',
    'followPlayer 200',
    'challengePlayer 200',
    'watchMatch 200',
    'say 200',
    'report 200',
  ];
  expect(compared).toEqual(expect.arrayContaining(expected));
});

test('at a private table the right code is a wrong one for the blocked player, as long as one guesses', async () => {
  const [ordinary, blocked] = await worlds({ table: { visibility: 'private' } });
  const { code = '' } = blocked.match;
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`;
  expect((await seen({ ...blocked, shutOut: async () => {} }, WATCH, code)).status).toBe(200);
  const routes = OF_PLAYERS.filter(({ id: one }) => ['takeSeat', 'watchMatch', 'openStream', 'say'].includes(one));
  for (const route of routes) {
    const [one, other] = [await seen(ordinary, route, wrong), await seen(blocked, route, code)];
    expect(other, route.id).toEqual(one);
    expect(one.status).toBe(403);
  }
  const [guesser, unlucky] = (await people('Beto', 'Beto')) as [Person, Person];
  await choose(blocked.ana, 'block', unlucky);
  for (let guess = 0; guess < 12; guess++) {
    const answers = [
      await seat(guesser, ordinary.match, { code: wrong }),
      await seat(unlucky, blocked.match, { code }),
    ];
    expect(answers[1]).toEqual(answers[0]);
  }
});
