import type { TempleJson } from '@flower-war/client';
import { beadWord, why } from '@flower-war/protocol';
import { english } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import { describe, expect, test } from 'vitest';
import { settingsIn } from './account.ts';
import { readWord } from './commands.ts';
import { beadWords, ledgerWords, templeMeant } from './temples.ts';

const NONE = { sensed: 0, applied: 0, held: 0, refused: 0, toTake: 0, disputed: false };
const TEMPLE: TempleJson = {
  temple: 'templo-7f3a',
  name: 'Sol',
  seat: 0,
  counts: true,
  present: true,
  war: NONE,
  rain: NONE,
  last: { slot: '', ordinal: 0, verdict: '', why: '' },
  doubted: 0,
  unclaimed: 0,
};
const words = english.screen.temples;
const eyes = { name: (seat: number) => ['RED', 'BLUE'][seat] ?? '', you: 0, words };
type Last = TempleJson['last'];
const last = (verdict: Last['verdict'], why: Last['why'], slot: Last['slot'] = 'war'): Last => ({
  slot,
  ordinal: 9,
  verdict,
  why,
});

function told(before: Partial<TempleJson>, after: Partial<TempleJson>, hands: readonly number[][] = [[], []]) {
  const table = (temple: Partial<TempleJson>, byHand: readonly number[] = []) => ({
    temples: [{ ...TEMPLE, ...temple }],
    byHand,
  });
  return beadWords(table(before, hands[0]), table(after, hands[1]), eyes);
}

test.each(LANGUAGES)('$language has words for every reason, and for no other', ({ screen }) => {
  expect(Object.keys(screen.temples.why).sort()).toEqual([...why.options].sort());
  expect(new Set(Object.values(screen.temples.why)).size).toBe(why.options.length);
  for (const reason of Object.values(screen.temples.why)) expect(reason).toMatch(/^[a-z].*[a-z)]$/);
});

describe('the fate of beads', () => {
  const held = { ...NONE, sensed: 1, held: 1 };
  test.each([
    [{}, { war: held, last: last('held', 'not-your-turn') }, ["Sol: A war bead waits: it is another tribe's turn."]],
    [{}, { war: { ...NONE, sensed: 3, applied: 3 }, last: last('applied', 'ok') }, ['Sol: 3 war beads count.']],
    [
      { war: held, last: last('held', 'not-your-turn') },
      { war: { ...NONE, sensed: 1, applied: 1 }, last: last('applied', 'ok') },
      ['Sol: A war bead counts.'],
    ],
    [
      { war: held, last: last('held', 'not-your-turn') },
      { war: held, last: last('held', 'incomplete') },
      ['Sol: A war bead waits: the offering costs more.'],
    ],
    [
      { war: held, last: last('held', 'wrong-phase') },
      { war: { ...NONE, sensed: 1, refused: 1, toTake: 1 }, last: last('refused', 'no-skulls') },
      ['Sol: Take a war bead back: there is no skull left to offer.'],
    ],
    [
      { war: { ...NONE, sensed: 2, refused: 2, toTake: 2 } },
      { war: { ...NONE, sensed: 2, refused: 2 }, last: last('refused', 'returned') },
      ['Sol: 2 war beads were taken out.'],
    ],
    [
      { war: held },
      { war: { ...NONE, sensed: 1, refused: 1 }, last: last('refused', 'returned') },
      ['Sol: A war bead was taken out.'],
    ],
    [
      {},
      {
        war: { ...NONE, sensed: 2, held: 2 },
        rain: { ...NONE, sensed: 1, held: 1 },
        last: last('held', 'wrong-phase', 'rain'),
      },
      ['Sol: 2 war beads wait.', 'Sol: A rain bead waits: this is not the step of offerings.'],
    ],
    [
      { war: held },
      { war: { ...held, disputed: true } },
      ['Sol: There is a dispute about the war beads: the host ends it (type settle).'],
    ],
    [{ war: { ...held, disputed: true } }, { war: held }, ['Sol: The dispute about the war beads is over.']],
    [{ war: held }, { war: held }, []],
  ])('from %j to %j: %j', (before, after, sentences) => {
    expect(told(before, after)).toEqual(sentences);
  });
});

test('a temple that comes, goes, is silent or is back is told', () => {
  expect(beadWords({ temples: [], byHand: [] }, { temples: [TEMPLE], byHand: [] }, eyes)).toEqual([
    'Sol: it counts here, for you.',
  ]);
  expect(
    beadWords({ temples: [], byHand: [] }, { temples: [{ ...TEMPLE, seat: 255 }], byHand: [] }, { ...eyes, you: 1 }),
  ).toEqual(['Sol: it counts here, for all at the table.']);
  expect(told({}, { present: false })).toEqual([
    'Sol: it is silent; offerings are made on the screen until it is back.',
  ]);
  expect(told({ present: false }, {})).toEqual(['Sol: it is back.']);
  expect(told({}, { counts: false, present: false })).toEqual(['Sol: it no longer counts here.']);
});

test('whoever offers by hand, or with the temple again, is told', () => {
  expect(told({}, {}, [[], [0]])).toEqual(['You make your offerings on the screen now.']);
  expect(told({}, {}, [[1], []])).toEqual(['BLUE makes offerings with the temple again.']);
});

test('the ledger names every bead', () => {
  const rain = { sensed: 5, applied: 2, held: 1, refused: 2, toTake: 1, disputed: true };
  expect(ledgerWords({ temples: [{ ...TEMPLE, rain }], byHand: [] }, eyes)).toEqual([
    'Sol (templo-7f3a), for you, online',
    '  war   0 dropped: 0 counted, 0 waiting, 0 refused',
    '  rain  5 dropped: 2 counted, 1 waiting, 2 refused, 1 to take out, disputed',
  ]);
  expect(ledgerWords({ temples: [], byHand: [] }, eyes)).toEqual(['No temple counts here.']);
});

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

const temple = (id: string, seat: number, more: Partial<TempleJson> = {}): TempleJson => ({
  ...TEMPLE,
  temple: id,
  name: id,
  seat,
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

test('settings are read by their kinds', () => {
  expect(settingsIn('debounceMs=60,swapped=true,light=40,name=Home')).toEqual({
    debounceMs: 60,
    swapped: true,
    light: 40,
    name: 'Home',
  });
});

test.each(['swapped=yes', 'debounceMs=fast', 'light=-1', 'colour=red', '__proto__=1'])(
  '%s is told to be none',
  (text) => {
    expect(() => settingsIn(text)).toThrow('is not a setting');
  },
);
