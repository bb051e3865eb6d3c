/**
 * A call whose connection breaks: as the request is written on a kept connection, so that nothing reaches the server, or before
 * the answer. What may be sent again is, once; of other calls the caller learns that they may have counted.
 */
import { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { Line, type Way } from '../lab/line.ts';
import { closing, elsewhere, house, person, serveThisFile } from './house.ts';

serveThisFile();

const WAYS = [
  ['as it is written', 'up'],
  ['before its answer', 'down'],
] as const;

/** A player whose next call breaks. */
async function breaking(cut: Way) {
  const line = closing(await Line.to(house.url));
  const ana = await person('Ana');
  const there = elsewhere(ana, line.url);
  const breakNext = async () => {
    await there.games(); // now there is a connection that is kept
    line.cutNext(cut, 0);
  };
  return { ana, there, line, breakNext };
}

test.each(WAYS)('what may be sent again is sent once more when it breaks %s', async (_, cut) => {
  const { ana, there, line, breakNext } = await breaking(cut);
  const [http, bots] = [there['http'], [{ bot: 'greedy' }] as const];
  await breakNext();
  expect((await there.account.me()).name).toBe('Ana');

  const { match, commitment } = await ana.create({ game: 'tieqchieq', bots });
  const params = { match };
  await breakNext();
  const { seat } = await http.call('takeSeat', { params, body: { commitment, contribution: 'ab'.repeat(16) } });
  expect((await ana.match(match)).seats.map(({ kind }) => kind)).toEqual(['player', 'bot']);

  await breakNext();
  expect(await http.call('connectToSeat', { params })).toMatchObject({ seat });
  await breakNext();
  expect(await http.call('watchMatch', { params, body: {} })).toHaveProperty('connection');
  await breakNext();
  expect(await http.call('enterLobby', { body: {} })).toHaveProperty('connection');

  const live = closing(await ana.join(match));
  await live.resign();
  await live.until(({ isOver }) => isOver);
  await breakNext();
  const next = await http.call('playAgain', { params });
  expect(await ana.match(match)).toMatchObject({ rematch: next.match });

  await breakNext();
  http.session = { ...ana.session!, expiresAt: 0 };
  expect((await there.account.me()).name).toBe('Ana');
  expect(line.cuts[cut]).toBe(7);
});

test.each([
  ['as it is written', 'up', 0],
  ['before its answer', 'down', 1],
] as const)('creating breaks %s: the caller is told to look, and no second match is made', async (_, cut, made) => {
  const { there, breakNext } = await breaking(cut);
  await breakNext();
  await expect(there.create({ game: 'tieqchieq' })).rejects.toMatchObject({
    name: 'UnreachableError',
    mayHaveCounted: true,
    message: expect.stringContaining('may have counted nevertheless: look before you make it again'),
  });
  const { player } = there.session!;
  expect((await there.list()).filter(({ host }) => host === player)).toHaveLength(made);
});

test('a call is made again once', async () => {
  let asked = 0;
  const there = new FlowerWarClient({
    url: house.url,
    fetch: () => Promise.reject(new TypeError(`broken ${++asked}`)),
  });
  await expect(there.games()).rejects.toMatchObject({ mayHaveCounted: false, cause: { message: 'broken 2' } });
});
