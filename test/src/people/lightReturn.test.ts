/** How often the server asks its store when a player comes back. Each question costs as much as many a computation. */
import type { MatchSummary } from '@flower-war/protocol';
import { expect, test, vi } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { comeBack, newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

serveThisFile();

async function table() {
  const [ana, ben] = [await newPerson(house.url), await newPerson(house.url)];
  const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  return { ana, match, seats: [closing(await takeSeat(ana, match)), closing(await takeSeat(ben, match))] };
}

/** What the server asks its store while this player comes back. */
async function askedFor(player: Person, match: MatchSummary): Promise<readonly string[]> {
  const { identity, journal } = house.server.services;
  const spies = {
    standingOf: vi.spyOn(identity, 'standingOf'),
    unwanted: vi.spyOn(identity, 'unwanted'),
    index: vi.spyOn(journal, 'index'),
    holderOf: vi.spyOn(journal, 'holderOf'),
    claim: vi.spyOn(journal, 'claim'),
  };
  await closing(await comeBack(player, match)).settle();
  const asked = Object.entries(spies).flatMap(([name, { mock }]) => (mock.calls.length > 0 ? [name] : []));
  vi.restoreAllMocks();
  return asked;
}

test('a player who comes back to an open match costs no question but whether the device may still act', {
  retry: 2,
}, async () => {
  const { ana, match } = await table();
  expect(await askedFor(ana, match)).toEqual(['standingOf']);
});

// Every few seconds the server asks for all that are connected, which may fall between.
test('when all players were cut off and one comes back, the match is still open', { retry: 2 }, async () => {
  const { ana, match, seats } = await table();
  for (const seat of seats) seat.close();
  await expect.poll(async () => (await house.server.services.places.seatsHere(match.match)).size).toBe(0);
  await house.server.services.matches.ifAwake(match.match);
  expect(await askedFor(ana, match)).toEqual(['standingOf']);
});

test('a player without a seat is refused alike, whether the match is open or sleeps', async () => {
  const [ana, eve] = [await newPerson(house.url), await newPerson(house.url)];
  const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const knock = () => eve.post(`/api/matches/${match.match}/connect`);
  const sleeping = await knock();
  closing(await takeSeat(ana, match));
  expect(await knock()).toEqual(sleeping);
  expect(sleeping).toMatchObject({ status: 409, body: { code: 'not-seated' } });
});
