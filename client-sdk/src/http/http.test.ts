import { expect, test } from 'vitest';
import { Http, RefusedError, UnreachableError } from './http.ts';
import { asked, serving, session, stop, UNAUTHORIZED } from './serving.fixture.ts';

test('a token that is about to end is refreshed once for several calls', async () => {
  const url = await serving(({ url: path }) => [200, path === '/api/tokens' ? session('new') : {}]);
  const http = new Http(url, session('old', Date.now() + 1000));
  await Promise.all([http.call('getMe'), http.call('listGames')]);
  expect(asked.toSorted()).toEqual(['/api/games Bearer new', '/api/me Bearer new', '/api/tokens Bearer old']);
  expect(http.session?.token).toBe('new');
});

test('a token that the server finds ended is refreshed, and the call made again', async () => {
  const url = await serving(({ url: path, headers }) => {
    if (path === '/api/tokens') return [200, session('new')];
    return headers.authorization === 'Bearer new' ? [200, { fine: true }] : UNAUTHORIZED;
  });
  expect(await new Http(url, session('old')).call('getMe')).toEqual({ fine: true });
});

test('when the refresh token has ended too, that is what the caller learns', async () => {
  const url = await serving(() => UNAUTHORIZED);
  await expect(new Http(url, session('old')).call('getMe')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(asked).toHaveLength(2);
});

test('signing in that fails leaves the session of an earlier visit as it was', async () => {
  const url = await serving(() => [403, { code: 'unknown-link-code', message: 'no' }]);
  const http = new Http(url, session('old'));
  await expect(http.enter('redeemLink', { code: 'x' })).rejects.toMatchObject({ code: 'unknown-link-code' });
  expect(http.session?.token).toBe('old');
});

test('a refusal keeps its code and reason', async () => {
  const url = await serving(() => [409, { code: 'bad-options', reason: 'board', message: 'No.' }]);
  const refused = await new Http(url).call('getMe').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({ code: 'bad-options', reason: 'board', message: 'No. (board)' });
});

test.each([
  [200, '<html>'],
  [502, '<html>'],
  [404, '{}'],
])('an answer of another server, %i %s, is told as such', async (status, body) => {
  const url = await serving(() => [status, body]);
  await expect(new Http(url).call('getMe')).rejects.toThrow('is not a Flower War server');
});

test('nobody there is told as such', async () => {
  const url = await serving(() => undefined);
  await stop();
  const error = await new Http(url).call('getMe').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(String(error)).toContain('does not answer');
});
