/** How often the server asks its store when a player comes back. Each question costs as much as many a computation. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { comeBack, newPerson, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
beforeAll(async () => {
  server = await testServer({ JOURNAL: 'memory' });
});
afterAll(() => server.stop());

/** The questions that are asked while this runs. */
async function askedWhile(job: () => Promise<void>): Promise<readonly string[]> {
  const asked: string[] = [];
  const { identity, journal } = server.services;
  const stops = [
    noting(identity, 'standingOf', asked),
    noting(identity, 'unwanted', asked),
    noting(journal, 'index', asked),
    noting(journal, 'holderOf', asked),
    noting(journal, 'claim', asked),
  ];
  await job();
  for (const stop of stops) stop();
  return asked;
}

/** Notes each call of a method, until the result is called. */
function noting<T extends object>(owner: T, name: keyof T & string, asked: string[]): () => void {
  const real = owner[name] as (...given: unknown[]) => unknown;
  owner[name] = ((...given: unknown[]) => {
    asked.push(name);
    return real.apply(owner, given);
  }) as T[typeof name];
  return () => {
    owner[name] = real as T[typeof name];
  };
}

test('a player who comes back to an open match costs no question but whether the device may still act', async () => {
  const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
  const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const seats = [await takeSeat(ana, match), await takeSeat(ben, match)];
  const asked = await askedWhile(async () => {
    const again = await comeBack(ana, match);
    await again.settle();
    again.close();
  });
  expect(new Set(asked)).toEqual(new Set(['standingOf']));
  for (const seat of seats) seat.close();
});

test('when all players were cut off and one comes back, the match is still open', async () => {
  const [ana, ben] = [await newPerson(server.address), await newPerson(server.address)];
  const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  for (const seat of [await takeSeat(ana, match), await takeSeat(ben, match)]) seat.close();
  await expect.poll(async () => (await server.services.places.seatsHere(match.match)).size).toBe(0);
  await server.services.matches.ifAwake(match.match);
  const asked = await askedWhile(async () => {
    const again = await comeBack(ana, match);
    await again.settle();
    again.close();
  });
  expect(new Set(asked)).toEqual(new Set(['standingOf']));
});

test('a player without a seat is refused alike, whether the match is open or sleeps', async () => {
  const [ana, eve] = [await newPerson(server.address), await newPerson(server.address)];
  const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const knock = () => eve.post(`/api/matches/${match.match}/connect`);
  const sleeping = await knock();
  const seat = await takeSeat(ana, match);
  expect(await knock()).toEqual(sleeping);
  expect(sleeping).toMatchObject({ status: 409, body: { code: 'not-seated' } });
  seat.close();
});
