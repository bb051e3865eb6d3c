import { expect, test } from 'vitest';
import { type Address, matchHref, type Route, routeOf, rulesHref } from './route.ts';

const CASES: readonly (readonly [Address, Route])[] = [
  [{ pathname: '/', search: '', hash: '' }, { page: '/' }],
  [
    { pathname: '/', search: '?match=abc', hash: '' },
    { page: '/', match: { id: 'abc' } },
  ],
  [
    { pathname: '/', search: '?match=abc&code=K7', hash: '' },
    { page: '/', match: { id: 'abc', code: 'K7' } },
  ],
  [
    { pathname: '/', search: '?utm=x&match=abc', hash: '#top' },
    { page: '/', match: { id: 'abc' } },
  ],
  [
    { pathname: '/', search: '', hash: '#/rules' },
    { page: '/', rules: { name: 'flower-war' } },
  ],
  [
    { pathname: '/', search: '', hash: '#/rules/mexica/week-2' },
    { page: '/', rules: { name: 'mexica', anchor: 'week-2' } },
  ],
  [
    { pathname: '/', search: '?match=abc', hash: '#/rules/mexica' },
    { page: '/', match: { id: 'abc' }, rules: { name: 'mexica' } },
  ],
  [{ pathname: '/about', search: '?match=abc', hash: '' }, { page: '/about' }],
  [{ pathname: '/none', search: '', hash: '' }, { page: '/' }],
  [{ pathname: '/', search: '?code=K7', hash: '#/rules/%00' }, { page: '/' }],
];

test.each(CASES)('%j leads to %j', (address, route) => {
  expect(routeOf(address)).toEqual(route);
});

test('what the page links to leads there', () => {
  const { search } = new URL(matchHref('a-b', 'C D'), 'http://page');
  expect(routeOf({ pathname: '/', search, hash: rulesHref('mexica', 'turn-1') })).toEqual({
    page: '/',
    match: { id: 'a-b', code: 'C D' },
    rules: { name: 'mexica', anchor: 'turn-1' },
  });
});
