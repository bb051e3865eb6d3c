import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Tokens } from './tokens.ts';

const KEY = new Uint8Array(32).fill(7);
const tokens = new Tokens(KEY);
const CLAIMS = { player: 'p1', session: 's1' };
const NOW = 1_000_000;

/** Written by another implementation of JSON Web Tokens, with this key, this time and these claims. */
const ACCESS =
  'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiJzMSIsInN1YiI6InAxIiwiYXVkIjoiYWNjZXNzIiwiZXhwIjo0NjAwfQ.a7XuYywAqznEtKorFoOc_TmMhTZ_QOilZaPV5o67lwk';
const WITHOUT_SESSION =
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwMSIsImF1ZCI6ImFjY2VzcyIsImV4cCI6NDYwMH0.grN5sLapMzJgQkS2N4XSAhFqvWMCD15vZlNwabErUM0';

/** A token with any header and payload, signed with any key. */
function forged(header: object, payload: object, key: Uint8Array = KEY): string {
  const [head, body] = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${head}.${body}.${createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')}`;
}

const PAYLOAD = { sid: 's1', sub: 'p1', aud: 'access', exp: 4600 };

test('a token has the same bytes as that of any other implementation', () => {
  expect(tokens.issue(CLAIMS, NOW)).toMatchObject({ token: ACCESS, expiresAt: 4_600_000 });
  expect(forged({ alg: 'HS256' }, PAYLOAD)).toBe(ACCESS);
});

test('a token tells its player and session until it expires', () => {
  expect(tokens.read(ACCESS, 'access', 4_599_999)).toEqual(CLAIMS);
  expect(tokens.read(ACCESS, 'access', 4_600_000)).toBeUndefined();
  expect(tokens.read(WITHOUT_SESSION, 'access', NOW)).toEqual({ player: 'p1', session: 'p1' });
});

test('a token is good for its own use alone', () => {
  const { token, refresh } = tokens.issue(CLAIMS, NOW);
  expect([tokens.read(token, 'refresh', NOW), tokens.read(refresh, 'access', NOW)]).toEqual([undefined, undefined]);
  expect(tokens.read(refresh, 'refresh', NOW)).toEqual(CLAIMS);
});

test('no other text is a token', () => {
  const [head = '', body = '', signature = ''] = ACCESS.split('.');
  const others = [
    '',
    '.',
    '..',
    head,
    `${head}.${body}`,
    `${head}.${body}.`,
    `${head}..${signature}`,
    `${head}.${body}.${signature}=`,
    `${head}.${body}.${signature.slice(0, -1)}`,
    `${head}.${body}.${signature.slice(0, -1)}l`, // the same bytes, with another unused bit
    `${head}.${body}.${'é'.repeat(43)}`,
    `${head}.${body}.${signature}.`,
    `${ACCESS}.${signature}`,
    forged({ alg: 'none' }, PAYLOAD),
    forged({ alg: 'HS256', typ: 'JWT' }, PAYLOAD),
    forged({ alg: 'HS256' }, PAYLOAD, new Uint8Array(32)),
    ACCESS.replace(body, Buffer.from(JSON.stringify({ ...PAYLOAD, sub: 'p2' })).toString('base64url')),
  ];
  for (const other of others) expect([other, tokens.read(other, 'access', NOW)]).toEqual([other, undefined]);
});
