/** A journal that fails a fifth of the time, before or after it writes: players notice only a delay. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import type { Append, Journal, Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const SEED = Number(process.env.SEED ?? 7);
let server: Running;
let failures = 0;
let isFull = false;
let refused = 0;

beforeAll(async () => {
  server = await testServer({}, { journal: unreliable });
});
afterAll(() => server?.stop());

function unreliable(real: Journal): Journal {
  const chance = fastChance(SEED);
  const flaky: Journal = Object.create(real);
  flaky.append = async (append: Append) => {
    if (isFull) refused++;
    if (isFull) throw new Error('no space left on device');
    if (append.expectedSeq < 4 || chance.die(5) > 1) return real.append(append);
    failures++;
    if (chance.coin()) await real.append(append);
    throw new Error('the connection to the journal is gone');
  };
  return flaky;
}

async function playOut(live: LiveMatch): Promise<string[]> {
  const accepted: string[] = [];
  for (;;) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    if (live.isOver) return accepted;
    const move = live.legal[0]!;
    const answer = await live.play(move);
    if (answer.kind === 'accepted') accepted.push(move);
  }
}

test(`a whole match, seed ${SEED}`, async () => {
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new FlowerWarClient({ url: server.address });
      await client.signIn();
      return client;
    }),
  );
  const match = await clients[0]!.create({ game: 'tieqchieq', options: { turnCap: 60 } });
  const live = await Promise.all(clients.map((client) => client.join(match)));
  const accepted = await Promise.all(live.map(playOut));
  expect(failures).toBeGreaterThan(10);
  const record = await clients[0]!.history.record(match.match);
  const verdict = await verify(record, engine);
  expect(verdict).toMatchObject({ ok: true, moves: accepted.flat().length });
  for (const one of live) one.close();
});

test('on a full disk nothing is lost and everything says that it may be tried again', async () => {
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn();
  isFull = true;
  await expect(client.create({ game: 'tieqchieq' })).rejects.toMatchObject({ code: 'unavailable' });
  isFull = false;
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } });
  const live = await client.join(match);
  isFull = true;
  const played = live.play('toss');
  const before = { refused, step: live.step };
  await expect.poll(() => refused).toBeGreaterThan(before.refused + 2);
  expect(live.step).toBe(before.step);
  isFull = false;
  expect((await played).kind).toBe('accepted');
  live.close();
});
