import { expect, test } from 'vitest';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { claimed, TEMPLE } from './process.fixture.ts';

const LATER = Array.from({ length: 20_000 }, (_, n) => `templo-${(0x10000 + n).toString(16)}`);

test.each([
  ['is there', 'online', true],
  ['is gone', 'offline', false],
] as const)(
  'of more temples than can be kept those of nobody are let go first; one of somebody, if it %s',
  async (_, is, isKept) => {
    const { temples } = await claimed(new MemoryJournal(), () => 0);
    temples.setPresence(TEMPLE, is);
    for (const id of LATER) temples.of(id);
    expect(temples.all.some(({ id }) => id === TEMPLE)).toBe(isKept);
    expect(temples.all).toHaveLength(LATER.length);
  },
);
