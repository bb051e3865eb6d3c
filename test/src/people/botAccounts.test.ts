/** Bot accounts: what their tokens may do, where they may sit, how they are named and rated, and how they end. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { BotWork, Leaderboard, ListedBot, MadeToken, MatchChallenge, OwnBot, Profile } from '@flower-war/client';
import { BOT_ACCOUNT, type MatchSummary, type SeatedAnswer, type SignedIn } from '@flower-war/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { type Ask, asking, newGuest, OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { checkRefusal, RawClient } from '../support/sockets/rawClient.ts';
import { MINUTE, UNAUTHORIZED } from './identity.ts';

let clock = Date.now();
serveThisFile({ OPERATOR_TOKEN, LIMITS: '20', BOT_DELAY_MS: '0' }, { now: () => clock });

const plain = asking(() => house.url);
/** Every refusal is one that the route table lists. */
const ask: Ask = async (call, asked) => {
  const answer = await plain(call, asked);
  const [method, path = ''] = call.split(' ');
  if (method === 'POST') checkRefusal(path, answer.status, answer.body);
  return answer as never;
};
const operator = operatorOf(() => house.url);
const GAME = { game: 'tieqchieq', seats: 2 };

interface Account {
  readonly player: string;
  readonly token: string;
}

/** A person with a name and a recovery code. */
async function named(name: string): Promise<SignedIn> {
  const guest = await newGuest(ask);
  await ask('POST /api/me', { token: guest.token, body: { name } });
  return guest;
}

async function botOf({ token }: Account, name = 'Tezcat'): Promise<Account> {
  const { player } = (await ask<OwnBot>('POST /api/me/bots', { token, body: { name } })).body;
  const body = { name: 'program', scopes: ['bot', 'read', 'play', 'lobby'], days: 1, bot: player };
  const { secret } = (await ask<MadeToken>('POST /api/me/tokens', { token, body })).body;
  return { player, token: secret };
}

const make = async ({ token }: Account, table: object = {}) =>
  (await ask<MatchSummary>('POST /api/matches', { token, body: { ...GAME, table } })).body;
const sit = ({ token }: Account, { match, commitment }: MatchSummary, more: object = {}) =>
  ask<SeatedAnswer & { code?: string; reason?: string }>(`POST /api/matches/${match}/seat`, {
    token,
    body: { commitment, contribution: randomBytes(16).toString('hex'), ...more },
  });
const ready = async ({ token }: Account, games: readonly string[] = []) =>
  (await ask<BotWork>('POST /api/me/ready', { token, body: { games } })).body;
const seen = async ({ match }: Pick<MatchSummary, 'match'>, as?: Account) =>
  (await ask<MatchSummary>(`GET /api/matches/${match}`, { token: as?.token })).body;
const profile = async ({ player }: Account) => (await ask<Profile>(`GET /api/players/${player}`)).body;
const challenge = async (one: Account, other: Account, more: object = {}) =>
  (
    await ask<MatchChallenge>(`POST /api/players/${other.player}/challenge`, {
      token: one.token,
      body: { game: 'tieqchieq', ...more },
    })
  ).body;
const NOT_HERE = { status: 403, body: { code: 'bots-not-allowed', reason: 'table' } };

let ana: SignedIn;
let ben: SignedIn;
let bot: Account;

beforeAll(async () => {
  [ana, ben] = [await named('Ana'), await named('Ben')];
  bot = await botOf(ana);
});

describe('a bot sits', () => {
  test('at no table that does not allow it, by no door', async () => {
    const open = await make(ben);
    const secret = await make(ben, { visibility: 'private' });
    const { code } = await seen(secret, ben);
    const admits = await make(ben, { approval: true });
    await operator('POST /undrain');
    await ask(`POST /api/matches/${admits.match}/admit`, { token: ben.token, body: { player: bot.player } });
    for (const [table, more] of [
      [open, {}],
      [open, { seat: 1 }],
      [secret, { code }],
      [admits, {}],
    ] as const)
      expect(await sit(bot, table, more)).toMatchObject(NOT_HERE);
    expect((await seen(admits, ben)).asking).toEqual([]);
    const quick = await ask('POST /api/quick', { token: bot.token, body: { game: 'tieqchieq' } });
    expect(quick).toMatchObject({ status: 403, body: { code: 'bots-not-allowed', reason: 'people' } });
    for (const path of ['tournaments', 'tournaments/t-NONE/enter'])
      expect((await ask(`POST /api/${path}`, { token: bot.token, body: {} })).body).toMatchObject({
        code: 'scope-missing',
        reason: 'tournaments',
      });
    const connect = (match: string) => ask(`POST /api/matches/${match}/connect`, { token: bot.token });
    expect((await connect(open.match)).body).toMatchObject({ code: 'not-seated' });
    expect((await seen(open)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
  });

  test('neither in the place of a player who is away from such a table', async () => {
    const cem = await named('Cem');
    const table = await make(ben, { absence: 'casual' });
    await sit(ben, table);
    await sit(cem, table);
    expect((await seen(table)).status).toBe('running');
    for (const seat of [0, 1]) expect(await sit(bot, table, { seat })).toMatchObject(NOT_HERE);
  });

  test('where the maker allowed programs, and all see before that it is a bot, and whose', async () => {
    const table = await make(ben, { programs: 'allowed' });
    expect(table.table.programs).toBe('allowed');
    expect((await sit(bot, table)).status).toBe(200);
    const { seats } = await seen(table);
    expect(seats[0]).toMatchObject({ kind: 'player', player: bot.player, name: 'Tezcat (bot: Ana)' });
    const listed = (await ask<{ matches: MatchSummary[] }>('GET /api/matches?game=tieqchieq&status=open')).body.matches;
    expect(listed.find(({ match }) => match === table.match)?.seats[0]?.name).toBe('Tezcat (bot: Ana)');
    expect(await profile(bot)).toMatchObject({ name: 'Tezcat (bot: Ana)', owner: { player: ana.player, name: 'Ana' } });
    expect((await make(ben)).table).not.toHaveProperty('programs');
  });

  test('at no table to which quick play leads a person', async () => {
    const [ola, pat] = [await named('Ola'), await named('Pat')];
    const table = await make(ola, { programs: 'allowed', fillSeconds: 1 });
    await sit(ola, table);
    const { match } = (
      await ask<MatchSummary>('POST /api/quick', { token: pat.token, body: { game: 'tieqchieq', seats: 2 } })
    ).body;
    expect(match).not.toBe(table.match);
    expect((await seen({ match })).table).not.toHaveProperty('programs');
  });

  test('at its own table, which says so; and where it is challenged, or its challenge is accepted', async () => {
    const own = await make(bot);
    expect(own.table.programs).toBe('allowed');
    expect((await sit(bot, own)).status).toBe(200);
    const dan = await named('Dan');
    for (const [from, to] of [
      [dan, bot],
      [bot, dan],
    ] as const) {
      const { challenge: id, table } = await challenge(from, to);
      expect(table).toMatchObject({ programs: 'allowed', visibility: 'private', rated: true });
      const { match, code } = (
        await ask<MatchChallenge>(`POST /api/me/challenges/${id}/accept`, { token: to.token, body: {} })
      ).body;
      const made = await seen({ match: match! }, from);
      const doors = await Promise.all([sit(from, made, { code }), sit(to, made, { code })]);
      expect(doors.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('beside its owner or another bot of its owner only where nothing is rated', async () => {
    const second = await botOf(ana, 'Second');
    const rated = await make(bot);
    await sit(bot, rated);
    for (const kin of [second, ana])
      expect(await sit(kin, rated)).toMatchObject({ status: 403, body: { code: 'bots-not-allowed', reason: 'owner' } });
    expect((await challenge(bot, second)).table).toMatchObject({ programs: 'allowed', rated: false });
    expect((await challenge(ana, bot)).table.rated).toBe(false);
    const casual = await make(bot, { rated: false });
    await sit(bot, casual);
    expect((await sit(second, casual)).status).toBe(200);
  });
});

describe('a bot that takes challenges', () => {
  test('is listed for half a minute, by the games that it plays, and is told what waits for it', async () => {
    const [eve, her] = [await named('Eve'), await named('Eva')];
    const bots = [await botOf(eve, 'One'), await botOf(eve, 'Two')].sort((a, b) => (a.player < b.player ? -1 : 1));
    const list = async (query = '') => (await ask<{ bots: ListedBot[]; next?: string }>(`GET /api/bots${query}`)).body;
    expect(await list('?game=mexica')).toEqual({ bots: [] });
    for (const one of bots) await ready(one, ['mexica', 'mexica']);
    const all = await list('?game=mexica');
    expect(all.bots).toEqual(
      bots.map(({ player }) => ({
        player,
        name: expect.stringMatching(/^(One|Two) \(bot: Eve\)$/),
        owner: { player: eve.player, name: 'Eve' },
        games: ['mexica'],
        ratings: [],
      })),
    );
    const page = await list('?game=mexica&limit=1');
    expect(page).toMatchObject({ bots: [{ player: bots[0]!.player }], next: bots[0]!.player });
    expect((await list(`?game=mexica&limit=1&before=${page.next}`)).bots).toMatchObject([{ player: bots[1]!.player }]);
    expect(await list('?game=space-aztecs')).toEqual({ bots: [] });
    expect((await ask('GET /api/bots?game=m%25')).body).toMatchObject({ code: 'unknown-game' });
    expect((await ask('POST /api/me/ready', { token: bots[0]!.token, body: { games: ['chess'] } })).body).toMatchObject(
      {
        code: 'unknown-game',
      },
    );
    const { challenge: id } = await challenge(her, bots[0]!);
    expect((await ready(bots[0]!)).challenges).toMatchObject([{ challenge: id, from: { name: 'Eva' } }]);
    await ask(`POST /api/me/challenges/${id}/accept`, { token: bots[0]!.token, body: {} });
    const waits = await ready(bots[0]!);
    expect(waits).toMatchObject({ challenges: [], matches: [{ match: expect.any(String), code: expect.any(String) }] });
    const { match, commitment, code } = waits.matches[0]!;
    expect((await sit(bots[0]!, { match, commitment } as MatchSummary, { code })).status).toBe(200);
    expect((await ready(bots[0]!)).matches).toEqual([{ match, commitment }]);
    expect((await ask('POST /api/me/ready', { token: her.token, body: {} })).body).toMatchObject({
      code: 'scope-missing',
      reason: 'bot',
    });
    clock += 31_000;
    expect(await list('?game=mexica')).toEqual({ bots: [] });
  });
});

test('a bot is told of a rematch, with its code, as long as a seat is kept for it and no block keeps it away', async () => {
  const { challenge: id } = await challenge(ben, bot);
  await ready(bot);
  const { match } = (await ask<MatchChallenge>(`POST /api/me/challenges/${id}/accept`, { token: bot.token })).body;
  const table = await seen({ match: match! }, ben);
  const { code } = table;
  for (const one of [ben, bot]) await sit(one, table, { code });
  await ask(`POST /api/matches/${table.match}/resign`, { token: ben.token, body: { id: randomUUID() } });
  const next = (await ask<MatchSummary>(`POST /api/matches/${table.match}/rematch`, { token: ben.token })).body;
  const named = { match: next.match, commitment: next.commitment, code: next.code };
  const told = async () => (await ready(bot)).matches.filter((one) => one.match === next.match);
  expect(await told()).toEqual([named]);
  await ask(`POST /api/me/people/${ana.player}/block`, { token: ben.token });
  expect(await told()).toEqual([]);
  await ask(`DELETE /api/me/people/${ana.player}/block`, { token: ben.token });
  clock += 3 * MINUTE;
  expect(await told()).toEqual([]);
  expect(await sit(bot, next, { code: next.code })).toMatchObject({ status: 200 });
  expect(await told()).toEqual([{ match: next.match, commitment: next.commitment }]);
});

describe('a bot account', () => {
  test('has a name of its own, which nothing hides; and its owner may be renamed', async () => {
    const fay = await named('Fay');
    const one = await botOf(fay, 'Xoc');
    const amiss = { token: fay.token, body: { name: 'Ben (bot: Ana)' } };
    for (const call of ['POST /api/me/bots', `POST /api/me/bots/${one.player}`])
      expect((await ask(call, amiss)).body).toMatchObject({ code: 'name-refused' });
    const person = { token: fay.token, body: { name: 'Xoc (bot: Ana)' } };
    expect((await ask('POST /api/me', person)).body).toMatchObject({ code: 'name-refused' });
    await ask('POST /api/me', { token: fay.token, body: { name: 'Faye' } });
    expect((await profile(one)).name).toBe('Xoc (bot: Faye)');
    await ask(`POST /api/me/bots/${one.player}`, { token: fay.token, body: { name: 'Ana' } });
    expect((await profile(one)).name).toBe('Ana (bot: Faye)');
    const mine = { token: ana.token, body: { name: 'Mine' } };
    expect(await ask(`POST /api/me/bots/${one.player}`, mine)).toMatchObject({
      status: 404,
      body: { code: 'no-such-bot' },
    });
    expect((await ask(`DELETE /api/me/bots/${one.player}`, { token: ana.token })).status).toBe(404);
    expect((await ask(`DELETE /api/me/bots/${fay.player}`, { token: fay.token })).status).toBe(404);
  });

  test('is one of five of a person, and of one of a guest', async () => {
    const [guest, gil] = [await newGuest(ask), await named('Gil')];
    const many = async ({ token }: Account) => {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => ask('POST /api/me/bots', { token, body: { name: 'Bird' } })),
      );
      return all.filter(({ status }) => status === 200).length;
    };
    expect([await many(guest), await many(gil)]).toEqual([1, 5]);
    const one = await ask('POST /api/me/bots', { token: gil.token, body: { name: 'Bird' } });
    expect(one.body).toMatchObject({ code: 'limit-reached', reason: 'bots' });
  });

  test('is blocked with its owner, and a block of its owner is its own', async () => {
    const [hal, ivy] = [await named('Hal'), await named('Ivy')];
    const one = await botOf(hal);
    await ask(`POST /api/me/people/${hal.player}/block`, { token: ivy.token });
    expect(await challenge(ivy, one)).toMatchObject({ code: 'blocked-by-you' });
    await challenge(one, ivy);
    const waiting = (await ask<{ challenges: object[] }>('GET /api/me/challenges', { token: ivy.token })).body;
    expect(waiting.challenges).toEqual([]);
    expect((await sit(one, await make(ivy, { programs: 'allowed' }))).body).toMatchObject({ code: 'not-admitted' });
    await ask(`POST /api/me/people/${ben.player}/block`, { token: hal.token });
    expect((await sit(one, await make(ben, { programs: 'allowed' }))).body).toMatchObject({ code: 'blocked-by-you' });
    await challenge(ben, one);
    expect((await ready(one)).challenges).toEqual([]);
  });

  test('leaves a table of a player whom its owner blocks, and waits for no match of an accepted challenge any more', async () => {
    for (const blocks of ['owner', 'other'] as const) {
      const [hal, ivy] = [await named('Hal'), await named('Ivy')];
      const one = await botOf(hal);
      const table = await make(ivy, { programs: 'allowed' });
      expect((await sit(one, table)).status).toBe(200);
      const { challenge: id } = await challenge(ivy, one);
      await ask(`POST /api/me/challenges/${id}/accept`, { token: one.token, body: {} });
      expect((await ready(one)).matches).toHaveLength(2);
      const [by, on] = blocks === 'owner' ? [hal, ivy] : [ivy, hal];
      await ask(`POST /api/me/people/${on.player}/block`, { token: by.token });
      expect((await ready(one)).matches).toEqual([]);
      expect((await seen(table)).seats[0]).toMatchObject({ kind: 'free' });
    }
  });

  test('stops while its owner is banned, and goes with its owner; its record keeps the id', async () => {
    const jon = await named('Jon');
    const one = await botOf(jon);
    const table = await make(one);
    const socket = closing(await RawClient.connect(house.url, (await sit(one, table)).body));
    await ready(one);
    const isListed = async () =>
      (await ask<{ bots: ListedBot[] }>('GET /api/bots?limit=100')).body.bots.some(
        ({ player }) => player === one.player,
      );
    expect(await isListed()).toBe(true);
    const found = await operator<{ people: { player: string }[] }>(`GET /people?search=${one.player.toLowerCase()}`);
    expect(found.body.people.map(({ player }) => player)).toEqual([one.player]);
    await operator(`POST /players/${jon.player}/ban`, { body: { reason: 'tests', days: 1 } });
    for (const call of ['GET /api/me', 'GET /api/matches', 'GET /api/me/challenges'])
      expect(await ask(call, { token: one.token })).toMatchObject({ status: 403, body: { code: 'banned' } });
    expect(await isListed()).toBe(false);
    await expect.poll(() => socket.closeCode).toBeDefined();
    await operator(`POST /players/${jon.player}/unban`);
    expect((await ask('GET /api/me', { token: one.token })).status).toBe(200);
    const data = (await ask<{ bots: OwnBot[]; tokens: object[] }>('GET /api/me/export', { token: jon.token })).body;
    expect(data).toMatchObject({ bots: [{ player: one.player, name: 'Tezcat' }], tokens: [{ bot: one.player }] });
    await ask('DELETE /api/me', { token: jon.token });
    expect(await ask('GET /api/me', { token: one.token })).toMatchObject(UNAUTHORIZED);
    expect((await ask(`GET /api/players/${one.player}`)).body).toMatchObject({ code: 'no-such-player' });
    expect((await seen(table)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
  });

  test('says nothing while its owner is muted', async () => {
    const mel = await named('Mel');
    const one = await botOf(mel);
    const table = await make(one);
    await sit(one, table);
    const say = async () =>
      ask(`POST /api/matches/${table.match}/say`, { token: one.token, body: { id: randomUUID(), text: 'hola' } });
    expect((await say()).status).toBe(200);
    const mute = { body: { kind: 'mute', reason: 'abuse', days: 1 } };
    expect((await operator(`POST /players/${mel.player}/penalties`, mute)).status).toBe(200);
    expect((await say()).body).toMatchObject({ code: 'muted' });
  });

  test('loses its tokens when its owner signs out everywhere, and one when the owner revokes it', async () => {
    const kim = await named('Kim');
    const [one, other] = [await botOf(kim, 'One'), await botOf(kim, 'Other')];
    const tokens = (await ask<{ tokens: { token: string; bot: string }[] }>('GET /api/me/tokens', { token: kim.token }))
      .body.tokens;
    const { token } = tokens.find(({ bot: of }) => of === one.player)!;
    expect((await ask(`DELETE /api/me/tokens/${token}`, { token: ana.token })).status).toBe(404);
    expect((await ask(`DELETE /api/me/tokens/${token}`, { token: kim.token })).status).toBe(200);
    const isGood = async (of: Account) => (await ask('GET /api/me', { token: of.token })).status === 200;
    expect([await isGood(one), await isGood(other)]).toEqual([false, true]);
    await ask('POST /api/sign-out/everywhere', { token: kim.token });
    expect(await isGood(other)).toBe(false);
  });

  test('is not swept away as a guest who never came back', async () => {
    const [lea, guest] = [await named('Lea'), await newGuest(ask)];
    const [kept, gone] = [await botOf(lea), await botOf(guest)];
    const { identity } = house.server.services;
    clock += MINUTE;
    for (const { player } of [kept, gone]) expect(await identity.forgetIdle(player, clock)).toBe(false);
    expect(await identity.forgetIdle(guest.player, clock)).toBe(true);
    const isKnown = ({ player }: Account) => house.server.services.people.isKnown(player);
    expect([await isKnown(kept), await isKnown(gone)]).toEqual([true, false]);
  });
});

/** Ends a match of the two by a resignation of the second. */
async function play(winner: Account, loser: Account): Promise<string> {
  const table = await make(winner, { programs: 'allowed' });
  for (const one of [winner, loser]) expect((await sit(one, table)).status).toBe(200);
  const resigned = await ask(`POST /api/matches/${table.match}/resign`, {
    token: loser.token,
    body: { id: randomUUID() },
  });
  expect(resigned.status).toBe(200);
  return table.match;
}

test('who goes on from a match with a bot has not allowed bots by that; a rematch has the same table', async () => {
  const quin = await named('Quin');
  const match = await play(quin, bot);
  const body = { seq: 3 };
  const on = await ask<MatchSummary>(`POST /api/matches/${match}/continue`, { token: quin.token, body });
  expect(on.body.table).not.toHaveProperty('programs');
  expect(await sit(bot, on.body)).toMatchObject(NOT_HERE);
  const own = await ask<MatchSummary>(`POST /api/matches/${match}/continue`, { token: bot.token, body });
  expect(own.body.table.programs).toBe('allowed');
  const again = await ask<MatchSummary>(`POST /api/matches/${match}/rematch`, { token: quin.token, body: {} });
  expect(again.body.table.programs).toBe('allowed');
});

test('matches with bots are rated in pools of their own, and never change what people have', async () => {
  const [mia, ned] = [await named('Mia'), await named('Ned')];
  const [one, other] = [await botOf(mia), await botOf(ned)];
  await play(mia, ned);
  const settled = async (match: string) => {
    await house.server.services.ratings.catchUp();
    return house.server.services.ratingTable.changesOf(match);
  };
  await settled('none');
  const before = (await profile(mia)).ratings;
  expect(before).toMatchObject([{ matches: 1 }]);
  expect(await settled(await play(one, other))).toHaveLength(2);
  const mixed = await settled(await play(mia, other));
  expect(mixed.map(({ before: was }) => was)).toEqual([1500, 1500]);
  expect((await profile(mia)).ratings).toEqual(before);
  expect((await profile(mia)).poolRatings).toMatchObject([{ pool: 'mixed', matches: 1 }]);
  expect((await profile(other)).ratings).toEqual([]);
  expect((await profile(other)).poolRatings?.map(({ pool, matches }) => [pool, matches])).toEqual([
    ['bots', 1],
    ['mixed', 1],
  ]);
  const { ratingTable } = house.server.services;
  expect(await ratingTable.seasonsOf(other.player)).toEqual([]);
  for (let n = 0; n < 7; n++) await play(n % 2 === 0 ? one : other, n % 2 === 0 ? other : one);
  await settled('none');
  const best = async (query: string) => (await ask<Leaderboard>(`GET /api/leaderboard?game=tieqchieq${query}`)).body;
  const bots = await best('&pool=bots');
  expect(bots.pool).toBe('bots');
  expect(bots.players.map(({ name }) => name).toSorted()).toEqual(['Tezcat (bot: Mia)', 'Tezcat (bot: Ned)']);
  expect((await best('')).players.filter(({ player }) => player.startsWith(BOT_ACCOUNT))).toEqual([]);
  const data = (await ask<{ poolRatings: object[] }>('GET /api/me/export', { token: mia.token })).body;
  expect(data.poolRatings).toMatchObject([{ pool: 'mixed', game: 'tieqchieq' }]);
});
