/** Plays a match against a bot, from signing in to its record. It runs wherever JavaScript runs. */
import { FlowerWarClient } from '@flower-war/client';

export async function playMatch(options) {
  const client = new FlowerWarClient(options);
  await client.signIn('Stranger');
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options: { turnCap: 40 } });
  const live = await client.join(match);
  while (!live.isOver) {
    const [move] = live.legal;
    if (move !== undefined) await live.play(move);
    await live.until(() => live.isOver || live.legal.length > 0);
  }
  live.close();
  const [record, keys] = await Promise.all([client.history.record(live.id), client.history.keys()]);
  return { result: live.table.result?.result, record, keys, contribution: live.fairness.contribution };
}
