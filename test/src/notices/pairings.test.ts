/** A player who is paired in a tournament is told, once, and by the notice finds the match. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient } from '@flower-war/client';
import { notice as noticeSchema } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { closing, person, serveThisFile } from '../sdk/house.ts';
import { Receiver } from '../support/receiver.ts';

serveThisFile({ WEBHOOKS: 'any' });

const WITHIN = { timeout: 10_000 };
const HOUR = 3_600_000;
/** The driver looks each second. */
const TWO_LOOKS_MS = 2200;

/** What a webhook of this player is told. */
async function told({ account }: FlowerWarClient, event: 'started' | 'turn') {
  const receiver = closing(await Receiver.open());
  await account.addWebhook(receiver.url, { events: [event] });
  return receiver.seen;
}

test('each player who wants that is told of the match, and another look of the driver tells it to no player again', async () => {
  const people = (await Promise.all(['Olin', 'Ana', 'Beto'].map(person))) as readonly FlowerWarClient[];
  const [maker, ana, beto] = people as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const [hers, his] = [await told(ana, 'started'), await told(beto, 'turn')];
  const wish = { name: 'Friday cup', kind: 'knockout', game: 'tieqchieq', startsAt: Date.now() + HOUR } as const;
  const { tournament } = await maker.tournaments.create(wish);
  for (const one of [ana, beto]) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  await expect.poll(() => hers.size, WITHIN).toBe(1);
  const [notice] = [...hers.values()];
  noticeSchema.parse(notice);
  const { mine } = await ana.tournaments.get(tournament);
  const live = closing(await ana.join(mine!.match!));
  expect(notice).toMatchObject({ kind: 'paired', tournament, match: live.id, seat: live.seat, game: 'tieqchieq' });
  await pause(TWO_LOOKS_MS);
  expect((await ana.account.webhooks()).map(({ pending }) => pending)).toEqual([0]);
  expect([hers.size, his.size]).toEqual([1, 0]);
});
