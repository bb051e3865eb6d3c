/** A route that takes the token of a player names its scope, or does not compile: `npm run check -- types` judges that. */
import { expect, test } from 'vitest';
import { OPERATOR_ROUTES, ROUTES } from '../routeTable.ts';
import type { RoutesOf } from './route.ts';

const planted = { about: 'planted', answer: 'Me' } as const;
// @ts-expect-error: it takes the token of a player, and names no scope
const withoutScope = { getMe: { ...planted, token: 'must' } } as const satisfies RoutesOf;
// @ts-expect-error: no scope has this name
const strangeScope = { getMe: { ...planted, token: 'may', scope: 'all' } } as const satisfies RoutesOf;
// @ts-expect-error: a program of a player never comes there
const withoutToken = { getMe: { ...planted, scope: 'read' } } as const satisfies RoutesOf;
const right = { getMe: { ...planted, token: 'must', scope: 'read' } } as const satisfies RoutesOf;

test('every route that takes the token of a player names a scope, and no other one', () => {
  for (const { id, token, scope } of [
    ...ROUTES,
    ...OPERATOR_ROUTES,
    ...Object.entries(right).map(([id, one]) => ({ id, ...one })),
  ])
    expect(scope !== undefined, id).toBe(token === 'may' || token === 'must');
  expect([withoutScope, strangeScope, withoutToken]).toHaveLength(3);
});
