/**
 * A call whose connection breaks: as the request is written on a kept connection, so that nothing reaches the server, or before
 * the answer. What may be sent again is, once; of other calls the caller learns that they may have counted.
 */
import { FlowerWarClient } from '@flower-war/client';
import { expect, type TestContext, test } from 'vitest';
import { Line, type Way } from '../lab/line.ts';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

const WAYS = [
  ['as it is written', 'up'],
  ['before its answer', 'down'],
] as const;

/** A player whose next call breaks. */
async function breaking(cut: Way, { onTestFinished }: TestContext) {
  const line = await Line.to(house.url);
  onTestFinished(() => line.close());
  const ana = await person('Ana');
  const there = new FlowerWarClient({ url: line.url, session: ana.session! });
  const breakNext = async () => {
    await there.games(); // now there is a connection that is kept
    line.cutNext(cut, 0);
  };
  return { ana, there, line, breakNext };
}

test.for(WAYS)('a call that only reads is made again when it breaks %s', async ([, cut], context) => {
  const { there, line, breakNext } = await breaking(cut, context);
  await breakNext();
  expect((await there.account.me()).name).toBe('Ana');
  expect(line.cuts[cut]).toBe(1);
});

test.for(WAYS)('a seat is taken once though the call breaks %s', async ([, cut], context) => {
  const { ana, there, line, breakNext } = await breaking(cut, context);
  const { match, commitment } = await ana.create({ game: 'tieqchieq' });
  const body = { commitment, contribution: 'ab'.repeat(16) };
  await breakNext();
  const { seat } = await there['http'].call('takeSeat', { params: { match }, body });
  expect(line.cuts[cut]).toBe(1);
  const { seats, status } = await ana.match(match);
  expect(status).toBe('open');
  expect(seats.flatMap(({ player, seat: number }) => (player === undefined ? [] : [number]))).toEqual([seat]);
});

test.for(WAYS)(
  'coming back, watching, the lobby, a rematch: each is as before when it breaks %s',
  async ([, cut], context) => {
    const { ana, there, line, breakNext } = await breaking(cut, context);
    const { match } = await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] });
    const live = await ana.join(match);
    await live.until(({ table }) => table.status === 'running');
    const params = { match };
    await breakNext();
    expect(await there['http'].call('connectToSeat', { params })).toMatchObject({ seat: live.seat });
    await breakNext();
    expect(await there['http'].call('watchMatch', { params, body: {} })).toHaveProperty('connection');
    await breakNext();
    expect(await there['http'].call('enterLobby', { body: {} })).toHaveProperty('connection');
    await live.resign();
    await live.until(({ isOver }) => isOver);
    live.close();
    await breakNext();
    const next = await there['http'].call('playAgain', { params });
    expect(await ana.match(match)).toMatchObject({ rematch: next.match });
    expect(line.cuts[cut]).toBe(4);
  },
);

test.for(WAYS)('a session is refreshed though that breaks %s', async ([, cut], context) => {
  const { ana, there, line, breakNext } = await breaking(cut, context);
  await breakNext();
  there['http'].session = { ...ana.session!, expiresAt: 0 };
  expect((await there.account.me()).name).toBe('Ana');
  expect(line.cuts[cut]).toBe(1);
});

test.for([
  ['as it is written', 'up', 0],
  ['before its answer', 'down', 1],
] as const)('creating breaks %s: the caller is told to look, and no second match is made', async (way, context) => {
  const [, cut, made] = way;
  const { there, breakNext } = await breaking(cut, context);
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
