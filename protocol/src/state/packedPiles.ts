/**
 * Piles of cards, each in one short text. As lists of objects, the twenty piles of a table would cost the server more
 * memory than all the rest of it. A client that imports this file loads nothing else.
 */

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
