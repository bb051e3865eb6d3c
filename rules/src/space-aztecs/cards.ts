/** The kinds of cards, and [D] the deck as data. No two cards of a deal have the same time. */
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

// [D] The deck: one record for each card, in the order of times.

export const CARDS: readonly Card[] = [
  { kind: 'aztec', id: 'P-A01', time: '00:00', colour: 'P', type: 'villager', points: 2 },
  { kind: 'aztec', id: 'Y-A01', time: '00:20', colour: 'Y', type: 'otomi' },
  { kind: 'aztec', id: 'B-A01', time: '00:40', colour: 'B', type: 'noble', points: 3 },
  { kind: 'aztec', id: 'G-A01', time: '01:00', colour: 'G', type: 'agent', points: 2 },
  { kind: 'codex', id: 'X1', time: '01:20', goal: { kind: 'hours', from: '00:00', to: '05:59', points: 2 } },
  { kind: 'aztec', id: 'Y-A02', time: '01:40', colour: 'Y', type: 'otomi' },
  { kind: 'aztec', id: 'B-A02', time: '02:00', colour: 'B', type: 'alien', points: 3 },
  { kind: 'aztec', id: 'G-A02', time: '02:20', colour: 'G', type: 'archivist', points: 1, bonus: 4 },
  { kind: 'aztec', id: 'P-A02', time: '02:40', colour: 'P', type: 'villager', points: 2 },
  { kind: 'temple', id: 'B-T1', time: '03:00', colour: 'B' },
  { kind: 'temple', id: 'G-T1', time: '03:20', colour: 'G' },
  { kind: 'temple', id: 'P-T1', time: '03:40', colour: 'P' },
  { kind: 'temple', id: 'Y-T1', time: '04:00', colour: 'Y' },
  { kind: 'codex', id: 'X5', time: '04:20', goal: { kind: 'temple', points: 3 } },
  { kind: 'aztec', id: 'G-A03', time: '04:40', colour: 'G', type: 'archivist', points: 1, bonus: 5 },
  { kind: 'aztec', id: 'P-A03', time: '05:00', colour: 'P', type: 'animal', points: 3 },
  { kind: 'aztec', id: 'Y-A03', time: '05:20', colour: 'Y', type: 'jaguar' },
  { kind: 'aztec', id: 'B-A03', time: '05:40', colour: 'B', type: 'priest' },
  { kind: 'aztec', id: 'P-A04', time: '06:00', colour: 'P', type: 'animal', points: 3 },
  { kind: 'aztec', id: 'Y-A04', time: '06:20', colour: 'Y', type: 'otomi' },
  { kind: 'aztec', id: 'B-A04', time: '06:40', colour: 'B', type: 'noble', points: 3 },
  { kind: 'aztec', id: 'G-A04', time: '07:00', colour: 'G', type: 'agent', points: 2 },
  { kind: 'codex', id: 'X2', time: '07:20', goal: { kind: 'hours', from: '06:00', to: '11:59', points: 2 } },
  { kind: 'saucer', id: 'Y-S1', time: '07:40', colour: 'Y' },
  { kind: 'saucer', id: 'B-S1', time: '08:00', colour: 'B' },
  { kind: 'saucer', id: 'G-S1', time: '08:20', colour: 'G' },
  { kind: 'saucer', id: 'P-S1', time: '08:40', colour: 'P' },
  { kind: 'aztec', id: 'B-A05', time: '09:00', colour: 'B', type: 'alien', points: 3 },
  { kind: 'aztec', id: 'G-A05', time: '09:20', colour: 'G', type: 'archivist', points: 2, bonus: 3 },
  { kind: 'aztec', id: 'P-A05', time: '09:40', colour: 'P', type: 'villager', points: 3 },
  { kind: 'aztec', id: 'Y-A05', time: '10:00', colour: 'Y', type: 'jaguar' },
  { kind: 'codex', id: 'X6', time: '10:20', goal: { kind: 'sheltered', points: 1 } },
  { kind: 'temple', id: 'G-T2', time: '10:40', colour: 'G' },
  { kind: 'temple', id: 'P-T2', time: '11:00', colour: 'P' },
  { kind: 'temple', id: 'Y-T2', time: '11:20', colour: 'Y' },
  { kind: 'temple', id: 'B-T2', time: '11:40', colour: 'B' },
  { kind: 'aztec', id: 'P-A06', time: '12:00', colour: 'P', type: 'animal', points: 4 },
  { kind: 'aztec', id: 'Y-A06', time: '12:20', colour: 'Y', type: 'otomi' },
  { kind: 'aztec', id: 'B-A06', time: '12:40', colour: 'B', type: 'priest' },
  { kind: 'aztec', id: 'G-A06', time: '13:00', colour: 'G', type: 'agent', points: 3 },
  { kind: 'codex', id: 'X3', time: '13:20', goal: { kind: 'hours', from: '12:00', to: '17:59', points: 2 } },
  { kind: 'aztec', id: 'Y-A07', time: '13:40', colour: 'Y', type: 'jaguar' },
  { kind: 'aztec', id: 'B-A07', time: '14:00', colour: 'B', type: 'noble', points: 4 },
  { kind: 'aztec', id: 'G-A07', time: '14:20', colour: 'G', type: 'archivist', points: 2, bonus: 4 },
  { kind: 'aztec', id: 'P-A07', time: '14:40', colour: 'P', type: 'villager', points: 4 },
  { kind: 'saucer', id: 'B-S2', time: '15:00', colour: 'B' },
  { kind: 'saucer', id: 'G-S2', time: '15:20', colour: 'G' },
  { kind: 'saucer', id: 'P-S2', time: '15:40', colour: 'P' },
  { kind: 'saucer', id: 'Y-S2', time: '16:00', colour: 'Y' },
  { kind: 'codex', id: 'X7', time: '16:20', goal: { kind: 'set', points: 4 } },
  { kind: 'aztec', id: 'G-A08', time: '16:40', colour: 'G', type: 'archivist', points: 3, bonus: 2 },
  { kind: 'aztec', id: 'P-A08', time: '17:00', colour: 'P', type: 'animal', points: 4 },
  { kind: 'aztec', id: 'Y-A08', time: '17:20', colour: 'Y', type: 'eagle' },
  { kind: 'aztec', id: 'B-A08', time: '17:40', colour: 'B', type: 'alien', points: 3 },
  { kind: 'temple', id: 'P-T3', time: '18:00', colour: 'P' },
  { kind: 'temple', id: 'Y-T3', time: '18:20', colour: 'Y' },
  { kind: 'temple', id: 'B-T3', time: '18:40', colour: 'B' },
  { kind: 'temple', id: 'G-T3', time: '19:00', colour: 'G' },
  { kind: 'codex', id: 'X4', time: '19:20', goal: { kind: 'hours', from: '18:00', to: '23:59', points: 2 } },
  { kind: 'aztec', id: 'Y-A09', time: '19:40', colour: 'Y', type: 'eagle' },
  { kind: 'aztec', id: 'B-A09', time: '20:00', colour: 'B', type: 'priest' },
  { kind: 'aztec', id: 'G-A09', time: '20:20', colour: 'G', type: 'agent', points: 3 },
  { kind: 'aztec', id: 'P-A09', time: '20:40', colour: 'P', type: 'villager', points: 5 },
  { kind: 'aztec', id: 'B-A10', time: '21:00', colour: 'B', type: 'noble', points: 4 },
  { kind: 'aztec', id: 'G-A10', time: '21:20', colour: 'G', type: 'archivist', points: 3, bonus: 3 },
  { kind: 'aztec', id: 'P-A10', time: '21:40', colour: 'P', type: 'animal', points: 5 },
  { kind: 'aztec', id: 'Y-A10', time: '22:00', colour: 'Y', type: 'eagle' },
  { kind: 'codex', id: 'X8', time: '22:20', goal: { kind: 'aztec', points: 1 } },
  { kind: 'saucer', id: 'G-S3', time: '22:40', colour: 'G' },
  { kind: 'saucer', id: 'P-S3', time: '23:00', colour: 'P' },
  { kind: 'saucer', id: 'Y-S3', time: '23:20', colour: 'Y' },
  { kind: 'saucer', id: 'B-S3', time: '23:40', colour: 'B' },
];

const BY_ID: ReadonlyMap<CardId, Card> = new Map(CARDS.map((card) => [card.id, card]));

export function cardOf(id: CardId): Card {
  const card = BY_ID.get(id);
  if (card === undefined) throw new Error(`there is no card ${id}`);
  return card;
}

/** The colour of a card; a codex has none. */
export function colourOf(id: CardId): Colour | undefined {
  const card = cardOf(id);
  return card.kind === 'codex' ? undefined : card.colour;
}

const RANKS: ReadonlyMap<CardId, number> = new Map(CARDS.map(({ id }, rank) => [id, rank]));

/** Sorts cards by time, as in the deck. Piles are shown this way, so that their order tells nothing. */
export function byTime(ids: readonly CardId[]): readonly CardId[] {
  const rank = (id: CardId) => RANKS.get(id) ?? 0;
  return ids.toSorted((a, b) => rank(a) - rank(b));
}

interface Deal {
  readonly removed: Colour | 'none';
  /** Whether the codices are in the game. */
  readonly codex: boolean;
}

/** [D3] The cards that are dealt. */
export function dealt({ removed, codex }: Deal): readonly CardId[] {
  const isIn = (card: Card) => (card.kind === 'codex' ? codex : card.colour !== removed);
  return CARDS.filter(isIn).map(({ id }) => id);
}

// The names of the sets and of the places around the sundial.

export const SET_NAMES: Readonly<Record<Colour, string>> = {
  P: 'Villagers and Animals',
  Y: 'Warriors',
  B: 'Superiors',
  G: 'Special Agents',
};

/** The places, from pile 1 on. */
export const PLACE_NAMES: readonly string[] = [
  'Ball Court',
  'Market',
  'Observatory',
  'Causeway',
  'Floating Gardens',
  'Palace',
  'Volcano',
  'Lake',
];
