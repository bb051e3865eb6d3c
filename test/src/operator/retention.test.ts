/** A month passes, by a clock that only the test moves: old data goes, and active players notice nothing. */
import type { MatchSummary } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let now = Date.now();

const settings = { KEEP_MATCHES_DAYS: '30', KEEP_GUESTS_DAYS: '10', OPEN_MINUTES: '10080' };
serveThisFile(settings, { now: () => now });

const statusOf = async (path: string) => (await fetch(house.url + path)).status;
const refresh = ({ session }: Person) => send(house.url, '/api/tokens', { refresh: session.refresh });

test('an ended match goes after its days; who sits in a running match stays, and so does a guest who could not come back', async () => {
  const [idle, ana, ben] = [
    await newPerson(house.url),
    await newPerson(house.url, 'Ana'),
    await newPerson(house.url, 'Ben'),
  ];
  const bots = [{ bot: 'random' }, { bot: 'random' }];
  const record = `/api/matches/${(await newMatch(idle, { game: 'tieqchieq', bots, options: { turnCap: 20 } })).match}/record`;
  await expect.poll(() => statusOf(record)).toBe(200);
  const running = await newMatch(ana, { game: 'tieqchieq' });
  const seats = [await takeSeat(ana, running), await takeSeat(ben, running)];

  // For the server such a leap is an outage.
  now += 11 * DAY_MS;
  expect(await statusOf(record)).toBe(200);
  expect((await refresh(ana)).status).toBe(200);
  now += 20 * DAY_MS;
  await expect.poll(() => statusOf(record)).toBe(404);
  // A request over HTTP would count as a return of the player.
  expect(await house.server.services.people.find(idle.session.player)).toBeDefined();
  const summary = (await (await fetch(`${house.url}/api/matches/${running.match}`)).json()) as MatchSummary;
  expect(summary.seats.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  expect((await seats[0]!.request('nothing')).kind).toBe('rejected');
  for (const seat of seats) seat.close();
});
