import { expect, test } from 'vitest';
import { readInviteLink } from './client.ts';

test.each([
  ['https://play.example/?match=ABC&code=XYZ', { match: 'ABC', code: 'XYZ', origin: 'https://play.example' }],
  [' /?match=ABC ', { match: 'ABC' }],
  ['http://127.0.0.1:2567/some/page?x=1&match=A%20B', { match: 'A B', origin: 'http://127.0.0.1:2567' }],
  ['https://play.example/', undefined],
  ['ABC', undefined],
  ['', undefined],
  ['javascript:alert(1)?match=ABC', undefined],
  ['https://play.example/?match=', undefined],
  ['https://Play.Example?code=a+b%2B&match=ABC#top', { match: 'ABC', code: 'a b+', origin: 'https://play.example' }],
  ['?match=ABC', { match: 'ABC' }],
  ['https://play.example/?rematch=ABC', undefined],
  ['https://play.example/?match=%E0', undefined],
  ['https://play.example@evil.example/?match=ABC', undefined],
  ['ftp://play.example/?match=ABC', undefined],
  ['https://play.example/#?match=ABC', undefined],
])('%s', (text, found) => {
  expect(readInviteLink(text)).toEqual(found);
});
