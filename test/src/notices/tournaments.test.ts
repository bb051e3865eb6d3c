/** Notices of tournaments: that one begins soon, and the place in it. Each comes once, and none to a player who has left it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient } from '@flower-war/client';
import { notice as noticeSchema } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { closing, house, person, serveThisFile } from '../sdk/house.ts';
import { Receiver } from '../support/receivers.ts';

let clock = 1_800_000_000_000;
serveThisFile({ WEBHOOKS: 'any', LIMITS: '0' }, { now: () => clock });

const WITHIN = { timeout: 10_000 };
const MINUTE = 60_000;
/** The driver looks each second. */
const TWO_LOOKS_MS = 2200;

async function told({ account }: FlowerWarClient, more: object = {}) {
  const receiver = closing(await Receiver.open());
  await account.addWebhook(receiver.url, { events: ['started', 'ended'], ...more });
  const wake = async () => house.server.services.notices.sender.wake();
  return { wake, of: () => [...receiver.seen.values()].filter(({ kind }) => kind === 'begins' || kind === 'placed') };
}

const wish = (more: object = {}) =>
  ({ name: 'Cup', kind: 'knockout', game: 'tieqchieq', startsAt: clock + 60 * MINUTE, ...more }) as const;
const entering = async (tournament: string, people: readonly FlowerWarClient[]) => {
  for (const one of people) await one.tournaments.enter(tournament);
};
const pending = async ({ account }: FlowerWarClient) => (await account.webhooks()).map((one) => one.pending);
const people = (...names: string[]) => Promise.all(names.map(person)) as Promise<FlowerWarClient[]>;

test('each player who is in it is called once, ten minutes before, and told of the place once, at the end', async () => {
  const [maker, ana, beto, caro, dani] = (await people('Olin', 'Ana', 'Beto', 'Caro', 'Dani')) as FlowerWarClient[];
  const [hers, his, gone] = [await told(ana!), await told(beto!), await told(caro!)];
  const { tournament, startsAt } = await maker!.tournaments.create(wish());
  await entering(tournament, [ana!, beto!, caro!]);
  await caro!.tournaments.withdraw(tournament);
  clock += 49 * MINUTE;
  await pause(TWO_LOOKS_MS);
  expect(hers.of()).toEqual([]);
  clock += MINUTE;
  await expect.poll(() => [hers.of().length, his.of().length], WITHIN).toEqual([1, 1]);
  expect(hers.of()).toMatchObject([{ kind: 'begins', tournament, game: 'tieqchieq', startsAt, mustCheckIn: false }]);
  await ana!.tournaments.withdraw(tournament);
  await entering(tournament, [ana!, dani!]);
  clock += 10 * MINUTE;
  await expect.poll(async () => (await maker!.tournaments.get(tournament)).lastRound, WITHIN).toBe(1);
  await maker!.tournaments.steer(tournament, 'end');
  await expect.poll(() => [hers.of().length, his.of().length], WITHIN).toEqual([2, 2]);
  const { standings } = await maker!.tournaments.get(tournament);
  const placeOf = (one: FlowerWarClient) => standings.find(({ player }) => player === one.session!.player)?.rank;
  expect(hers.of()[1]).toMatchObject({ kind: 'placed', tournament, place: placeOf(ana!) });
  expect(his.of()[1]).toMatchObject({ kind: 'placed', tournament, place: placeOf(beto!) });
  for (const notice of hers.of()) noticeSchema.parse(notice);
  await pause(TWO_LOOKS_MS);
  expect([hers.of().length, his.of().length, gone.of()]).toEqual([2, 2, []]);
});

test('with a check-in they are called when it opens, also that they must; one who did not play has no place', async () => {
  const [maker, ana] = (await people('Olin', 'Ana')) as FlowerWarClient[];
  const hers = await told(ana!);
  const { tournament } = await maker!.tournaments.create(wish({ checkInMinutes: 30 }));
  await entering(tournament, [ana!]);
  clock += 30 * MINUTE;
  await expect.poll(hers.of, WITHIN).toMatchObject([{ kind: 'begins', mustCheckIn: true }]);
  await maker!.tournaments.steer(tournament, 'end');
  await expect.poll(() => hers.of().length, WITHIN).toBe(2);
  expect(hers.of()[1]).toEqual(expect.not.objectContaining({ place: expect.anything() }));
});

test('where no server was there to call them, players are called late, are told when it begins then, and can check in', async () => {
  const [maker, ana, beto] = (await people('Olin', 'Ana', 'Beto')) as FlowerWarClient[];
  const hers = await told(ana!);
  const { tournament, startsAt } = await maker!.tournaments.create(wish({ checkInMinutes: 30 }));
  await entering(tournament, [ana!, beto!]);
  clock += 75 * MINUTE;
  await expect
    .poll(hers.of, WITHIN)
    .toMatchObject([{ kind: 'begins', startsAt: startsAt + 45 * MINUTE, mustCheckIn: true }]);
  for (const one of [ana!, beto!]) await one.tournaments.checkIn(tournament);
  expect((await maker!.tournaments.steer(tournament, 'begin')).status).toBe('running');
  await maker!.tournaments.steer(tournament, 'end');
});

test('what waits for the end of quiet hours is told no more after leaving, or once it has ended, and none is called late', async () => {
  for (const end of ['withdraw', 'end', 'none'] as const) {
    clock = Math.ceil(clock / (60 * MINUTE)) * 60 * MINUTE;
    const from = new Date(clock).getUTCHours();
    const quiet = (hours: number) => ({ events: ['started'], quiet: { from, to: (from + hours) % 24, zone: 'UTC' } });
    const [maker, ana, beto] = (await people('Olin', 'Ana', 'Beto')) as FlowerWarClient[];
    const hers = await told(ana!, quiet(1));
    const his = await told(beto!, quiet(2)); // until after it has begun
    const { tournament } = await maker!.tournaments.create(wish({ startsAt: clock + 65 * MINUTE }));
    await entering(tournament, [ana!, beto!]);
    clock += 55 * MINUTE;
    await expect.poll(() => pending(ana!), WITHIN).toEqual([1]);
    expect(await pending(beto!)).toEqual([0]);
    if (end === 'withdraw') await ana!.tournaments.withdraw(tournament);
    if (end === 'end') await maker!.tournaments.steer(tournament, 'end');
    expect(await pending(ana!)).toEqual([end === 'none' ? 1 : 0]);
    clock += 5 * MINUTE;
    await hers.wake();
    if (end === 'none') await expect.poll(() => hers.of().length, WITHIN).toBe(1);
    await maker!.tournaments.steer(tournament, 'end').catch(() => {});
    expect([hers.of().length, his.of()]).toEqual([end === 'none' ? 1 : 0, []]);
  }
});
