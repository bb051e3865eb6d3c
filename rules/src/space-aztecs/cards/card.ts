/** The kinds of cards. No two cards of a deal have the same time. */
export type Colour = 'P' | 'Y' | 'B' | 'G';

/** Pink, yellow, blue, green: villagers and animals, warriors, superiors, special agents. */
export const COLOURS: readonly Colour[] = ['P', 'Y', 'B', 'G'];

export type CardId = string;

/** `HH:MM`, so that sorting the texts sorts by time. */
export type Time = string;

export type Warrior = 'eagle' | 'jaguar' | 'otomi';
export type AztecType = 'villager' | 'animal' | Warrior | 'noble' | 'priest' | 'alien' | 'agent' | 'archivist';

export interface AztecCard {
  readonly kind: 'aztec';
  readonly id: CardId;
  readonly time: Time;
  readonly colour: Colour;
  readonly type: AztecType;
  /** Absent where the type alone decides, as with warriors. */
  readonly points?: number;
  /** More points under a temple. */
  readonly bonus?: number;
}

interface ColouredCard {
  readonly kind: 'temple' | 'saucer';
  readonly id: CardId;
  readonly time: Time;
  readonly colour: Colour;
}

export interface CodexCard {
  readonly kind: 'codex';
  readonly id: CardId;
  readonly time: Time;
  readonly goal: Goal;
}

export type Card = AztecCard | ColouredCard | CodexCard;

/** [D9] What a codex counts in its city. It gives its points for each. */
export type Goal =
  /** Cards of these hours, both included. */
  | { readonly kind: 'hours'; readonly from: Time; readonly to: Time; readonly points: number }
  /** A `set` is one Aztec of every colour in the game. */
  | { readonly kind: 'temple' | 'sheltered' | 'set' | 'aztec'; readonly points: number };

// What a card says, as data: sentences are made from it.

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
