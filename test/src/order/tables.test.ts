/** What a ban does to tables of the player that have not begun, and to those that run. */
import type { MatchSummary, OwnBot } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { OPERATOR_TOKEN, asking, operatorOf } from '../support/api.ts';
import { newMatch, sitDown } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

serveThisFile({ OPERATOR_TOKEN });

const ask = asking(() => house.url);
const operate = operatorOf(() => house.url);
const id = ({ session }: Person) => session.player;
const ban = (player: string) => operate(`POST /players/${player}/ban`, { body: {} });
const summaryOf = async (match: string) => (await ask<MatchSummary>(`GET /api/matches/${match}`)).body;
const seatedAt = async (match: string) => (await summaryOf(match)).seats.flatMap(({ player }) => player ?? []);

test('a banned player waits at no table that has not begun, so that quick play leads no other one there', async () => {
  const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
  const quick = async (who: Person) =>
    (await ask<MatchSummary>('POST /api/quick', { token: who.session.token, body: { game: 'tieqchieq' } })).body;
  const [waiting, other] = [await quick(ana), await newMatch(ben, { game: 'mexica', seats: 3 })];
  await sitDown(ana, waiting);
  for (const one of [ana, ben]) await sitDown(one, other);
  await ban(id(ana));
  expect(await seatedAt(waiting.match)).toEqual([]);
  expect(await seatedAt(other.match)).toEqual([id(ben)]);
  await sitDown(ben, await quick(ben));
  expect(await summaryOf(waiting.match)).toMatchObject({ status: 'open' });
});

test('a table whose host has to admit the players ends when the host is banned, for they would wait in vain', async () => {
  const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
  const [asking, other] = [
    await newMatch(ana, { game: 'mexica', table: { approval: true } }),
    await newMatch(ana, { game: 'mexica' }),
  ];
  await sitDown(ben, other);
  await ban(id(ana));
  expect(await summaryOf(asking.match)).toMatchObject({ status: 'ended', result: { reason: 'abandoned' } });
  expect(await summaryOf(other.match)).toMatchObject({ status: 'open' });
});

test('a banned player keeps the seat in a running match; a ban of the owner frees the seats of the bots', async () => {
  const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
  const running = await newMatch(ana, { game: 'tieqchieq' });
  for (const one of [ana, ben]) await sitDown(one, running);
  const { token } = ana.session;
  const bot = (await ask<OwnBot>('POST /api/me/bots', { token, body: { name: 'Tezcat' } })).body.player;
  const wanted = { name: 'program', scopes: ['bot', 'play', 'lobby'], days: 1, bot };
  const { secret } = (await ask<{ secret: string }>('POST /api/me/tokens', { token, body: wanted })).body;
  const open = (await ask<MatchSummary>('POST /api/matches', { token: secret, body: { game: 'tieqchieq' } })).body;
  const body = { commitment: open.commitment, contribution: '0'.repeat(32) };
  expect(await ask(`POST /api/matches/${open.match}/seat`, { token: secret, body })).toMatchObject({ status: 200 });
  await ban(id(ana));
  expect(await seatedAt(running.match)).toEqual([id(ana), id(ben)]);
  expect(await seatedAt(open.match)).toEqual([]);
});
