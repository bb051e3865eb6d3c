/** Legal moves as a person reads them. */
import type { LegalMove } from '@flower-war/client';
import { textsIn } from '../language.tsx';
import type { CardWords, SpokenGame, TableSpeech } from './cardWords.ts';
import { type Stakes, stakesOf, timesOf } from './stakes.ts';
import { BRIEF_TEXTS } from './texts.ts';

/** A choice for each act. A move that makes several of them at once belongs to the choice that makes one. */
export function choicesOf(moves: readonly LegalMove[], spoken: SpokenGame): readonly Choice[] {
  const [atOnce, single] = [moves.filter(isAtOnce), moves.filter((move) => !isAtOnce(move))];
  return single.map((move) => {
    const same = atOnce.filter(({ verb, god }) => verb === move.verb && god === move['god']);
    return { ...choiceOf(move, spoken), atOnce: new Map(same.map((one) => [one.times, one.move])) };
  });
}

const isAtOnce = (move: LegalMove): move is LegalMove & { readonly times: number } => typeof move['times'] === 'number';

function choiceOf(move: LegalMove, spoken: SpokenGame): Omit<Choice, 'atOnce'> {
  const card: unknown = move['card'];
  const told = typeof card === 'string' ? spoken.speech.cards.get(card) : undefined;
  const sentence = sentenceOf(move, spoken);
  const isPaidInBeads = move.beads === true;
  const [picks, times] = [[...picksOf(move), ...goalOf(move, told)], timesOf(move)];
  return { move: move.move, sentence, about: told?.text ?? '', picks, times, isPaidInBeads, ...stakesOf(move) };
}

/** The day that the text of a card names, where the move itself names none. */
const goalOf = ({ verb, day }: LegalMove, card: CardWords | undefined): readonly ThingId[] =>
  verb === 'play' && day === undefined && card?.day !== undefined ? [`day:${card.day}`] : [];

/** What a move does, as the page says it. */
export const sentenceOf = (move: LegalMove, spoken: SpokenGame): string =>
  brief(move, spoken) ?? spoken.words.move(spoken.game, move, spoken.speech);

// Offerings in few words: what a tap does, what it brings, and what is left. A pile goes by its place. Other moves have the sentences of the game.

const GODS: Readonly<Record<string, string>> = { war: 'Huitzilopochtli', rain: 'Tlaloc' };

/** `Offer to Huitzilopochtli → a War card. Skulls left: 0`. Nothing for a move that is neither an offering with a price nor about a place. */
export function brief(move: LegalMove, { game, words, speech }: SpokenGame): string | undefined {
  const [whom, { skulls, left }] = [toWhom(move), record(move.costs)];
  const told = textsIn(BRIEF_TEXTS, words);
  const { verb, pile, cards } = move;
  const place = typeof pile === 'number' ? (speech.place?.(pile) ?? '') : '';
  if (verb === 'take' && place !== '' && typeof cards === 'number') return told.take(place, cards);
  const stock = told.stock[game];
  if (whom === undefined || stock === undefined || typeof skulls !== 'number' || typeof left !== 'number')
    return undefined;
  const deed = skulls === 1 ? told.to(whom) : told.more(skulls, stock, whom);
  const card = told.card[`${record(move.gives)['deck']}`];
  return `${deed}${card === undefined ? '' : ` → ${card}`}. ${told.left(stock, left)}`;
}

function toWhom({ verb, god }: LegalMove): string | undefined {
  if (verb === 'tonantzin') return 'Tonantzin';
  return verb === 'offer' && Object.hasOwn(GODS, `${god}`) ? GODS[`${god}`] : undefined;
}

const record = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

// What every table gets, whatever its game is.

export interface TableProps {
  readonly game: string;
  /** The game as the viewer sees it. */
  readonly view: object;
  /** The seat of the viewer; absent for a spectator. */
  readonly seat: number | undefined;
  readonly speech: TableSpeech;
  /** The things that some legal move is about, each with what a tap does; empty if it leaves several moves. */
  readonly things: ReadonlyMap<ThingId, string>;
  /** The thing that was tapped. */
  readonly chosen: ThingId | undefined;
  readonly choose: (pick: ThingId) => void;
}

/** For a picture that is only looked at. */
export const UNTOUCHED = {
  seat: undefined,
  things: new Map<ThingId, string>(),
  chosen: undefined,
  choose: () => {},
} as const;

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
  /** How often the player can pay for it, one time after the other. */
  readonly times: number;
  /** The moves that do it several times at once, by how often. Rules before them, and questions in between, ask for one after the other. */
  readonly atOnce: ReadonlyMap<number, string>;
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

/** All things that some move is about, each with the sentence of its only move. */
export function thingsOf(choices: readonly Choice[]): ReadonlyMap<ThingId, string> {
  const things = new Map<ThingId, string>();
  for (const { picks, sentence } of choices)
    for (const pick of picks) things.set(pick, things.has(pick) ? '' : sentence);
  return things;
}

/** The moves that are about all these things; all of them without one. */
export function narrowed(choices: readonly Choice[], ...things: readonly ThingId[]): readonly Choice[] {
  return choices.filter(({ picks }) => things.every((thing) => picks.includes(thing)));
}

/** The things that are chosen after one more tap: a card and then its target, a token and then its square. Tapped again, a thing is let go. */
export function afterTap(choices: readonly Choice[], chosen: readonly ThingId[], tapped: ThingId): readonly ThingId[] {
  if (chosen.includes(tapped)) return chosen.filter((thing) => thing !== tapped);
  return narrowed(choices, ...chosen, tapped).length > 0 ? [...chosen, tapped] : [tapped];
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
