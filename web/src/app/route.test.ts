import { expect, test } from 'vitest';
import {
  type Address,
  deviceReplayHref,
  matchHref,
  openly,
  replayHref,
  type Route,
  routeOf,
  rulesHref,
  wallHref,
} from './navigation.tsx';

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
    { pathname: '/', search: '?match=abc&wall', hash: '' },
    { page: '/', match: { id: 'abc', wall: true } },
  ],
  [{ pathname: '/replay', search: '?match=abc&step=4', hash: '' }, { page: '/replay' }],
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
  [
    { pathname: '/none', search: '?match=abc', hash: '' },
    { page: '/', isLost: true },
  ],
  [{ pathname: '/about/', search: '', hash: '' }, { page: '/about' }],
  [
    { pathname: '/rules', search: '', hash: '' },
    { page: '/', rules: { name: 'flower-war' } },
  ],
  [
    { pathname: '/rules/mexica/', search: '', hash: '' },
    { page: '/', rules: { name: 'mexica' } },
  ],
  [{ pathname: '/', search: '?code=K7', hash: '#/rules/%00' }, { page: '/' }],
  [
    { pathname: '/learn', search: '?course=mexica', hash: '' },
    { page: '/learn', isTable: true },
  ],
  [{ pathname: '/learn', search: '?fbclid=x', hash: '' }, { page: '/learn' }],
  [
    { pathname: '/puzzles', search: '?utm=x&row', hash: '' },
    { page: '/puzzles', isTable: true },
  ],
  [{ pathname: '/puzzles', search: '?utm=x', hash: '' }, { page: '/puzzles' }],
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

test('replays and walls have addresses of their own', () => {
  expect(replayHref('a-b')).toBe('/replay?match=a-b');
  expect(replayHref('a-b', { step: 4, as: 'seat:0' })).toBe('/replay?match=a-b&step=4&as=seat%3A0');
  expect(openly(replayHref('a-b'))).toBe('/replay?match=a-b&open');
  expect(openly(deviceReplayHref(7, 4))).toBe('/device?replay=7&step=4&open');
  expect(deviceReplayHref(7)).toBe('/device?replay=7');
  expect(wallHref('a-b', 'K7')).toBe('/?match=a-b&code=K7&wall');
});
