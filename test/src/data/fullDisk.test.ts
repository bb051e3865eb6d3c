/** A disk on which nothing more can be written, and one on which it can again. */
import { FlowerWarClient } from '@flower-war/client';
import type { Append, Journal } from '@flower-war/server';
import { expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

test('on a full disk nothing is lost and everything says that it may be tried again', async ({ onTestFinished }) => {
  let [isFull, refused] = [false, 0];
  const filling = (real: Journal): Journal => {
    const journal: Journal = Object.create(real);
    journal.append = async (append: Append) => {
      if (!isFull) return real.append(append);
      refused++;
      throw new Error('no space left on device');
    };
    return journal;
  };
  const server = await testServer({}, { journal: filling });
  onTestFinished(() => server.stop());
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
