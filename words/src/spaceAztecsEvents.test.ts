import type { SpaceAztecsEvent } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { english } from './index.ts';

const cards = new Map([['P-A07', { title: 'Maize Farmer', text: '4 points.', mark: '14:40' }]]);
const tell = (event: SpaceAztecsEvent) => english.event('space-aztecs', event, { name: (seat) => `@${seat}`, cards });

type EventSentences = { readonly [K in SpaceAztecsEvent['kind']]: readonly [SpaceAztecsEvent & { kind: K }, string] };

/** The type asks for every kind of event. */
const TOLD: EventSentences = {
  took: [{ kind: 'took', seat: 1, pile: 3 }, '@1 takes pile 3.'],
  chose: [{ kind: 'chose', seat: 0, card: 'P-A07' }, '@0 chooses Maize Farmer (14:40), in secret.'],
  announced: [
    {
      kind: 'announced',
      times: [
        { seat: 0, time: '14:40' },
        { seat: 1, time: '03:00' },
      ],
    },
    'The times: @0 14:40, @1 03:00.',
  ],
  started: [{ kind: 'started', seat: 1 }, '@1 becomes the Starting Player.'],
  revealed: [{ kind: 'revealed', seat: 0, card: 'P-A07' }, '@0 reveals Maize Farmer (14:40): 4 points.'],
  sheltered: [
    { kind: 'sheltered', seat: 0, temple: 'P-T1', aztecs: ['P-A07', 'P-A01'] },
    '@0 shelters Maize Farmer (14:40), P-A01 under P-T1.',
  ],
  captured: [
    { kind: 'captured', seat: 1, saucer: 'P-S1', victim: 0, card: 'P-A07' },
    "@1 captures @0's Maize Farmer (14:40) with P-S1.",
  ],
  'round-ended': [{ kind: 'round-ended', round: 4 }, 'Round 4 ends.'],
  retired: [{ kind: 'retired', seat: 2 }, '@2 gives up.'],
  returned: [{ kind: 'returned', seat: 2, pile: 8 }, 'What @2 held goes back to pile 8.'],
  ended: [{ kind: 'ended', reason: 'piles-empty' }, 'At least two piles are empty: the match ends.'],
};

test.each(Object.values(TOLD))('%j', (event, words) => {
  expect(tell(event)).toBe(words);
});

test('the other ends', () => {
  expect(tell({ kind: 'ended', reason: 'saucers-landed' })).toBe('Enough flying saucers have landed: the match ends.');
  expect(tell({ kind: 'ended', reason: 'retired' })).toBeUndefined();
});
