import type { TempleJson } from '@flower-war/client';
import { beadWord } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { readArguments } from '../options/arguments.ts';
import { readWord } from '../session/commands.ts';
import { templeMeant } from './templeAtTable.ts';

test.each([
  ['by-hand', { what: 'by-hand', is: true }],
  ['by-temple', { what: 'by-hand', is: false }],
  ['confirm', { what: 'confirmed' }],
  ['took war 1', { what: 'returned', slot: 'war', n: 1 }],
  ['  Claim  RAIN 12 ', { what: 'claimed', slot: 'rain', n: 12 }],
  ['dispute war', { what: 'disputed', slot: 'war' }],
  ['settle rain 2 counts', { what: 'settled', slot: 'rain', n: 2, as: 'counts' }],
  ['settle war 1 returned', { what: 'settled', slot: 'war', n: 1, as: 'returned' }],
])('"%s" is a word that the server knows', (line, said) => {
  expect(readWord(line)).toEqual({ kind: 'beads', said });
  expect(beadWord.parse({ temple: 'templo-7f3a', ...said })).toMatchObject(said);
});

test.each(['took war', 'took 1', 'claim war', 'settle war 1', 'dispute', 'took war -1', 'took war 1.5', 'confirmed'])(
  '"%s" is none',
  (line) => expect(readWord(line)).toBeUndefined(),
);

test('"temple" shows the ledger', () => expect(readWord('temple')).toEqual({ kind: 'temple' }));

const NONE = { sensed: 0, applied: 0, held: 0, refused: 0, toTake: 0, disputed: false };
const temple = (id: string, seat: number, more: Partial<TempleJson> = {}): TempleJson => ({
  temple: id,
  name: id,
  seat,
  counts: true,
  present: true,
  war: NONE,
  rain: NONE,
  last: { slot: '', ordinal: 0, verdict: '', why: '' },
  doubted: 0,
  unclaimed: 0,
  ...more,
});

test('one’s own temple is meant, or that of the table; the host means the disputed one', () => {
  const [mine, other] = [temple('templo-0001', 0), temple('templo-0002', 1, { war: { ...NONE, disputed: true } })];
  const took = { what: 'returned', slot: 'war', n: 1 } as const;
  const settle = { what: 'settled', slot: 'war', n: 1, as: 'counts' } as const;
  expect(templeMeant({ temples: [other, mine] }, took, 0)).toBe('templo-0001');
  expect(templeMeant({ temples: [other] }, took, 0)).toBeUndefined();
  expect(templeMeant({ temples: [temple('templo-0003', 255)] }, took, 0)).toBe('templo-0003');
  expect(templeMeant({ temples: [temple('templo-0001', 0, { counts: false })] }, took, 0)).toBeUndefined();
  expect(templeMeant({ temples: [other, mine] }, settle, 0)).toBe('templo-0002');
  expect(templeMeant({ temples: [mine] }, settle, 0)).toBeUndefined();
  expect(templeMeant({ temples: [other] }, { what: 'disputed', slot: 'war' }, 0)).toBe('templo-0002');
});

test.each([
  [['--temple', 'templo-7f3a', '--knock'], 'Choose one of --temple and --knock.'],
  [['--temple-code', 'X'], '--temple-code belongs to --temple.'],
  [['--temple-table'], '--temple-table belongs to --temple or --knock.'],
  [['--temple', 'templo'], 'not the name of a temple, like templo-7f3a'],
  [['--knock', '--watch', 'X'], 'With --watch you take no seat'],
  [['--temple', 'templo-7f3a', '--auto'], 'With --auto you take no seat'],
])('%j: %s', (given, problem) => {
  expect(() => readArguments(given)).toThrow(problem);
});

test('the link on a label names the temple, its code and the server', () => {
  const link = 'https://play.example/claim?t=templo-7f3a&k=7KQ2M0XD';
  const label = { temple: 'templo-7f3a', 'temple-code': '7KQ2M0XD' };
  expect(readArguments(['--temple', link])).toMatchObject({ ...label, url: 'https://play.example' });
  expect(readArguments(['--temple', link, '--url', 'http://10.0.0.1'])).toMatchObject({
    ...label,
    url: 'http://10.0.0.1',
  });
  expect(() => readArguments(['--temple', 'https://play.example/claim?t=x&k=y'])).toThrow('not the name of a temple');
});
