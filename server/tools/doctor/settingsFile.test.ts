import { expect, test } from 'vitest';
import { readSettingsFile } from './settingsFile.ts';

/** As the manual of systemd (systemd.exec, EnvironmentFile) has them. */
test.each<[text: string, settings: Readonly<Record<string, string>>]>([
  ['PORT=2567\n\n# a comment\n  ; one more\nLIMITS=0', { PORT: '2567', LIMITS: '0' }],
  ['HOSTS=http://a#key,http://b#key\n', { HOSTS: 'http://a#key,http://b#key' }],
  ['PORT=2567 # a comment', { PORT: '2567 # a comment' }],
  ['NAME=`x` $HOME %h', { NAME: '`x` $HOME %h' }],
  ['  A = b c  \r\nC=\r\nD=  \r\n', { A: 'b c', C: '', D: '' }],
  [`A=it's "so"`, { A: `it's "so"` }],
  [
    `A="x \\"y\\" \\$z \\n"\nB='x \\y # '\nC="one\ntwo" 'three' four`,
    { A: 'x "y" $z \\n', B: 'x \\y # ', C: 'one\ntwothreefour' },
  ],
  ['A=one \\\n  two\\\\\nB=\\ x\\ ', { A: 'one   two\\', B: ' x ' }],
  ['A=1\nA=2', { A: '2' }],
])('%j', (text, settings) => expect(readSettingsFile(text)).toEqual({ settings, leftOut: [] }));

test.each<[text: string, leftOut: readonly number[]]>([
  ['A=1\nexport B=2\r\nC=3', [2]],
  ['\uFEFFB=2\nA=1\nC=3', [1]],
  ['A=1\n\nB\n2=b\n=x\nC=3', [3, 4, 5]],
  ['A=1\nB="never ends\nC=3', [2]],
  [`A=1\nB='x' "never ends\nC=3`, [2]],
])('%j has lines that systemd leaves out', (text, leftOut) =>
  expect(readSettingsFile(text)).toEqual({ settings: { A: '1', C: '3' }, leftOut }),
);
