import { stripVTControlCharacters } from 'node:util';
import { why } from '@flower-war/protocol/temple';
import { describe, expect, test } from 'vitest';
import type { Display, SlotDisplay, SlotLight } from '../device/display.ts';
import { NOTHING_TYPED } from './commands.ts';
import { draw, drawNarrow, type Paint, type Picture } from './screen.ts';

const plain: Paint = (_, text) => text;
const slot: SlotDisplay = {
  light: 'off',
  counted: 0,
  inFlight: 0,
  applied: 0,
  held: 0,
  refused: 0,
  mayOffer: false,
  inMatch: 0,
};
const calm: Display = {
  power: 'on',
  lights: 'rest',
  isConnected: true,
  gods: 'answer',
  light: 70,
  isIdentifying: false,
  code: undefined,
  slots: { war: slot, rain: slot },
  match: undefined,
  deadlineMs: undefined,
  why: undefined,
  name: undefined,
  slotNames: undefined,
};
const match: Display['match'] = {
  v: 1,
  rev: 1,
  ttl: 60,
  match: 'K7Q42M',
  phase: 'offer',
  turn: { seat: 0, name: 'Itzel' },
  yourTurn: false,
  mayOffer: { war: false, rain: false },
  counts: { war: 0, rain: 0 },
  apocalypse: { ending: 'flood', left: 3, of: 13, forestalled: false },
};

function seen(display: Partial<Display>, more: Partial<Picture> = {}): Picture {
  const nothing = { falling: new Set<never>(), typed: NOTHING_TYPED, notes: [], sticker: undefined };
  return { id: 'templo-7f3a', display: { ...calm, ...display }, ...nothing, ...more };
}

const picture = (...what: Parameters<typeof seen>) => draw(seen(...what), plain);

describe('the picture of a temple', () => {
  const huge = { ...slot, counted: 4294967295, inFlight: 4294967295, applied: 4294967295, inMatch: 4294967295 };
  const long = 'a name that is longer than any screen could ever show in a single line of text, really';
  test.each<[string, Partial<Display>]>([
    ['calm', {}],
    ['without power', { power: 'off', gods: 'silent' }],
    ['in a match', { match, deadlineMs: 18_500 }],
    ['with huge numbers', { slots: { war: huge, rain: huge } }],
    [
      'with long names',
      { name: long, slotNames: { war: long, rain: long }, match: { ...match, turn: { seat: 5, name: long } } },
    ],
  ])('%s: is 24 lines of at most 79 columns', (_, display) => {
    for (const notes of [[], Array.from({ length: 30 }, () => long)]) {
      const lines = picture(display, { notes });
      expect(lines.length).toBe(24);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80);
    }
  });

  test.each([
    [60, 20],
    [40, 24],
    [80, 16],
    [20, 5],
  ])('where there is no room for it is told in words: %i columns, %i lines', (columns, rows) => {
    const why = { slot: 'war', verdict: 'held', why: 'not-your-turn' } as const;
    const all = seen({ match, deadlineMs: 18_500, why, slots: { war: huge, rain: huge } }, { sticker: 'ABCD-1234' });
    for (const notes of [[], [long], Array.from({ length: 30 }, () => long)]) {
      const lines = drawNarrow({ ...all, notes }, plain, { columns, rows });
      expect(lines.length).toBe(rows);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(columns);
      expect(lines.at(-1)).toContain('w war r rain');
    }
    const text = drawNarrow(all, plain, { columns: 60, rows: 24 }).join('');
    for (const words of ['TLALOC, rain', 'HUITZILOPOCHTLI, war', 'time for offerings', 'Flood in 3', 'ABCD-1234'])
      expect(text).toContain(words);
  });

  test.each<[SlotLight, string]>([
    ['offer', 'DROP HERE'],
    ['in-flight', 'in flight...'],
    ['accepted', 'ACCEPTED'],
    ['held', 'HELD'],
    ['refused', 'TAKE IT BACK'],
  ])('says in words what the light %s means, on the side of its god', (light, words) => {
    const line = picture({ slots: { rain: slot, war: { ...slot, light } } }).find((text) => text.includes(words));
    expect(line?.indexOf(words)).toBeGreaterThan(40);
  });

  test('says whose turn it is, what time is left and how near the end is', () => {
    const text = picture({ match, deadlineMs: 18_400 }).join('\n');
    expect(text).toContain("Match K7Q42M: Itzel's turn, time for offerings, 19 s left.");
    expect(text).toContain('Flood in 3 of 13 rounds [##########...]');
    expect(picture({ match: { ...match, yourTurn: true } }).join('\n')).toContain('YOUR TURN');
  });

  test.each(why.options)('has words for why: %s', (reason) => {
    const text = picture({ why: { slot: 'rain', verdict: 'held', why: reason } }).join('\n');
    expect(text).toMatch(/The last bead for rain is held: [a-z].{5,}\./);
  });

  test('says that the gods do not answer', () => {
    expect(picture({ gods: 'silent' })[0]).toContain('the gods do not answer');
    expect(picture({ gods: 'silent', isConnected: false })[0]).toContain('your offering is kept');
  });

  test('shows the code for the lobby rather than the one on its sticker', () => {
    expect(picture({}, { sticker: 'ABCD1234' }).join('\n')).toContain('ABCD1234');
    expect(picture({ code: 'K7Q42M' }, { sticker: 'ABCD1234' }).join('\n')).toContain('[ K 7 Q 4 2 M ]');
  });

  test('means the same without colours', () => {
    const colored: Paint = (_, text) => `\u001b[31m${text}\u001b[39m`;
    const all = { id: 'templo-7f3a', display: { ...calm, match }, typed: NOTHING_TYPED, notes: ['x'], sticker: 'y' };
    const falling = new Set(['war'] as const);
    expect(draw({ ...all, falling }, colored).map(stripVTControlCharacters)).toEqual(draw({ ...all, falling }, plain));
  });
});
