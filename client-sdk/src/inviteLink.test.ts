import { expect, test } from 'vitest';
import { readInviteLink } from './inviteLink.ts';

test.each([
  ['https://play.example/?match=ABC&code=XYZ', { match: 'ABC', code: 'XYZ', origin: 'https://play.example' }],
  [' /?match=ABC ', { match: 'ABC' }],
  ['http://127.0.0.1:2567/some/page?x=1&match=A%20B', { match: 'A B', origin: 'http://127.0.0.1:2567' }],
  ['https://play.example/', undefined],
  ['ABC', undefined],
  ['', undefined],
  ['javascript:alert(1)?match=ABC', undefined],
  ['https://play.example/?match=', undefined],
])('%s', (text, found) => {
  expect(readInviteLink(text)).toEqual(found);
});
