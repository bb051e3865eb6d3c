import { expect, test } from 'vitest';
import { loginInHash, loginOf } from './browserTwin.ts';

const PASSWORD = 'HDVTE7EHDDS2SLXFVFKMWX3T';

test.each([
  [`#templo-7f3a.${PASSWORD}`, { id: 'templo-7f3a', password: PASSWORD }],
  ['#templo-7f3a', undefined],
  ['#templo-7f3a.', undefined],
  [`#temple.${PASSWORD}`, undefined],
  ['#/rules/mexica', undefined],
  ['', undefined],
])('%s', (hash, login) => {
  expect(loginInHash(hash)).toEqual(login);
});

test('what people type may have spaces around it', () => {
  expect(loginOf({ id: ' Templo-7F3A ', password: ` ${PASSWORD}\n`, code: '8xnt-yxv4' })).toEqual({
    id: 'templo-7f3a',
    password: PASSWORD,
    code: '8XNTYXV4',
  });
});
