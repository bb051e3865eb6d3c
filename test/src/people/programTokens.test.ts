/** Tokens of programs: each may call the routes of its scopes and no other, and ends with all that was opened by it. */
import { FlowerWarClient, type MadeToken, type ProgramToken, programClient, type Scope } from '@flower-war/client';
import {
  BOT_SCOPES,
  methodOf,
  type MatchSummary,
  pathOf,
  type Route,
  SCOPES,
  type SeatedAnswer,
} from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { ALL_ROUTES, asking, newGuest, OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { type Person, RawClient, send, takeSeat } from '../support/sockets/rawClient.ts';
import { DAY, MINUTE, UNAUTHORIZED } from './identity.ts';

let clock = Date.now();
serveThisFile({ OPERATOR_TOKEN, LIMITS: '1', TRUST_PROXY: '1' }, { now: () => clock });

const ask = asking(() => house.url);
const operator = operatorOf(() => house.url);
const ALL = (Object.keys(SCOPES) as Scope[]).filter((scope) => scope !== 'bot');

let addresses = 0;
const from = () => `203.0.113.${++addresses}`;

const guest = async () => {
  clock += 10 * MINUTE; // all limits are fresh
  return newGuest(ask);
};
const make = (token: string, scopes: readonly Scope[], days = 1) =>
  ask<MadeToken>('POST /api/me/tokens', { token, body: { name: 'bot', scopes, days } });
const secretOf = async (token: string, ...scopes: Scope[]) => (await make(token, scopes)).body.secret;
const listed = async (token: string) =>
  (await ask<{ tokens: ProgramToken[] }>('GET /api/me/tokens', { token })).body.tokens;
const revoke = (token: string, id: string) => ask(`DELETE /api/me/tokens/${id}`, { token });

/** Calls the route with nothing that it could take: what the path names is nowhere, and the body is none. */
function callAmiss(route: Route, token: string, address: string) {
  const path = pathOf(route).replace(/\{\w+\}/g, 'none');
  const body = methodOf(route) === 'POST' ? { body: '{' } : {};
  const headers = { 'x-forwarded-for': address, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(house.url + path, { method: methodOf(route), headers, ...body });
}

interface Called {
  readonly route: Route;
  readonly response: Response;
  readonly refused: object | false;
}

/** The route was refused for its scope exactly if none of these is the one that it needs. */
function expectOnly(scopes: readonly Scope[], { route, response, refused }: Called): void {
  const { scope: needed } = route;
  if (needed === undefined || needed === 'any' || scopes.some((scope) => scope === needed)) {
    expect(refused, route.id).not.toMatchObject({ code: 'scope-missing' });
    if (needed !== undefined) expect([401, 429, 500, 503], route.id).not.toContain(response.status);
  } else expect(refused, route.id).toMatchObject({ code: 'scope-missing', reason: needed });
}

const botOf = async (token: string) =>
  (await ask<{ player: string }>('POST /api/me/bots', { token, body: { name: 'Tezcat' } })).body.player;
const secretOfBot = async (token: string, scopes: readonly Scope[]) => {
  const body = { name: 'bot', scopes, days: 1, bot: await botOf(token) };
  return (await ask<MadeToken>('POST /api/me/tokens', { token, body })).body.secret;
};

describe('a token may call', () => {
  test.each(ALL)('with the scope %s exactly the routes that the table says', async (scope) => {
    const { token } = await guest();
    const [secret, address] = [await secretOf(token, scope), from()];
    for (const route of ALL_ROUTES) {
      const response = await callAmiss(route, secret, address);
      const refused = response.status === 403 && ((await response.json()) as { code: string; reason: string });
      expectOnly([scope], { route, response, refused });
      await response.body?.cancel().catch(() => {});
    }
  });

  test.each(BOT_SCOPES)(
    'of a bot account, with the scope %s the same, and nothing that only people do',
    async (scope) => {
      const { token } = await guest();
      const scopes: readonly Scope[] = ['bot', scope];
      const [secret, address] = [await secretOfBot(token, scopes), from()];
      let forPeople = 0;
      for (const route of ALL_ROUTES) {
        const response = await callAmiss(route, secret, address);
        const refused = response.status === 403 && ((await response.json()) as { code: string; reason: string });
        if (route.isForPeople && scopes.includes(route.scope as Scope)) {
          expect(refused, route.id).toMatchObject({ code: 'bots-not-allowed', reason: 'people' });
          forPeople++;
        } else expectOnly(scopes, { route, response, refused });
        await response.body?.cancel().catch(() => {});
      }
      expect(forPeople > 0).toBe(scope === 'play' || scope === 'lobby');
    },
  );

  test('only with scopes that fit its account: a bot needs `bot` and never has those of people, and no person has it', async () => {
    const { token } = await guest();
    const other = await guest();
    const bot = await botOf(token);
    const wrong = [
      ...ALL.map((scope) => ({ bot, scopes: [scope] })),
      ...(['temples', 'tournaments', 'moderate'] as const).map((scope) => ({ bot, scopes: ['bot', scope] })),
      { scopes: ['bot'] },
      { scopes: ['bot', 'read'] },
    ];
    for (const body of wrong) {
      const asked = { token, body: { name: 'x', days: 1, ...body } };
      expect((await ask('POST /api/me/tokens', asked)).body, String(body.scopes)).toMatchObject({ code: 'bot-scopes' });
    }
    for (const one of [other.player, bot, 'bot-NONE'])
      expect(
        await ask('POST /api/me/tokens', {
          token: other.token,
          body: { name: 'x', days: 1, scopes: ['bot'], bot: one },
        }),
      ).toMatchObject({ status: 404, body: { code: 'no-such-bot' } });
  });

  test('with every scope none of the routes of the account', async () => {
    const { token } = await guest();
    const [secret, address] = [await secretOf(token, ...ALL), from()];
    const ofAccount = ALL_ROUTES.filter(({ call }) =>
      /(DELETE|POST) \/api\/me$|export|recovery-code|sessions|passkeys.*|links$|sign-out|me\/(tokens|webhooks|bots.*)/.test(
        call,
      ),
    ).filter((route) => route.token !== undefined && route.call.startsWith('GET /api/operator') === false);
    expect(ofAccount.length).toBeGreaterThan(18);
    for (const route of ofAccount.filter(({ token: needs }) => needs === 'must')) {
      const response = await callAmiss(route, secret, address);
      expect(await response.json(), route.id).toMatchObject({ code: 'scope-missing', reason: 'account' });
    }
  });

  test('what its player may, and no more: the rights of a moderator are those of the player', async () => {
    const { token, player } = await guest();
    const [moderates, reads] = [await secretOf(token, 'moderate'), await secretOf(token, 'read')];
    const reports = (as: string) => ask('GET /api/order/reports', { token: as });
    expect((await reports(moderates)).body).toMatchObject({ code: 'no-right', reason: 'reports' });
    await operator(`POST /players/${player}/moderator`, { body: { rights: ['reports'] } });
    expect((await reports(moderates)).status).toBe(200);
    expect((await reports(reads)).body).toMatchObject({ code: 'scope-missing', reason: 'moderate' });
    expect((await ask('GET /api/order/figures', { token: moderates })).body).toMatchObject({ code: 'no-right' });
    await operator(`POST /players/${player}/ban`, { body: { reason: 'tests', days: 1 } });
    expect(await reports(moderates)).toMatchObject({ status: 403, body: { code: 'banned' } });
    expect((await ask('GET /api/matches', { token: reads })).body).toMatchObject({ code: 'banned' });
    expect((await ask('GET /api/me/penalties', { token: reads })).status).toBe(200);
  });

  test('as often as its player, and takes nothing from the player', async () => {
    const { token } = await guest();
    const secrets = [await secretOf(token, 'lobby'), await secretOf(token, 'lobby')];
    const many = async (as: string, times: number) => {
      const asked = { token: as, body: { game: 'none' } };
      const all = await Promise.all(Array.from({ length: times }, () => ask('POST /api/matches', asked)));
      return all.filter(({ status }) => status !== 429).length;
    };
    expect([await many(secrets[0]!, 25), await many(secrets[1]!, 25)]).toEqual([25, 5]);
    expect(await many(token, 40)).toBe(30);
  });
});

describe('a token', () => {
  test('is shown once, is listed and exported without its secret, and its use is noted to a minute', async () => {
    const { token } = await guest();
    const { status, body } = await make(token, ['play', 'read'], 30);
    const { secret, ...rest } = body;
    expect([status, secret]).toEqual([200, expect.stringMatching(/^fwt_[\w-]{43}$/)]);
    expect(rest).toMatchObject({ name: 'bot', scopes: ['play', 'read'], createdAt: clock, endsAt: clock + 30 * DAY });
    expect(await listed(token)).toEqual([rest]);
    const usedAt = clock;
    const use = async () => (await ask('GET /api/me', { token: secret })).status;
    expect(await use()).toBe(200);
    await expect.poll(() => listed(token)).toEqual([{ ...rest, lastUsedAt: usedAt }]);
    clock += 50_000;
    expect(await use()).toBe(200);
    expect(await listed(token)).toEqual([{ ...rest, lastUsedAt: usedAt }]);
    const data = await ask<{ tokens: unknown }>('GET /api/me/export', { token });
    expect(data.body.tokens).toEqual([{ ...rest, lastUsedAt: usedAt }]);
  });

  test('of wrong form is refused', async () => {
    const { token } = await guest();
    const good = { name: 'bot', scopes: ['read'], days: 1 };
    const wrong = [
      undefined,
      ...['', 'x'.repeat(41), 'a\u0000b', 7].map((name) => ({ ...good, name })),
      ...[[], ['admin'], ['account'], ['any'], 'read', [7]].map((scopes) => ({ ...good, scopes })),
      ...[0, 366, 1.5, '1', -1].map((days) => ({ ...good, days })),
      { ...good, player: 'p-OTHER' },
    ];
    for (const body of wrong)
      expect((await ask('POST /api/me/tokens', { token, body })).body).toMatchObject({ code: 'bad-request' });
    for (const bad of ['fwt_', 'fwt_x', `fwt_${'A'.repeat(43)}`, `fwt_${'A'.repeat(2044)}`])
      expect(await ask('GET /api/me', { token: bad })).toMatchObject(UNAUTHORIZED);
    expect(await listed(token)).toEqual([]);
  });

  test('is one of two of a guest, and of ten of a player with a name', async () => {
    const { token } = await guest();
    const tenfold = async () => {
      const all = await Promise.all(Array.from({ length: 12 }, () => make(token, ['read'])));
      return all.filter(({ status }) => status === 200).length;
    };
    expect(await tenfold()).toBe(2);
    await ask('POST /api/me', { token, body: { name: 'Ana' } });
    expect(await tenfold()).toBe(8);
    expect((await make(token, ['read'])).body).toMatchObject({ code: 'limit-reached', reason: 'tokens' });
    expect((await revoke(token, (await listed(token))[0]!.token)).status).toBe(200);
    expect((await make(token, ['read'])).status).toBe(200);
  });

  test('ends when its player says so, and no other player; with all sessions; with the player; and by itself', async () => {
    const [ana, ben] = [await guest(), await guest()];
    const isGood = async (secret: string) => (await ask('GET /api/me', { token: secret })).status === 200;
    const { token: id, secret } = (await make(ana.token, ['read'])).body;
    expect(await revoke(ben.token, id)).toMatchObject({ status: 404, body: { code: 'no-such-token' } });
    expect(await isGood(secret)).toBe(true);
    expect((await revoke(ana.token, id)).body).toEqual({ revoked: true });
    expect(await ask('GET /api/me', { token: secret })).toMatchObject(UNAUTHORIZED);
    expect((await revoke(ana.token, id)).status).toBe(404);
    const [of, short] = [await secretOf(ana.token, 'read'), await secretOf(ben.token, 'read')];
    await ask('POST /api/sign-out/everywhere', { token: ana.token });
    expect([await isGood(of), await isGood(short)]).toEqual([false, true]);
    const long = (await make(ben.token, ['read'], 365)).body.secret;
    clock += DAY;
    expect([await isGood(short), await isGood(long)]).toEqual([false, true]);
    const back = await ask<{ token: string }>('POST /api/tokens', { body: { refresh: ben.refresh } });
    expect(await listed(back.body.token)).toHaveLength(1);
    await ask('DELETE /api/me', { token: back.body.token });
    expect(await isGood(long)).toBe(false);
  });
});

/** A program as a person of the tests: it acts by its token. */
const programOf = ({ url, session }: Person, token: string): Person => ({
  url,
  session: { ...session, token },
  post: (path, body = {}) => send(url, path, body, token),
  renew: async () => {},
});

/** A player at a new match, with a token of these scopes. */
async function atMatch(...scopes: Scope[]) {
  const session = await guest();
  const player: Person = programOf({ url: house.url, session } as Person, session.token);
  const made = (await make(session.token, scopes)).body;
  const match = (await player.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  const own = closing(await takeSeat(player, match));
  return { player, made, match, own, program: programOf(player, made.secret) };
}

async function opened({ program, match }: Awaited<ReturnType<typeof atMatch>>) {
  const path = `/api/matches/${match.match}`;
  const seat = await program.post<SeatedAnswer>(`${path}/connect`);
  const socket = closing(await RawClient.connect(house.url, seat.body));
  const stream = await PlainStream.open(program, match.match);
  const left = (await program.post<SeatedAnswer>(`${path}/connect`)).body;
  return { socket, stream, left };
}

describe('what a program has opened', () => {
  const SOON = { timeout: 2500, interval: 20 };

  test.each(['is revoked', 'is over'])(
    'ends within two seconds after its token %s; the player and others stay',
    async (how) => {
      const table = await atMatch('play');
      const { player, made, own, match } = table;
      const other = closing(
        await PlainStream.open(programOf(player, await secretOf(player.session.token, 'play')), match.match),
      );
      const { socket, stream, left } = await opened(table);
      if (how === 'is over') clock = made.endsAt - 1;
      else expect((await revoke(player.session.token, made.token)).status).toBe(200);
      if (how === 'is over') clock = made.endsAt;
      await expect.poll(() => [socket.closeCode, stream.isClosed], SOON).toEqual([4010, true]);
      expect(stream.lines.at(-1)).toMatchObject({ kind: 'closed', code: 'unauthorized' });
      if (how === 'is over') return;
      await expect(RawClient.connect(house.url, left).then((late) => late.until(() => false))).rejects.toThrow(
        'closed',
      );
      await own.settle();
      expect([own.closeCode, other.isClosed]).toEqual([undefined, false]);
    },
  );

  test('does over a socket what the scopes say, as over HTTP', async () => {
    const { program, match, player } = await atMatch('read');
    const { body } = await program.post<SeatedAnswer>(`/api/matches/${match.match}/watch`);
    const socket = closing(await RawClient.connect(house.url, body));
    const needed = { code: 'scope-missing', reason: 'play' };
    for (const [action, payload] of [
      ['say', [1, 'hola']],
      ['phrase', [2, 'hello']],
      ['resign', [3]],
      ['act', 'no payload'],
    ])
      expect(await socket.request(action as string, payload)).toMatchObject(needed);
    expect((await program.post(`/api/matches/${match.match}/connect`)).body).toMatchObject(needed);
    const plays = programOf(player, await secretOf(player.session.token, 'play'));
    const seat = await plays.post<SeatedAnswer>(`/api/matches/${match.match}/connect`);
    const says = closing(await RawClient.connect(house.url, seat.body));
    expect(await says.request('say', [1, 'hola'])).toMatchObject({ kind: 'accepted' });
  });
});

test('the SDK makes tokens, and plays by one', async () => {
  clock += DAY;
  const ana = new FlowerWarClient({ url: house.url });
  await ana.signIn('Ana');
  const { secret, token } = await ana.tokens.create({ name: 'bot', scopes: ['read', 'play', 'lobby'], days: 1 });
  const bot = await programClient({ url: house.url }, secret);
  expect(bot.session).toMatchObject({ player: ana.session?.player, name: 'Ana' });
  const live = closing(await bot.join(await bot.create({ game: 'tieqchieq', bots: [{ bot: 'random' }] })));
  await live.until(({ table }) => table.status === 'running', { within: 9000 });
  await expect(bot.tokens.list()).rejects.toMatchObject({ code: 'scope-missing', reason: 'account' });
  await ana.tokens.revoke(token);
  await expect(bot.account.me()).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await ana.tokens.list()).toEqual([]);
});
