/** How a card is drawn. Its id tells its colour and its kind, as the legend of the game says: `P-A01`, `Y-T2`, `X5`. */
import type { Cards } from '../../moves/cardWords.ts';

export type Colour = 'P' | 'Y' | 'B' | 'G' | 'X';

export interface Look {
  readonly colour: Colour;
  /** What its picture shows. */
  readonly sign: string;
  /** The points that it says; 0 if it says none. */
  readonly points: number;
}

const KINDS: Readonly<Record<string, string>> = { A: 'aztec', T: 'temple', S: 'saucer' };

export function lookOf(id: string, cards: Cards): Look {
  const card = cards.get(id);
  const [, colour, kind = ''] = /^([PYBG])-([ATS])/.exec(id) ?? [];
  const plain = KINDS[kind] ?? 'codex';
  return { colour: (colour ?? 'X') as Colour, sign: card?.sign || plain, points: card?.points ?? 0 };
}
