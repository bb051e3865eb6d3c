/** What a query of a program means, and to which addresses an answer may go. */
import { expect, test } from 'vitest';
import { answeredTo, readConsent } from './consent.ts';

const GOOD = {
  response_type: 'code',
  client_id: 'Stats',
  redirect_uri: 'https://stats.example/back?from=flower-war',
  scope: 'read play read',
  state: 'af0if & jsl=dkj',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const queryOf = (changed: object) =>
  new URLSearchParams(
    Object.entries({ ...GOOD, ...changed }).filter(([, value]) => value !== undefined) as [string, string][],
  ).toString();
const read = (changed: object, more = '') => readConsent(queryOf(changed) + more);

test('all that a program asks for is read, and what no standard names is passed over', () => {
  const { redirect_uri: redirect, state, code_challenge: challenge } = GOOD;
  const asked = { kind: 'asked', client: 'Stats', redirect, place: 'stats.example', state, challenge, days: 365 };
  expect(read({})).toEqual({ ...asked, scopes: ['read', 'play'] });
  expect(read({ days: '30', scope: ' temples ', prompt: 'none', nonce: '' })).toEqual({
    ...asked,
    days: 30,
    scopes: ['temples'],
  });
  expect(read({ state: undefined })).not.toHaveProperty('state');
});

test('an answer keeps the query of its address, and names the server', () => {
  const at = answeredTo(
    { redirect: GOOD.redirect_uri, state: GOOD.state },
    { code: 'c', issuer: 'https://play.example' },
  );
  expect(at.startsWith('https://stats.example/back?from=flower-war&')).toBe(true);
  const { from, code, state, iss } = Object.fromEntries(new URL(at).searchParams);
  expect([from, code, state, iss]).toEqual(['flower-war', 'c', GOOD.state, 'https://play.example']);
  const bare = answeredTo({ redirect: 'com.example.app:/back' }, { error: 'access_denied', issuer: 'https://a' });
  expect(bare).toBe('com.example.app:/back?error=access_denied&iss=https%3A%2F%2Fa');
});

test.each([
  ['https://stats.example', 'stats.example'],
  ['https://stats.example:8443/a?b=c', 'stats.example:8443'],
  ['https://xn--ssse-ooa.example/', 'xn--ssse-ooa.example'],
  ['HTTPS://stats.example/', undefined],
  ['http://127.0.0.1:49152/back', '127.0.0.1'],
  ['http://[::1]:49152/back', '[::1]'],
  ['http://localhost/back', 'localhost'],
  ['com.example.app:/back', 'com.example.app'],
  ['com.example.app://back', 'com.example.app'],
  ['http://stats.example/', undefined],
  ['http://127.0.0.1.evil.example/', undefined],
  ['http://localhost.evil.example/', undefined],
  ['http://127.1/', '127.0.0.1'],
  ['https://stats.example/#part', undefined],
  ['https://stats.example#', undefined],
  ['https://ana@stats.example/', undefined],
  ['https://stats.example:pass@evil.example/', undefined],
  ['https://@evil.example/', undefined],
  ['https://stats.example\\@evil.example/', undefined],
  ['https:\\\\evil.example/', undefined],
  ['https:/evil.example/', undefined],
  ['https:evil.example', undefined],
  ['//evil.example/', undefined],
  ['/back', undefined],
  ['javascript:alert(1)', undefined],
  ['JavaScript:alert(1)', undefined],
  ['javascript://stats.example/%0aalert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,hello', undefined],
  ['blob:https://stats.example/1', undefined],
  ['file:///etc/passwd', undefined],
  ['view-source:https://stats.example/', undefined],
  ['app:/back', undefined],
  ['com.example.app:back', undefined],
  ['https://stats.éxample/', undefined],
  ['https://stats.example/\u0000', undefined],
  ['https://stats.example/ back', undefined],
  ['https://', undefined],
  [`https://stats.example/${'a'.repeat(1000)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('the address %j leads to %j', (redirect_uri, place) => {
  expect(read({ redirect_uri })).toMatchObject(
    place === undefined ? { kind: 'unclear', about: 'redirect_uri' } : { kind: 'asked', place },
  );
});

test.each([undefined, '', ' Stats', 'Stats ', 'x'.repeat(41), 'Stäts', 'a\u202Eb', 'a\nb', '\u0000'])(
  'no program is called %j',
  (client_id) => {
    expect(read({ client_id })).toEqual({ kind: 'unclear', about: 'client_id' });
  },
);

test.each([
  [{ response_type: undefined }, 'invalid_request', 'response_type'],
  [{ response_type: 'token' }, 'unsupported_response_type', 'response_type'],
  [{ response_type: 'code token' }, 'unsupported_response_type', 'response_type'],
  [{ response_mode: 'fragment' }, 'invalid_request', 'response_mode'],
  [{ code_challenge_method: 'plain' }, 'invalid_request', 'code_challenge_method'],
  [{ code_challenge_method: undefined }, 'invalid_request', 'code_challenge_method'],
  [{ code_challenge_method: 's256' }, 'invalid_request', 'code_challenge_method'],
  [{ code_challenge: undefined }, 'invalid_request', 'code_challenge'],
  [{ code_challenge: 'x'.repeat(42) }, 'invalid_request', 'code_challenge'],
  [{ code_challenge: 'x'.repeat(44) }, 'invalid_request', 'code_challenge'],
  [{ code_challenge: `${'x'.repeat(42)}=` }, 'invalid_request', 'code_challenge'],
  [{ scope: undefined }, 'invalid_scope', 'scope'],
  [{ scope: '  ' }, 'invalid_scope', 'scope'],
  [{ scope: 'read account' }, 'invalid_scope', 'scope'],
  [{ scope: 'read any' }, 'invalid_scope', 'scope'],
  [{ scope: 'read bot' }, 'invalid_scope', 'scope'],
  [{ scope: 'read toString' }, 'invalid_scope', 'scope'],
  [{ scope: 'read,play' }, 'invalid_scope', 'scope'],
  [{ scope: 'READ' }, 'invalid_scope', 'scope'],
  ...['0', '366', '-1', '1.5', '1e2', 'NaN', '1000'].map((days) => [{ days }, 'invalid_request', 'days']),
] as [object, string, string][])('%j is told to the program as %s', (changed, error, about) => {
  expect(read(changed)).toMatchObject({ kind: 'amiss', error, about, place: 'stats.example', state: GOOD.state });
});

test('what stands there twice is refused; who asks and where the answer goes, without an answer', () => {
  for (const name of ['client_id', 'redirect_uri'] as const)
    expect(read({}, `&${name}=${encodeURIComponent(GOOD[name])}`)).toEqual({ kind: 'unclear', about: name });
  for (const name of ['scope', 'state', 'code_challenge', 'days', 'strange'])
    expect(read({ days: '1', strange: '' }, `&${name}=1`)).toMatchObject({ error: 'invalid_request', about: name });
});

test('a huge query is not read, and nonsense is unclear', () => {
  expect(read({ state: 'x'.repeat(4000) })).toEqual({ kind: 'unclear', about: 'query' });
  for (const query of ['', '?', '%', '&&&=', '\u0000', 'client_id', '__proto__=1'])
    expect(readConsent(query)).toEqual({ kind: 'unclear', about: 'client_id' });
});
