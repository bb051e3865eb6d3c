import { expect, test } from 'vitest';
import { readLabel } from './ClaimPage.tsx';

test.each([
  ['http://10.0.0.5:2567/claim?t=templo-7f3a&k=7KQ2M0XD', { temple: 'templo-7f3a', code: '7KQ2M0XD' }],
  ['?t=templo-7f3a&k=7KQ2-M0XD', { temple: 'templo-7f3a', code: '7KQ2M0XD' }],
  ['?t=TEMPLO-7F3A&k=7kq2m0', { temple: 'templo-7f3a', code: '7KQ2M0' }],
  [' templo-7f3a ', { temple: 'templo-7f3a' }],
  ['?t=templo-7f3a', { temple: 'templo-7f3a' }],
  ['?t=templo-7f3a&k=7KQ2M0XD#top', { temple: 'templo-7f3a', code: '7KQ2M0XD' }],
  ['?t=templo-7f3a&k=7KQ', { temple: 'templo-7f3a' }],
  ['?t=templo-7&k=7KQ2M0XD', { code: '7KQ2M0XD' }],
  ['?t=<b>&k=%00%00', {}],
  ['', {}],
  ['?%E0%A4%A', {}],
])('%s', (text, label) => {
  expect(readLabel(text)).toEqual(label);
});
