import { expect, test } from 'vitest';
import { type Address, matchHref, type Route, routeOf, rulesHref } from './route.ts';

const CASES: readonly (readonly [Address, Route])[] = [
  [{ search: '', hash: '' }, {}],
  [{ search: '?match=abc', hash: '' }, { match: { id: 'abc' } }],
  [{ search: '?match=abc&code=K7', hash: '' }, { match: { id: 'abc', code: 'K7' } }],
  [{ search: '?utm=x&match=abc', hash: '#top' }, { match: { id: 'abc' } }],
  [{ search: '', hash: '#/rules' }, { rules: { name: 'flower-war' } }],
  [{ search: '', hash: '#/rules/mexica/week-2' }, { rules: { name: 'mexica', anchor: 'week-2' } }],
  [
    { search: '?match=abc', hash: '#/rules/mexica' },
    { match: { id: 'abc' }, rules: { name: 'mexica' } },
  ],
  [{ search: '?code=K7', hash: '#/rules/%00' }, {}],
];

test.each(CASES)('%j leads to %j', (address, route) => {
  expect(routeOf(address)).toEqual(route);
});

test('what the page links to leads there', () => {
  const { search } = new URL(matchHref('a-b', 'C D'), 'http://page');
  expect(routeOf({ search, hash: rulesHref('mexica', 'turn-1') })).toEqual({
    match: { id: 'a-b', code: 'C D' },
    rules: { name: 'mexica', anchor: 'turn-1' },
  });
});
