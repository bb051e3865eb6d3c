/**
 * A match that is played where it is shown, without a server: one person sits at one seat, and a bot or a script answers for the others.
 * All of it is data and pure functions, so that each move can be taken back, and the same moves lead to the same match again.
 */
import type { AnyGame } from '../catalogue/games.ts';
import type { Chance } from '../contract/chance.ts';
import { fastChance } from '../contract/chance.ts';
import type { MoveParts, Result, Seat } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { chancesOf, type Playable } from './matches.ts';
import { playStep, recordingChance, type Step } from './replay.ts';

type State = ReturnType<AnyGame['setup']>;
type Event = { readonly kind: string; readonly [field: string]: unknown };

export interface LocalMatch {
  readonly setting: LocalSetting;
  /** The start, and what each move led to; the newest is the last. */
  readonly moments: readonly LocalMoment[];
}

export interface LocalSetting {
  readonly game: AnyGame;
  readonly options: Options;
  /** The seat of the person. */
  readonly seat: Seat;
  /** The position in which the match begins. */
  readonly start: State;
  /** Where the luck of the next move comes from. The same place gives the same luck, also after a move was taken back. */
  readonly chanceAt: (place: Place) => Chance;
  /** The move with which another seat answers now, in notation; nothing while it waits. */
  readonly answer: (match: LocalMatch, seat: Seat) => string | undefined;
  /** The habits that answer for the person. */
  readonly habits?: readonly string[];
}

/** How many moves were made, and how many random results they drew. */
export interface Place {
  readonly moves: number;
  readonly drawn: number;
}

export interface LocalMoment {
  readonly state: State;
  /** What the habits of the person remember. */
  readonly notes: unknown;
  readonly drawn: number;
  /** The move that led here; absent at the start. */
  readonly made?: MadeMove;
  /** What happened, as the person saw it. */
  readonly events: readonly Event[];
}

/** A move in notation, or a seat that retires. */
export type MadeMove = Step & { readonly isHabit?: true };

export function begin(setting: LocalSetting): LocalMatch {
  const { game, start: state, seat } = setting;
  const events = seenBy(game, game.opening?.(state) ?? [], seat);
  return { setting, moments: [{ state, notes: game.habits?.notes(state), drawn: 0, events }] };
}

export const newest = ({ moments }: LocalMatch): LocalMoment => at(moments, moments.length - 1);

/** A match after a move, or why the rules refuse it. */
export type LocalMove =
  | { readonly ok: true; readonly match: LocalMatch }
  | { readonly ok: false; readonly reason: string };

export function withMove(match: LocalMatch, made: MadeMove): LocalMove {
  const { setting, moments } = match;
  const { game, seat, chanceAt } = setting;
  const { state, notes, drawn } = newest(match);
  const chance = recordingChance(chanceAt({ moves: moments.length - 1, drawn }));
  const applied = playStep(game, state, { step: made, chance });
  if (!applied.ok) return applied;
  const moment: LocalMoment = {
    state: applied.state,
    notes: game.habits?.noted(notes, applied.state, applied.events),
    drawn: drawn + chance.results().length,
    made,
    events: seenBy(game, applied.events, seat),
  };
  return { ok: true, match: { setting, moments: [...moments, moment] } };
}

const seenBy = (game: AnyGame, events: readonly Event[], seat: Seat): readonly Event[] =>
  events.map((event) => game.viewEvent(event, seat) as Event | undefined).filter((event) => event !== undefined);

type DueMove = Extract<MadeMove, { readonly move: string }>;

/** More answers of habits in a row than in any match worth playing. */
const MOST_IN_A_ROW = 24;

/** The move that is made now without the person: that of another seat, or of a habit. */
export function dueMove(match: LocalMatch): DueMove | undefined {
  const { game, seat, answer, habits = [] } = match.setting;
  const { state, notes } = newest(match);
  const waiting = game.toMove(state);
  for (const other of waiting.filter((one) => one !== seat)) {
    const move = answer(match, other);
    if (move !== undefined) return { seat: other, move };
  }
  const isHabitual = match.moments.slice(-MOST_IN_A_ROW).some(({ made }) => made?.isHabit !== true);
  if (!waiting.includes(seat) || habits.length === 0 || isInWindow(match) || !isHabitual) return undefined;
  const move = game.habits?.answer({ state, notes, seat }, habits);
  return move === undefined ? undefined : { seat, move: game.format(move), isHabit: true };
}

/** Whether a hidden window is open: what is decided there is shown when it closes. */
export const isInWindow = (match: LocalMatch): boolean =>
  match.setting.game.windows?.open(newest(match).state) !== undefined;

/** The match after the next move that needs no person, and all that is decided in secret then. The same match if there is none. */
export function advanced(match: LocalMatch): LocalMatch {
  let now = match;
  for (let due = dueMove(now); due !== undefined; due = isInWindow(now) ? dueMove(now) : undefined) {
    const played = withMove(now, due);
    if (!played.ok) throw new Error(`${due.move} of seat ${due.seat} is refused: ${played.reason}`);
    now = played.match;
  }
  return now;
}

/** The match before the last move that the person chose, with all that followed it; nothing if there was none. */
export function takenBack(match: LocalMatch): LocalMatch | undefined {
  const { setting, moments } = match;
  const index = moments.findLastIndex(({ made }) => made?.seat === setting.seat && made.isHabit !== true);
  return index < 0 ? undefined : { setting, moments: moments.slice(0, index) };
}

/** The moves of the match so far. `replayed` makes the match of them again. */
export const movesOf = ({ moments }: LocalMatch): readonly MadeMove[] => moments.flatMap(({ made }) => made ?? []);

/** The same match again, as far as the rules allow these moves: they may be of other rules. */
export function replayed(setting: LocalSetting, moves: readonly MadeMove[]): LocalMatch {
  let match = begin(setting);
  for (const made of moves) {
    const next = withMove(match, made);
    if (!next.ok) return match;
    match = next.match;
  }
  return match;
}

/** What the person sees, and may do. */
export interface LocalShown {
  /** The view of a spectator, and that of the person. */
  readonly table: object;
  readonly view: object;
  readonly legal: readonly string[];
  /** Another number is another question; absent while there is none. */
  readonly decision: number | undefined;
  readonly result: Result | undefined;
}

export function shownIn(match: LocalMatch): LocalShown {
  const { game, seat } = match.setting;
  const { state } = newest(match);
  const legal = game.legalMoves(state, seat).map((move) => game.format(move));
  return {
    table: game.view(state, 'spectator'),
    view: game.view(state, seat),
    legal,
    decision: legal.length > 0 ? match.moments.length : undefined,
    result: game.result(state),
  };
}

// Who answers for the other seats, and where the luck comes from.

/** All luck and all choices of the bots follow from the seed. */
export const seeded = (seed: number): LocalSetting['chanceAt'] => {
  const chances = chancesOf(seed);
  return ({ moves }) => chances(moves + 1);
};

/** Bots at the other seats. Each sees what its seat may see, and nothing else. */
export function bots<B extends string>(
  { game, bots: known }: Playable<B>,
  { names, seed }: { readonly names: readonly (B | undefined)[]; readonly seed: number },
): LocalSetting['answer'] {
  return (match, seat) => {
    const name = names[seat];
    if (name === undefined) return undefined;
    const { state } = newest(match);
    const legal = game.legalMoves(state, seat);
    const question = { view: game.view(state, seat), seat, options: match.setting.options, legal };
    return game.format(known[name](question, fastChance(seed * 1_000_003 - match.moments.length)));
  };
}

// The legal moves of a seat with what they do. All of it is told from what the seat was shown, never from the state, so that it cannot tell
// more.

/** What a seat was shown, and the options of the match. */
export interface ShownToSeat {
  readonly options: Options;
  /** What the seat sees; where it sees more than a spectator, its own. */
  readonly view: object;
  readonly seat: Seat;
  /** In notation. */
  readonly legal: readonly string[];
}

export type ExplainedMove = MoveParts & { readonly move: string; readonly beads?: true };

export function explainedMoves(engine: AnyGame, { options, view, seat, legal }: ShownToSeat): ExplainedMove[] {
  const moves: readonly unknown[] = legal.map((move) => engine.parse(move));
  const seen = { view, seat, options, legal: moves };
  return legal.map((move, index) => {
    const parts = engine.parts?.(seen, moves[index]) ?? { verb: move.split(' ')[0] ?? move };
    return { move, ...parts, ...(engine.temple?.pays(moves[index]) === true && { beads: true as const }) };
  });
}

/** The same, of the moves that the person may make now. */
export function explainedIn(match: LocalMatch): readonly ExplainedMove[] {
  const { game, options, seat } = match.setting;
  const { view, legal } = shownIn(match);
  return explainedMoves(game, { options, view, seat, legal });
}

/** What the person is asked now, with all that a bot needs to answer it and nothing hidden. It can be sent to another thread. */
export function askedIn(match: LocalMatch): ShownToSeat {
  const { options, seat } = match.setting;
  const { view, legal } = shownIn(match);
  return { options, view, seat, legal };
}

/** The same question always has the same answer. */
const HINT_SEED = 1;

/** The move, in notation, that a bot would choose in the place of a seat. */
export function advised<B extends string>(
  { game, bots: known }: Playable<B>,
  bot: B,
  { legal, ...shown }: ShownToSeat,
): string {
  const moves = legal.map((move) => game.parse(move));
  return game.format(known[bot]({ ...shown, legal: moves }, fastChance(HINT_SEED)));
}
