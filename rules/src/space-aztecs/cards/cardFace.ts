/** What a card says, as data: sentences are made from it. */
import type { AztecType, Card, Colour, Goal } from './card.ts';

export type SpaceAztecsFace =
  | {
      readonly kind: 'aztec';
      readonly type: AztecType;
      readonly colour: Colour;
      readonly points: number;
      /** More points under a temple. */
      readonly bonus: number;
      /** The points of one, two, three … warriors of this type; empty for all others. */
      readonly scale: readonly number[];
      /** The points of this Aztec together with its partner; 0 if it has none. */
      readonly pair: number;
    }
  | { readonly kind: 'temple' | 'saucer'; readonly colour: Colour }
  | { readonly kind: 'codex'; readonly goal: Goal };

/** The points that scoring knows of: those of warriors by their number, and those of a pair. */
interface Worth {
  readonly scales: Readonly<Partial<Record<AztecType, readonly number[]>>>;
  readonly pair: number;
}

export function faceOf(card: Card, { scales, pair }: Worth): SpaceAztecsFace {
  if (card.kind === 'codex') return { kind: 'codex', goal: card.goal };
  const { kind, colour } = card;
  if (kind !== 'aztec') return { kind, colour };
  const { type, points = 0, bonus = 0 } = card;
  const isPaired = type === 'priest' || type === 'alien';
  return { kind, type, colour, points, bonus, scale: scales[type]?.slice(1) ?? [], pair: isPaired ? pair : 0 };
}
