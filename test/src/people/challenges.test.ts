/** Challenges, over real HTTP: a player asks a named one for a match. */
import type { MatchChallenge, FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { closing, house, idOf, person, serveThisFile } from '../sdk/house.ts';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';

let clock = 1_800_000_000_000;
serveThisFile({ OPERATOR_TOKEN, MOST_OPEN_MATCHES: '2' }, { now: () => clock });
const operator = operatorOf(() => house.url);

const MINUTE = 60_000;
const WISH = { game: 'tieqchieq', table: { clock: { kind: 'bank', seconds: 300, increment: 5 } } } as const;
const people = (...names: string[]) => Promise.all(names.map(person));
const send = (from: FlowerWarClient, to: FlowerWarClient, wish: Parameters<typeof from.people.challenge>[1] = WISH) =>
  from.people.challenge(idOf(to), wish);
const states = async (client: FlowerWarClient) => (await client.people.challenges()).map(({ state }) => state);
const gone = { code: 'no-such-challenge' };

test('an accepted challenge is a private table with its settings, at which the two and no others sit', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
  ];
  const sent = await send(ana, beto);
  expect(sent).toMatchObject({
    state: 'open',
    from: { name: 'Ana' },
    to: { name: 'Beto' },
    endsAt: clock + 10 * MINUTE,
  });
  expect(await beto.people.challenges()).toEqual([sent]);
  expect(await caro.people.challenges()).toEqual([]);
  for (const other of [ana, caro]) await expect(other.people.accept(sent.challenge)).rejects.toMatchObject(gone);
  const { match = '', code = '' } = await beto.people.accept(sent.challenge);
  expect(await ana.people.challenges()).toMatchObject([{ state: 'accepted', match, code }]);
  expect(await ana.match(match)).toMatchObject({ table: { ...WISH.table, visibility: 'private' }, host: idOf(ana) });
  await expect(caro.join(match)).rejects.toMatchObject({ code: 'wrong-code' });
  const lives = [closing(await ana.join(match)), closing(await beto.join(match, { code }))];
  await lives[0]!.until(({ table }) => table.status === 'running');
  await expect(beto.people.accept(sent.challenge)).rejects.toMatchObject(gone);
});

test('a challenge tells the ratings of the two in its edition, and no provisional one', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const known = { volatility: 0.06, at: clock };
  const about = { game: 'tieqchieq', preset: 'tieqchieq', match: 'M', at: clock, changes: [] };
  const ratings = [
    { player: idOf(ana), rating: 1612.4, deviation: 71.3, matches: 12, ...known },
    { player: idOf(beto), rating: 1700, deviation: 250, matches: 2, ...known },
  ];
  await house.server.services.ratingTable.settle(1, { ...about, ratings, keeps: 'known' });
  expect(await send(ana, beto)).toMatchObject({ from: { rating: 1612, deviation: 71 } });
  const [seen] = await beto.people.challenges();
  expect(seen!.to).toEqual({ player: idOf(beto), name: 'Beto' });
  const fortress = await send(beto, ana, { ...WISH, preset: 'tieqchieq-fortress' });
  expect(fortress.to).toEqual({ player: idOf(ana), name: 'Ana' });
});

test('of two answers that come at one moment one counts', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const { accept, decline } = beto.people;
  const answers = [
    (one: string) => accept.call(beto.people, one),
    (one: string) => decline.call(beto.people, one, 'no'),
  ];
  for (const second of answers) {
    const { challenge } = await send(ana, beto);
    const told = await Promise.allSettled([beto.people.accept(challenge), second(challenge)]);
    expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('a challenge is declined with a reason, taken back, or expires: after ten minutes, or after two days if the clock counts days', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const declined = await send(ana, beto);
  await beto.people.decline(declined.challenge, 'later');
  expect(await ana.people.challenges()).toMatchObject([{ state: 'declined', reason: 'later' }]);
  const withdrawn = await send(ana, beto);
  await expect(beto.people.withdraw(withdrawn.challenge)).rejects.toMatchObject(gone);
  await ana.people.withdraw(withdrawn.challenge);
  for (const answer of [
    () => beto.people.accept(withdrawn.challenge),
    () => beto.people.decline(declined.challenge, 'no'),
  ])
    await expect(answer()).rejects.toMatchObject(gone);
  const live = await send(ana, beto);
  clock += 10 * MINUTE;
  await expect(beto.people.accept(live.challenge)).rejects.toMatchObject(gone);
  const slow = await send(ana, beto, { game: 'tieqchieq', table: { clock: { kind: 'days', days: 1 } } });
  expect(slow.endsAt - clock).toBe(2 * 24 * 60 * MINUTE);
  expect(await states(beto)).toEqual(['open']);
  expect((await states(ana)).sort()).toEqual(['declined', 'expired', 'open']);
});

test('what no match can be is refused when it is sent, and so are ten more challenges and a second one to the same player', async () => {
  const [ana, ...others] = await people('Ana', ...Array.from({ length: 11 }, (_, n) => `P${n}`));
  const [first, last] = [others[0]!, others[10]!];
  const bots = [{ bot: 'greedy' }, { bot: 'greedy' }] as const;
  for (const [wish, code] of [
    [{ game: 'chess' }, 'unknown-game'],
    [{ game: 'mexica', seats: 3 }, 'bad-options'],
    [{ game: 'tieqchieq', options: { turnCap: 'x' } }, 'bad-options'],
    [{ game: 'mexica', seats: 2, bots }, 'bad-options'],
  ] as const)
    await expect(send(ana!, first, wish)).rejects.toMatchObject({ code });
  await expect(send(ana!, ana!)).rejects.toMatchObject({ reason: 'player' });
  await expect(ana!.people.challenge('p-none', WISH)).rejects.toMatchObject({ code: 'no-such-player' });
  expect((await send(ana!, first, { game: 'mexica', seats: 4, bots })).seats).toBe(4);
  await expect(send(ana!, first)).rejects.toMatchObject({ code: 'limit-reached', reason: 'challenges' });
  for (const other of others.slice(1, 10)) await send(ana!, other);
  await expect(send(ana!, last)).rejects.toMatchObject({ code: 'limit-reached', reason: 'challenges' });
});

/** Without what differs between any two challenges. */
const plain = (all: readonly MatchChallenge[]) => all.map(({ challenge: _, to: __, ...others }) => others);

test('a challenge to a player who has blocked the sender looks like one without an answer, and is shown to no third player', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
  ];
  await ana.people.block(idOf(beto));
  await send(beto, ana);
  const seen = [plain(await beto.people.challenges())];
  clock += 10 * MINUTE;
  seen.push(plain(await beto.people.challenges()));
  expect(await ana.people.challenges()).toEqual([]);
  const other = await person('Beto');
  clock -= 10 * MINUTE;
  await send(other, caro);
  const unanswered = [plain(await other.people.challenges())];
  clock += 10 * MINUTE;
  unanswered.push(plain(await other.people.challenges()));
  const scrub = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/p-[0-9A-Z]{12}/g, 'P'));
  expect(scrub(seen)).toEqual(scrub(unanswered));
  await expect(send(ana, beto)).rejects.toMatchObject({ code: 'blocked-by-you' });
});

test('a challenger who has too many open matches is not a limit of the player who accepts', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const { challenge } = await send(ana, beto);
  for (let n = 0; n < 2; n++) closing(await ana.join(await ana.create(WISH)));
  const refused = { code: 'unavailable', reason: 'challenger' };
  await expect(beto.people.accept(challenge)).rejects.toMatchObject(refused);
  expect([await states(ana), await states(beto)]).toEqual([['open'], ['open']]);
});

test('a challenge of a banned player is as taken back, until the ban ends; what was accepted stays', async () => {
  const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
  ];
  const { challenge } = await send(ana, beto);
  await caro.people.accept((await send(ana, caro)).challenge);
  await operator(`POST /players/${idOf(ana)}/ban`, { body: { days: 1 } });
  expect([await states(beto), await states(caro)]).toEqual([[], ['accepted']]);
  await expect(beto.people.accept(challenge)).rejects.toMatchObject(gone);
  await operator(`POST /players/${idOf(ana)}/unban`);
  expect(await states(beto)).toEqual(['open']);
  expect(await beto.people.accept(challenge)).toMatchObject({ state: 'accepted' });
});

test('one that was accepted stays in the list of a player who is blocked later', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  await beto.people.accept((await send(ana, beto)).challenge);
  await ana.people.block(idOf(beto));
  expect([await states(ana), await states(beto)]).toEqual([[], ['accepted']]);
});

test('a block ends challenges that are open: for the blocked player they are as taken back', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const [his, hers] = [await send(beto, ana), await send(ana, beto)];
  await ana.people.block(idOf(beto));
  expect(await ana.people.challenges()).toEqual([]);
  expect(await states(beto)).toEqual(['open']); // his own
  await expect(beto.people.accept(hers.challenge)).rejects.toMatchObject(gone);
  await expect(ana.people.accept(his.challenge)).rejects.toMatchObject(gone);
  await ana.people.unblock(idOf(beto));
  expect(await ana.people.challenges()).toEqual([expect.objectContaining({ challenge: his.challenge })]);
  await send(ana, beto); // hers is gone, and counts no more
  await ana.account.deleteMe();
  expect(await beto.people.challenges()).toEqual([]);
});

test('the export holds them, and a week after their end they are gone', async () => {
  const [ana, beto] = (await people('Ana', 'Beto')) as [FlowerWarClient, FlowerWarClient];
  const { challenge } = await send(ana, beto);
  for (const one of [ana, beto]) expect((await one.account.exportData()).challenges).toMatchObject([{ challenge }]);
  clock += 7 * 24 * 60 * MINUTE;
  expect(await states(ana)).toEqual(['expired']);
  clock += 2 * 60 * MINUTE;
  await expect.poll(() => states(ana), { timeout: 8000 }).toEqual([]);
});
