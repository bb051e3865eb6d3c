/**
 * A list in a schema, without an instance until its first item comes: an empty one would cost memory at every table.
 * Its type stays that of a list, because readers see an empty list where there is none (plainState.ts).
 */
import { type Schema, type ToJSON, t } from '@colyseus/schema';

export const list = ((item: 'string') => t.array(item).optional()) as unknown as typeof t.array;

// The plain data of a schema: what `toJSON` gives, readonly all the way down.

export type SchemaJson<S extends Schema> = Frozen<ToJSON<S>>;
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

// Piles of cards, each in one short text. As lists of objects, the twenty piles of a table would cost the server more memory than all the
// rest of it. A client that imports this file loads nothing else.

export interface Pile {
  readonly cards: readonly PileCard[];
}

interface PileCard {
  readonly card: string;
  readonly owner: number;
  readonly live: boolean;
}

/** The cards from the bottom, with a space between them: `W03@1 R05@0!`; `@` names the owner, `!` stands for live. */
export function packedPile({ cards }: Pile): string {
  return cards.map(({ card, owner, live }) => `${card}@${owner}${live ? '!' : ''}`).join(' ');
}

export function unpackedPile(text: string): Pile {
  return { cards: text === '' ? [] : text.split(' ').map(unpackedCard) };
}

function unpackedCard(text: string): PileCard {
  const [card = '', rest = ''] = text.split('@');
  return { card, owner: Number.parseInt(rest, 10), live: rest.endsWith('!') };
}
