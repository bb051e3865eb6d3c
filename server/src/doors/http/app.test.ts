import { methodOf, OPERATOR_ROUTES, pathOf, ROUTES } from '@flower-war/protocol';
import type { Router } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { type Running, startServer } from '../../server.ts';
import { createApp } from './app.ts';
import { wayOf } from './request/way.ts';

interface Listed {
  readonly path: string;
  readonly methods?: readonly string[];
  readonly router?: Listing;
}
/** The types of express do not know it yet. */
type Listing = Router & { listRoutes(): readonly Listed[] };

const TOKEN = 'a-token-for-tests-only';

let server: Running;
beforeAll(async () => {
  server = await startServer(
    readConfig({ PORT: '0', JOURNAL: 'memory', LOG_LEVEL: 'silent', OPERATOR_TOKEN: TOKEN, BRIDGE_TOKEN: TOKEN }),
  );
});
afterAll(() => server.stop());

/** What Express itself would answer, beside the table. */
function callsOf(router: Listing, prefix = ''): readonly string[] {
  return router.listRoutes().flatMap(({ path, methods = [], router: inner }) => {
    const whole = `${prefix}${path}`.replace(/(?<=.)\/$/, '').replace(/^\/\//, '/');
    if (inner !== undefined) return callsOf(inner, whole === '/' ? '' : whole);
    return methods.filter((method) => method.toUpperCase() !== 'HEAD').map((m) => `${m.toUpperCase()} ${whole}`);
  });
}

test('the app has exactly the routes of the table', async () => {
  expect(callsOf(createApp(server.house).router as Listing)).toEqual([]);
  for (const route of [...ROUTES, ...OPERATOR_ROUTES]) {
    const path = pathOf(route).replace(/\{\w+\}/g, 'none');
    const response = await fetch(server.address + path, { method: methodOf(route) });
    expect(await response.text(), route.call).not.toContain('"code":"not-found"');
  }
});

describe('a request finds its route', () => {
  test.each([
    ['POST', '/api/guests', 'signInAsGuest'],
    ['POST', '/API/Guests/', 'signInAsGuest'],
    ['POST', '/api/matches/ABC/seat', 'takeSeat'],
    ['POST', '/api/matches/%20/seat', 'takeSeat'],
    ['GET', '/api/matches/ABC', 'getMatch'],
    ['HEAD', '/api/matches/ABC', 'getMatch'],
    ['GET', '/', 'welcome'],
    ['GET', '/api/openapi.json', 'getDocument'],
    ['GET', '/api/openapiXjson', undefined],
    ['GET', '/api/guests', undefined],
    ['POST', '//api/guests', undefined],
    ['POST', '/api/matches/A/B/seat', undefined],
  ])('%s %s: %s', (method, path, id) => {
    expect(wayOf(method, path).route?.id).toBe(id);
  });

  test('whatever the app answers as a limited route is limited', async () => {
    for (const path of [
      '/api/guests',
      '/API/GUESTS',
      '/api/guests/',
      '/api/guests?x=1',
      '//api/guests',
      '/api/%67uests',
    ]) {
      const response = await fetch(`${server.address}${path}`, { method: 'POST' });
      expect(response.status === 200, path).toBe(wayOf('POST', path.replace(/\?.*/, '')).route?.id === 'signInAsGuest');
    }
  });
});
