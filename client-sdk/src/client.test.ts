import { expect, test } from 'vitest';
import { FlowerWarClient } from './client.ts';
import { asked, serving, session, UNAUTHORIZED } from './http/serving.fixture.ts';

test('signing in needs nothing of an earlier visit that has ended', async () => {
  const url = await serving(({ url: path }) => (path === '/api/guests' ? [200, session('new')] : UNAUTHORIZED));
  const client = new FlowerWarClient({ url, session: session('old', 0) });
  await client.signIn('Ana');
  expect(asked).toEqual(['/api/guests -']);
  expect(client.session?.token).toBe('new');
});

test('a program that keeps the session is told when it is refreshed', async () => {
  const url = await serving(({ url: path }) => [200, path === '/api/tokens' ? session('new') : {}]);
  const told: (string | undefined)[] = [];
  const client = new FlowerWarClient({ url, session: session('old', 0), onSession: (kept) => told.push(kept?.token) });
  await client.games();
  expect(told).toEqual(['new']);
});
