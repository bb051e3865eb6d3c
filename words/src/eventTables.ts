/** What a language fills in for events, moves and questions. A new kind without words does not compile. */
import type { EventOf, PartsOf, ViewOf } from '@flower-war/protocol';

/** A card in words, as `card` gives it. */
export interface TitledCard {
  readonly title: string;
  readonly text: string;
  /** What tells it from cards of the same title on this screen: the time in its corner, or its id. */
  readonly mark?: string;
}

/** The names of seats and cards at a table. */
export interface Speech {
  readonly name: (seat: number) => string;
  /** By id. A missing card is called by its id. */
  readonly cards: ReadonlyMap<string, TitledCard>;
}

/** What sentences may ask. */
export interface Telling {
  readonly name: (seat: number) => string;
  /** `Dart Thrower`. */
  readonly card: (id: string) => string;
  /** `Dart Thrower: Attack …`, without a full stop. */
  readonly cardAndText: (id: string) => string;
  /** What a card does, without a full stop; empty if the card is not known. */
  readonly text: (id: string) => string;
  readonly day: (day: number) => string;
  /** `a skull`, `2 skulls`, in the counters of the game. */
  readonly skulls: (n: number) => string;
  readonly game: 'flower-war' | 'mexica';
  /** How the battle stands; nothing before the dice are rolled, and where a coin decides. */
  readonly standing?: Standing;
}

export interface Standing {
  readonly attacker: number;
  readonly defender: number;
  readonly totals: readonly [attacker: number, defender: number];
}

export type RingEvent = EventOf<'flower-war'> | EventOf<'mexica'>;
export type RingEventOf<K extends RingEvent['kind']> = Extract<RingEvent, { readonly kind: K }>;

/** Nothing for an event that another event or the picture tells. */
type EventTable<Told extends { readonly kind: string }> = {
  readonly [K in Told['kind']]: (told: Extract<Told, { readonly kind: K }>, telling: Telling) => string | undefined;
};

export interface EventTables {
  readonly ring: EventTable<RingEvent>;
  readonly 'space-aztecs': EventTable<EventOf<'space-aztecs'>>;
  readonly tieqchieq: EventTable<EventOf<'tieqchieq'>>;
}

type RingParts = PartsOf<'flower-war'> | PartsOf<'mexica'>;
type SpaceAztecsParts = PartsOf<'space-aztecs'>;
type TieqchieqParts = PartsOf<'tieqchieq'>;

/** A move on the ring with this verb. */
export type RingMoveOf<V extends RingParts['verb']> = RingParts & { readonly verb: V };
/** A move of a token in Tieqchieq. */
export type TieqchieqWalk = Extract<TieqchieqParts, { readonly to: number }>;

/** What a move does, by its verb. */
export interface MoveTables {
  readonly ring: { readonly [V in RingParts['verb']]: (move: RingMoveOf<V>, telling: Telling) => string };
  readonly 'space-aztecs': {
    readonly [V in SpaceAztecsParts['verb']]: (move: SpaceAztecsParts & { verb: V }, telling: Telling) => string;
  };
  readonly tieqchieq: {
    readonly [V in TieqchieqParts['verb']]: (move: TieqchieqParts & { verb: V }) => string;
  };
}

export type RingView = ViewOf<'flower-war'> | ViewOf<'mexica'>;
type SpaceAztecsView = ViewOf<'space-aztecs'>;
type TieqchieqView = ViewOf<'tieqchieq'>;

/** The question to the seat that is asked, by the phase of the match. */
export interface PromptTables {
  readonly ring: { readonly [P in RingView['phase']]: (view: RingView, telling: Telling) => string };
  readonly 'space-aztecs': {
    readonly [P in SpaceAztecsView['phase']]: (view: SpaceAztecsView, telling: Telling) => string;
  };
  readonly tieqchieq: { readonly [P in TieqchieqView['phase']]: (view: TieqchieqView) => string };
}
