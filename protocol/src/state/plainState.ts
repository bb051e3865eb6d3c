/** The state of a room as plain data, from the instance that a decoder made. This file loads nothing else. */

type Fields = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly type: unknown;
}

interface Collection {
  forEach(each: (value: unknown, key: string) => void): void;
}

/** Lists and maps that the server left out are empty. Packed fields are unpacked. */
export function plainState(state: object): Fields {
  const fields = (state.constructor as unknown as Record<symbol, Record<number, Field>>)[Symbol.metadata] ?? {};
  const plain: Record<string, unknown> = {};
  for (const index in fields) {
    const { name, type } = fields[index] as Field;
    const value = (state as Fields)[name];
    if (name === 'packedPiles') plain['piles'] = listOf(value as Collection | undefined).map(unpackedPile as never);
    else plain[name] = plainValue(value, type);
  }
  return plain;
}

function plainValue(value: unknown, type: unknown): unknown {
  if (typeof type !== 'object' || type === null) return plainItem(value);
  return 'map' in type ? mapOf(value as Collection | undefined) : listOf(value as Collection | undefined);
}

function listOf(items: Collection | undefined): unknown[] {
  const list: unknown[] = [];
  items?.forEach((item) => {
    list.push(plainItem(item));
  });
  return list;
}

function mapOf(items: Collection | undefined): Fields {
  const map: Record<string, unknown> = {};
  items?.forEach((item, key) => {
    map[key] = plainItem(item);
  });
  return map;
}

function plainItem(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? plainState(item) : item;
}

// Piles of cards, each in one short text. As lists of objects, the twenty piles of a table would cost the server more memory than all the
// rest of it.

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
