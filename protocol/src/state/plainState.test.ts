import { Encoder, Reflection, type Schema } from '@colyseus/schema';
import { expect, test } from 'vitest';
import { TABLES } from './boards.ts';
import { packedPile, plainState, unpackedPile } from './plainState.ts';

type Grown = Schema & Record<string, { push(item: unknown): void; pop(): unknown } | undefined>;

/** What a client sees that knows the state by its reflection alone. */
function reader(table: Schema) {
  const encoder = new Encoder(table);
  const decoder = Reflection.decode(Reflection.encode(encoder));
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  return () => {
    decoder.decode(encoder.encode());
    encoder.discardChanges();
    return plainState(decoder.state);
  };
}

test.each(Object.entries(TABLES))('%s: a new table has no list yet, and a reader sees empty ones', (_, Table) => {
  const table = new Table() as Grown;
  expect(table['seats']).toBeUndefined();
  expect(reader(table)()).toMatchObject({ seats: [], clocks: [], temples: [], byHand: [], offer: { accepted: [] } });
});

const PILES = [
  ['an empty pile', '', []],
  ['a live card', 'W03@1!', [{ card: 'W03', owner: 1, live: true }]],
  [
    'a covered card and one that is spent',
    'W03@5 R12@0',
    [
      { card: 'W03', owner: 5, live: false },
      { card: 'R12', owner: 0, live: false },
    ],
  ],
] as const;

test.each(PILES)('%s is packed and unpacked', (_, text, cards) => {
  expect(packedPile({ cards })).toBe(text);
  expect(unpackedPile(text)).toEqual({ cards });
});
