/** Legal moves as a person reads them. */
import type { LegalMove, MatchSnapshot, TempleJson } from '@flower-war/client';
import type { SpokenGame, TableSpeech } from './cardWords.ts';

export function choiceOf(move: LegalMove, { game, words, speech }: SpokenGame): Choice {
  const card: unknown = move['card'];
  const about = typeof card === 'string' ? (speech.cards.get(card)?.text ?? '') : '';
  const sentence = words.move(game, move, speech);
  const isPaidInBeads = move.beads === true;
  return { move: move.move, sentence, about, picks: picksOf(move), isPaidInBeads, ...stakesOf(move) };
}

// What every table gets, whatever its game is.

export interface TableProps {
  readonly game: string;
  /** The game as the viewer sees it. */
  readonly view: object;
  /** The seat of the viewer; absent for a spectator. */
  readonly seat: number | undefined;
  readonly speech: TableSpeech;
  /** The things that some legal move is about. */
  readonly things: ReadonlySet<ThingId>;
  /** The thing that was tapped. */
  readonly chosen: ThingId | undefined;
  readonly choose: (pick: ThingId) => void;
}

/** For a picture that is only looked at. */
export const UNTOUCHED = { seat: undefined, things: new Set<ThingId>(), chosen: undefined, choose: () => {} } as const;

// The temple that takes what a seat pays, so that the page offers no payment that the server would refuse.

/** The seat of the one temple that counts for all. */
export const OF_THE_TABLE = 255;

type AtTemples = Pick<MatchSnapshot['table'], 'temples' | 'byHand'>;

/** The temple of this seat, or else the one of the table. It may be silent. */
export function templeOf({ temples }: Pick<AtTemples, 'temples'>, seat: number): TempleJson | undefined {
  const counting = temples.filter(({ counts }) => counts);
  return counting.find((temple) => temple.seat === seat) ?? counting.find((temple) => temple.seat === OF_THE_TABLE);
}

/** The temple into which the seat drops its beads now. None while it is silent, or while the seat pays on the screen. */
export function takingTemple(table: AtTemples, seat: number | undefined): TempleJson | undefined {
  if (seat === undefined || table.byHand.includes(seat)) return undefined;
  const temple = templeOf(table, seat);
  return temple?.present ? temple : undefined;
}

// What a person may tap on the table. Each legal move says of itself which things it is about, so that the page needs no rules to tell
// where a tap leads.

/** A thing on the table. `far`: a place where no token of the viewer comes. `verb`: coins or dice, which only one kind of move is about. */
export type ThingId =
  | `${'day' | 'seat' | 'pile' | 'square' | 'far'}:${number}`
  | `${'card' | 'god' | 'verb'}:${string}`;

/** A legal move as a person reads it. */
export interface Choice extends Stakes {
  /** The move in notation, which is what the server takes. */
  readonly move: string;
  readonly sentence: string;
  /** What the card of the move does; empty if there is none. */
  readonly about: string;
  readonly picks: readonly ThingId[];
  /** Beads in a temple can pay it. */
  readonly isPaidInBeads: boolean;
}

/** The parts of moves that name a thing, in all games: the part, the kind of its thing, and its type. */
const NAMING = [
  ['day', 'day', 'number'],
  ['card', 'card', 'string'],
  ['temple', 'card', 'string'],
  ['saucer', 'card', 'string'],
  ['seat', 'seat', 'number'],
  ['god', 'god', 'string'],
  ['pile', 'pile', 'number'],
  ['from', 'square', 'number'],
  ['to', 'square', 'number'],
] as const;

/** The things that the move names. A move that names none is about what it does: the coins, for one that tosses them. */
export function picksOf(move: LegalMove): readonly ThingId[] {
  const picks = NAMING.flatMap(([part, kind, type]) =>
    typeof move[part] === type ? [`${kind}:${move[part]}` as ThingId] : [],
  );
  return picks.length > 0 || move.verb === '' ? picks : [`verb:${move.verb}`];
}

/** All things that some move is about. */
export function thingsOf(choices: readonly Choice[]): ReadonlySet<ThingId> {
  return new Set(choices.flatMap(({ picks }) => picks));
}

/** The moves that are about this thing; all of them without one. */
export function narrowed(choices: readonly Choice[], pick: ThingId | undefined): readonly Choice[] {
  return pick === undefined ? choices : choices.filter(({ picks }) => picks.includes(pick));
}

/** The number of a thing of this kind, or nothing if the thing is of another kind. */
export function numberIn(
  pick: ThingId | undefined,
  kind: 'day' | 'seat' | 'pile' | 'square' | 'far',
): number | undefined {
  return pick?.startsWith(`${kind}:`) ? Number(pick.slice(kind.length + 1)) : undefined;
}

export function cardIn(pick: ThingId | undefined): string | undefined {
  return pick?.startsWith('card:') ? pick.slice('card:'.length) : undefined;
}

// What a move gives away, as its own parts tell it. Such moves are worth a second tap.

interface Stakes {
  /** The player pays for it. */
  readonly isCostly: boolean;
  readonly endsTurn: boolean;
  /** The player does nothing, and goes without all other moves. */
  readonly isPass: boolean;
}

/** How games call a move that does nothing. */
const PASSES: ReadonlySet<string> = new Set(['pass', 'done', 'decline', 'stay']);

export function stakesOf({ verb, costs, endsTurn }: LegalMove): Stakes {
  return { isCostly: isPrice(costs), endsTurn: endsTurn === true, isPass: PASSES.has(verb) };
}

/** A price says how much of something the player gives up, or that cards may stand for it. What is left is not a price. */
function isPrice(costs: unknown): boolean {
  if (typeof costs !== 'object' || costs === null) return false;
  return Object.entries(costs).some(([name, value]) => name !== 'left' && value !== 0 && value !== false);
}

type Staked = Pick<Stakes, 'isCostly' | 'endsTurn' | 'isPass'>;

/** Whether a slip of the finger would cost something: the price, or the moves that were still to be played in this turn. */
export function wantsCare(choice: Staked, all: readonly Staked[]): boolean {
  if (all.length < 2) return false; // no choice, no slip
  return choice.isCostly || (choice.isPass && choice.endsTurn && all.some(({ isPass }) => !isPass));
}

/** What the player goes without by a pass. */
export function forgoneBy<C extends Staked>(choice: C, all: readonly C[]): readonly C[] {
  return choice.isPass ? all.filter(({ isPass }) => !isPass) : [];
}

/** With less time than this, no player is asked twice. */
const HURRY_MS = 20_000;

/** `left`: the time until the clock answers; absent if no clock runs. */
export const hasTimeToConfirm = (left: number | undefined): boolean => left === undefined || left >= HURRY_MS;
