import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FlowerWarClient } from '../client.ts';
import { Http, RefusedError, UnreachableError } from './http.ts';

type Answer = readonly [status: number, body: unknown];

let server: Server | undefined;
const asked: string[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  asked.length = 0;
});

/** A server of one test: answers each request and notes who asked for what. */
async function serving(answer: (request: IncomingMessage) => Answer | undefined): Promise<string> {
  const running = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    const given = answer(request);
    if (given !== undefined)
      response.writeHead(given[0]).end(typeof given[1] === 'string' ? given[1] : JSON.stringify(given[1]));
  });
  server = running;
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
}

const session = (token: string, expiresAt = Date.now() + 3_600_000) => ({
  ...{ player: 'p', name: 'Ana', token, expiresAt, refresh: 'r' },
});
const UNAUTHORIZED: Answer = [401, { code: 'unauthorized', message: 'no' }];

test('a token that is about to end is refreshed once for several calls', async () => {
  const url = await serving(({ url: path }) => [200, path === '/api/tokens' ? session('new') : {}]);
  const http = new Http(url, session('old', Date.now() + 1000));
  await Promise.all([http.get('/a'), http.get('/b')]);
  expect(asked.toSorted()).toEqual(['/a Bearer new', '/api/tokens Bearer old', '/b Bearer new']);
  expect(http.session?.token).toBe('new');
});

test('a token that the server finds ended is refreshed, and the call made again', async () => {
  const url = await serving(({ url: path, headers }) => {
    if (path === '/api/tokens') return [200, session('new')];
    return headers.authorization === 'Bearer new' ? [200, { fine: true }] : UNAUTHORIZED;
  });
  expect(await new Http(url, session('old')).get('/a')).toEqual({ fine: true });
});

test('when the refresh token has ended too, that is what the caller learns', async () => {
  const url = await serving(() => UNAUTHORIZED);
  await expect(new Http(url, session('old')).get('/a')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(asked).toHaveLength(2);
});

test('signing in needs nothing of an earlier visit that has ended', async () => {
  const url = await serving(({ url: path }) => (path === '/api/guests' ? [200, session('new')] : UNAUTHORIZED));
  const client = new FlowerWarClient({ url, session: session('old', 0) });
  await client.signIn('Ana');
  expect(asked).toEqual(['/api/guests -']);
  expect(client.session?.token).toBe('new');
});

test('signing in that fails leaves the session of an earlier visit as it was', async () => {
  const url = await serving(() => [403, { code: 'unknown-link-code', message: 'no' }]);
  const http = new Http(url, session('old'));
  await expect(http.enter('/api/links/redeem', { code: 'x' })).rejects.toMatchObject({ code: 'unknown-link-code' });
  expect(http.session?.token).toBe('old');
});

test('whoever keeps the session is told when it is refreshed', async () => {
  const url = await serving(({ url: path }) => [200, path === '/api/tokens' ? session('new') : {}]);
  const told: (string | undefined)[] = [];
  const client = new FlowerWarClient({ url, session: session('old', 0), onSession: (kept) => told.push(kept?.token) });
  await client.games();
  expect(told).toEqual(['new']);
});

test('a refusal keeps its code and reason', async () => {
  const url = await serving(() => [409, { code: 'bad-options', reason: 'board', message: 'No.' }]);
  const refused = await new Http(url).get('/a').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({ code: 'bad-options', reason: 'board', message: 'No. (board)' });
});

test.each([
  [200, '<html>'],
  [502, '<html>'],
  [404, '{}'],
])('an answer of another server, %i %s, is told as such', async (status, body) => {
  const url = await serving(() => [status, body]);
  await expect(new Http(url).get('/a')).rejects.toThrow('is not a Flower War server');
});

test('nobody there is told as such', async () => {
  const url = await serving(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  const error = await new Http(url).get('/a').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(String(error)).toContain('does not answer');
});
