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

export interface ColouredCard {
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
