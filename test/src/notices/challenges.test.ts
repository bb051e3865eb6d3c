/** Notices of challenges: who is told what, and who is told nothing. */
import type { FlowerWarClient } from '@flower-war/client';
import { notice as noticeSchema } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { closing, house, idOf, person, serveThisFile } from '../sdk/house.ts';
import { Receiver } from '../support/receivers.ts';

serveThisFile({ WEBHOOKS: 'any' });

const WISH = { game: 'tieqchieq' } as const;
type Couple = readonly [FlowerWarClient, FlowerWarClient];
const couple = async () => (await Promise.all(['Ana', 'Beto'].map(person))) as unknown as Couple;
const send = (from: FlowerWarClient, to: FlowerWarClient) => from.people.challenge(idOf(to), WISH);
const counted = async ({ account }: FlowerWarClient) => (await account.webhooks()).map(({ pending }) => pending);

/** A webhook of this player on this machine. */
async function told(player: FlowerWarClient, wishes: Parameters<typeof player.account.addWebhook>[1] = {}) {
  const receiver = closing(await Receiver.open());
  await player.account.addWebhook(receiver.url, wishes);
  return { kinds: () => [...receiver.seen.values()].map(({ kind }) => kind), all: receiver.seen };
}

const allDay = () => {
  const hour = new Date().getUTCHours();
  return { from: hour, to: (hour + 23) % 24, zone: 'UTC' };
};

test('the challenged player is told, and the challenger of the answer', async () => {
  const [ana, beto] = await couple();
  const [hers, his] = [await told(ana), await told(beto)];
  const { challenge, endsAt } = await send(ana, beto);
  await expect.poll(his.kinds).toEqual(['challenged']);
  const { match } = await beto.people.accept(challenge);
  await expect.poll(hers.kinds).toEqual(['accepted']);
  const declined = await send(ana, beto);
  await expect.poll(his.kinds).toEqual(['challenged', 'challenged']);
  await beto.people.decline(declined.challenge, 'later');
  await expect.poll(hers.kinds).toEqual(['accepted', 'declined']);
  expect([...his.all.values()]).toMatchObject([
    { kind: 'challenged', challenge, game: 'tieqchieq', from: idOf(ana), endsAt },
    { kind: 'challenged', challenge: declined.challenge },
  ]);
  expect([...hers.all.values()]).toMatchObject([
    { kind: 'accepted', challenge, match },
    { kind: 'declined', challenge: declined.challenge, reason: 'later' },
  ]);
  for (const notice of [...his.all.values(), ...hers.all.values()]) noticeSchema.parse(notice);
});

test('a player who wants only other events, or one match, is told of no challenge', async () => {
  const [ana, beto] = await couple();
  const { match } = await beto.create(WISH);
  const [turns, one, all] = [await told(beto, ['turn']), await told(beto, { match }), await told(beto)];
  await send(ana, beto);
  await expect.poll(all.kinds).toEqual(['challenged']);
  expect([turns.kinds(), one.kinds(), await counted(beto)]).toEqual([[], [], [0, 0, 0]]);
});

test('a player who has blocked the challenger is told nothing, and the challenger sees no difference', async () => {
  const [ana, beto] = await couple();
  const caro = await person('Caro');
  const hers = await told(ana);
  await ana.people.block(idOf(beto));
  const { challenge: _, at: __, endsAt: ___, to: ____, ...sent } = await send(beto, ana);
  const { challenge: _5, at: _6, endsAt: _7, to: _8, ...usual } = await send(beto, caro);
  expect(sent).toEqual(usual);
  await send(caro, ana);
  await expect.poll(hers.kinds).toEqual(['challenged']);
  expect([...hers.all.values()]).toMatchObject([{ from: idOf(caro) }]);
});

test('what is over, or comes of a player who was blocked or deleted meanwhile, is told no more', async () => {
  for (const end of [
    (ana: FlowerWarClient, _: FlowerWarClient, challenge: string) => ana.people.withdraw(challenge),
    (ana: FlowerWarClient, beto: FlowerWarClient) => beto.people.block(idOf(ana)),
    (ana: FlowerWarClient, beto: FlowerWarClient) => ana.people.block(idOf(beto)),
    (ana: FlowerWarClient) => ana.account.deleteMe(),
    (_: FlowerWarClient, beto: FlowerWarClient, challenge: string) => beto.people.accept(challenge),
  ]) {
    const [ana, beto] = await couple();
    const byDays = { ...WISH, table: { clock: { kind: 'days', days: 3 } } } as const;
    await told(beto, { quiet: allDay() });
    const { challenge } = await ana.people.challenge(idOf(beto), byDays);
    expect(await counted(beto)).toEqual([1]);
    await end(ana, beto, challenge);
    expect(await counted(beto)).toEqual([0]);
  }
});

test('an answer that waits to be told is not told after a block of the challenger, and is after one of the other player', async () => {
  for (const [isTold, block] of [
    [0, (ana: FlowerWarClient, beto: FlowerWarClient) => ana.people.block(idOf(beto))],
    [1, (ana: FlowerWarClient, beto: FlowerWarClient) => beto.people.block(idOf(ana))],
  ] as const) {
    const [ana, beto] = await couple();
    await told(ana, { quiet: allDay() });
    await beto.people.accept((await send(ana, beto)).challenge);
    await block(ana, beto);
    expect(await counted(ana)).toEqual([isTold]);
  }
});

test('a challenge that ends in quiet hours is not told afterwards', async () => {
  const [ana, beto] = await couple();
  await told(beto, { quiet: allDay() });
  await send(ana, beto);
  expect(await counted(beto)).toEqual([0]);
});

test.each([
  ['too late', (ana: FlowerWarClient, _: FlowerWarClient, challenge: string) => ana.people.withdraw(challenge)],
  ['with a block of hers', (ana: FlowerWarClient, beto: FlowerWarClient) => ana.people.block(idOf(beto))],
  ['with a block of his', (ana: FlowerWarClient, beto: FlowerWarClient) => beto.people.block(idOf(ana))],
] as const)('an answer that comes %s leaves no empty table', async (_, meanwhile) => {
  const [ana, beto] = await couple();
  const { challenges } = house.server.services;
  const { challenge } = await send(ana, beto);
  const { settle } = challenges;
  Object.assign(challenges, {
    settle: async (...given: Parameters<typeof settle>) => {
      await meanwhile(ana, beto, challenge); // while the match is made
      return settle(...given);
    },
  });
  try {
    await expect(beto.people.accept(challenge)).rejects.toMatchObject({ code: 'no-such-challenge' });
  } finally {
    Object.assign(challenges, { settle });
  }
  expect(await house.server.services.journal.unfinishedOf(idOf(ana))).toEqual([]);
});
