import { expect, test } from 'vitest';
import { Http, RefusedError, UnreachableError } from './http.ts';
import { type Answer, asked, serving, session, stop, UNAUTHORIZED } from './serving.fixture.ts';

test('a token that is about to end is refreshed once for several calls', async () => {
  const url = await serving(({ url: path }) => [200, path === '/api/tokens' ? session('new') : {}]);
  const http = new Http({ url, session: session('old', Date.now() + 1000) });
  await Promise.all([http.call('getMe'), http.call('listGames')]);
  expect(asked.toSorted()).toEqual(['/api/games Bearer new', '/api/me Bearer new', '/api/tokens Bearer old']);
  expect(http.session?.token).toBe('new');
});

test('a token that the server finds ended is refreshed, and the call made again', async () => {
  const url = await serving(({ url: path, headers }) => {
    if (path === '/api/tokens') return [200, session('new')];
    return headers.authorization === 'Bearer new' ? [200, { fine: true }] : UNAUTHORIZED;
  });
  expect(await new Http({ url, session: session('old') }).call('getMe')).toEqual({ fine: true });
});

test('when the refresh token has ended too, that is what the caller learns, and the session is over', async () => {
  const url = await serving(() => UNAUTHORIZED);
  const http = new Http({ url, session: session('old') });
  const told: unknown[] = [];
  http.keeper.onSession = (...all) => told.push(all);
  const refused = { code: 'unauthorized' };
  await expect(http.call('getMe')).rejects.toMatchObject(refused);
  expect(asked).toHaveLength(2);
  expect(http.session).toBeUndefined();
  expect(told).toMatchObject([[undefined, refused]]);
});

const noRefusals: readonly (readonly [what: string, answer: Answer | undefined])[] = [
  ['a proxy that lets no request pass', [401, 'Sign in to the network']],
  ['another answer of the server', [503, { code: 'unavailable', message: 'Later.' }]],
  ['a limit', [429, { code: 'too-many', message: 'Later.' }]],
];

test.each(noRefusals)('%s ends no session', async (_, answer) => {
  const url = await serving(({ url: path }) => (path === '/api/tokens' ? answer : UNAUTHORIZED));
  const http = new Http({ url, session: session('old') });
  await expect(http.call('getMe')).rejects.toThrow();
  expect(http.session?.token).toBe('old');
});

test('a refresh that is refused late does not end a session that has begun since', async () => {
  const url = await serving(async ({ url: path }) => {
    if (path !== '/api/tokens') return UNAUTHORIZED;
    http.session = session('new');
    return UNAUTHORIZED;
  });
  const http = new Http({ url, session: session('old') });
  await expect(http.call('getMe')).rejects.toThrow();
  expect(http.session?.token).toBe('new');
});

test.each([session('other'), undefined])(
  'a refresh that comes late leaves the session that is there since: %j',
  async (since) => {
    const url = await serving(({ url: path }) => {
      if (path !== '/api/tokens') return [200, {}];
      http.session = since;
      return [200, session('new')];
    });
    const http = new Http({ url, session: session('old', 0) });
    await http.call('getMe');
    expect(http.session).toBe(since);
  },
);

test('a token that cannot be refreshed is refused once, and no other is asked for', async () => {
  const url = await serving(() => UNAUTHORIZED);
  const bridge = new Http({ url, session: { ...session('wrong'), refresh: '' } });
  await expect(bridge.call('connectBridge')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(asked).toHaveLength(1);
});

test('signing in that fails leaves the session of an earlier visit as it was', async () => {
  const url = await serving(() => [403, { code: 'unknown-link-code', message: 'no' }]);
  const http = new Http({ url, session: session('old') });
  await expect(http.enter('redeemLink', { code: 'x' })).rejects.toMatchObject({ code: 'unknown-link-code' });
  expect(http.session?.token).toBe('old');
});

test('a refusal keeps its code and reason', async () => {
  const url = await serving(() => [409, { code: 'bad-options', reason: 'board', message: 'No.' }]);
  const refused = await new Http({ url }).call('getMe').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({ code: 'bad-options', reason: 'board', message: 'No. (board)' });
});

test('a refusal tells its status, and after how many seconds to try again', async () => {
  const url = await serving(() => [429, { code: 'too-many', message: 'No.' }, { 'retry-after': '7' }]);
  const refused = await new Http({ url }).call('getMe').catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429, retryAfter: 7 });
});

test.each(['soon', '', '-1', '1.5', 'Wed, 21 Oct 2026 07:28:00 GMT'])('a time of %j is none', async (after) => {
  const url = await serving(() => [429, { code: 'too-many', message: 'No.' }, { 'retry-after': after }]);
  await expect(new Http({ url }).call('getMe')).rejects.toMatchObject({ retryAfter: undefined });
});

test('a caller who waits no more learns its own reason; others go on', async () => {
  const url = await serving(() => undefined);
  const http = new Http({ url });
  const reason = new Error('the page is gone');
  const controller = new AbortController();
  const aborted = http.within({ signal: controller.signal }).call('listGames');
  const late = http.within({ within: 50 }).call('listGames');
  await expect(late).rejects.toMatchObject({ name: 'TimedOutError' });
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await expect(http.within({ within: 50 }).enter('signInAsGuest', {})).rejects.toMatchObject({ name: 'TimedOutError' });
});

test('a caller who waits no more does not end the refresh of the session for others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const url = await serving(async ({ url: path }) => {
    if (path === '/api/tokens') await promise;
    return [200, path === '/api/tokens' ? session('new') : {}];
  });
  const http = new Http({ url, session: session('old', 0) });
  const first = http.within({ within: 20 }).call('getMe');
  const second = http.call('listGames');
  await expect(first).rejects.toMatchObject({ name: 'TimedOutError' });
  resolve();
  await second;
  expect(asked).toEqual(['/api/tokens Bearer old', '/api/games Bearer new']);
});

test('a clock that is hours ahead refreshes once, and then trusts the server', async () => {
  const url = await serving(({ url: path }) => [
    200,
    path === '/api/tokens' ? session('new', Date.now() - 3_600_000) : {},
  ]);
  const http = new Http({ url, session: session('old', 0) });
  for (let call = 0; call < 3; call++) await http.call('listGames');
  expect(asked).toEqual(['/api/tokens Bearer old', ...Array(3).fill('/api/games Bearer new')]);
});

test.each([
  [200, '<html>'],
  [502, '<html>'],
  [404, '{}'],
])('an answer of another server, %i %s, is told as such', async (status, body) => {
  const url = await serving(() => [status, body]);
  await expect(new Http({ url }).call('getMe')).rejects.toThrow('is not a Flower War server');
  await expect(new Http({ url }).call('getMe')).rejects.toMatchObject({ status });
});

test.each(['<html>', ''])('a record that is %j is told as an answer of another server', async (body) => {
  const url = await serving(() => [200, body]);
  const asked = new Http({ url }).text('getRecord', { params: { match: 'ABCD2345' } });
  await expect(asked).rejects.toThrow('is not a Flower War server');
});

test('an address without a server is told as such', async () => {
  const url = await serving(() => undefined);
  await stop();
  const error = await new Http({ url }).call('getMe').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(String(error)).toContain('does not answer');
  expect(error).toMatchObject({ status: undefined });
  const unsent = await new Http({ url }).enter('signInAsGuest', {}).catch((caught: unknown) => caught);
  expect(unsent).toMatchObject({ mayHaveCounted: false });
});
