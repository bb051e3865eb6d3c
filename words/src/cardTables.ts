/** What a language fills in for cards: a clause for each effect and each omen. A new one without a clause does not compile. */
import type {
  Deck,
  DiscFace,
  Effect,
  SpaceAztecsFace,
  Timing,
  TitledCard,
  TitledSpaceCard,
} from '@flower-war/protocol';

/** What the clauses of a card may ask. */
export interface CardSpeech {
  /** `2 skulls`, in the counters of the game. */
  readonly skulls: (n: number) => string;
  /** `Crocodile (Cipactli)`. */
  readonly day: (day: number) => string;
  readonly timing: Timing;
  /** Whether an earlier effect of the card has already let its player choose a player. */
  readonly isChosen: boolean;
  /** Whether cards cost skulls in this game. */
  readonly hasCosts: boolean;
  /** Joins the clauses of effects that belong together. */
  readonly together: (effects: readonly Effect[]) => string;
}

export type EffectOf<K extends Effect['kind']> = Effect & { readonly kind: K };

/** Sentences without a capital and a full stop; several of them stand in a list. None if the effect changes nothing here. */
export type Clauses = string | readonly string[];

export type EffectTable = { readonly [K in Effect['kind']]: (effect: EffectOf<K>, speech: CardSpeech) => Clauses };

type Omens = Required<DiscFace['changes']>;
export type OmenTable = { readonly [K in keyof Omens]: (value: Omens[K]) => Clauses };

export interface RingCards {
  readonly effects: EffectTable;
  readonly omens: OmenTable;
  /** For the disc that cancels another one. */
  readonly cancels: Clauses;
  readonly timings: Readonly<Record<Timing | 'omen', string>>;
  readonly decks: Readonly<Record<Deck | 'week' | 'disc', string>>;
  readonly cost: (n: number) => string;
  readonly skulls: Readonly<Record<'flower-war' | 'mexica', (n: number) => string>>;
  /** Tribute for a week card, and the sign as which it counts. */
  readonly week: (day: string, sign: string | undefined) => Clauses;
  readonly signs: Readonly<Record<'eagle' | 'serpent' | 'flower', string>>;
  /** Beside the printed titles, which are English. */
  readonly titles?: RingTitles;
}

export interface RingTitles {
  readonly own: Readonly<Record<TitledCard, string>>;
  /** By the number in the name of a day card, from 1 on. */
  readonly families: readonly ((day: string) => string)[];
  readonly week: (day: string) => string;
  readonly land: (day: string) => string;
  readonly disc: (day: string) => string;
}

type Face<K extends SpaceAztecsFace['kind']> = SpaceAztecsFace & { readonly kind: K };
type Aztec = Face<'aztec'>;
type Goal = Face<'codex'>['goal'];

export interface SpaceAztecsCards {
  readonly aztecs: { readonly [K in Aztec['type']]: (aztec: Aztec) => Clauses };
  readonly temple: (colour: Aztec['colour']) => Clauses;
  readonly saucer: (colour: Aztec['colour']) => Clauses;
  readonly goals: { readonly [K in Goal['kind']]: (goal: Goal & { readonly kind: K }, points: string) => Clauses };
  readonly decks: Readonly<Record<Aztec['colour'] | 'codex', string>>;
  readonly points: (n: number) => string;
  readonly time: (time: string) => string;
  /** Beside the printed titles, which are English. */
  readonly titles?: {
    readonly own: Readonly<Record<TitledSpaceCard, string>>;
    readonly types: Readonly<Record<Aztec['type'] | 'temple' | 'saucer' | 'codex', string>>;
  };
}
