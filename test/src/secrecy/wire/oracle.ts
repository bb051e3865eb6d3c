/** What a viewer of a match may know by the rules. The tests compare the wire with it. */
import { MOST_HABITS_IN_A_ROW } from '@flower-war/protocol';
import { type AnyGame, at, type Chance, deepEqual, fastChance, type Seat, type Viewer } from '@flower-war/rules';

/** The state of a match whose luck is scripted. */
export interface Lucky {
  readonly table: ReturnType<AnyGame['setup']>;
  readonly seed: number;
  /** The number of draws so far. */
  readonly drawn: number;
}

/** How a seat answers in a hidden window. */
export type Way = 'pass' | 'clock' | 'wish';

export interface Answered {
  readonly seat: Seat;
  readonly move: string;
}

/** A match that only the rules play, without a server. */
export interface Mind {
  readonly state: Lucky;
  readonly events: readonly unknown[];
  /** What the habits of the table remember; absent at a table without habits. */
  readonly notes?: unknown;
  /** The habits that every seat keeps. */
  readonly kept?: readonly string[];
}

export interface Followed extends Mind {
  /** The passes in hidden windows after the move, in order. The viewer never passes. */
  readonly answers: readonly Answered[];
}

export type Rules = AnyGame;
type Move = Parameters<AnyGame['format']>[0];

/** The rules with scripted luck. They cannot start a match. */
export function rulesOf(game: AnyGame): Rules {
  return lucky(game, () => {
    throw new Error('nothing is dealt here');
  });
}

export function played(
  rules: Rules,
  { state, notes, kept = [] }: Mind,
  { seat, move }: { seat: Seat; move: Move },
): Mind {
  const applied = rules.apply(state, seat, move, NO_CHANCE);
  if (!applied.ok) throw new Error(`${rules.format(move)} of seat ${seat} is refused: ${applied.reason}`);
  const noted: unknown = notes === undefined ? undefined : rules.habits?.noted(notes, applied.state, applied.events);
  return { state: applied.state, events: applied.events, notes: noted, kept };
}

/**
 * Each seat that is asked in secret passes, and habits answer, until the viewer is asked or the next public step is reached that no habit
 * takes. What habits decline in windows does not count in the row.
 */
export function followed(rules: Rules, first: Mind, viewer: Viewer): Followed {
  let mind = first;
  const answers: Answered[] = [];
  for (let inARow = 0; ; ) {
    const declined = declinedIn(rules, mind);
    const habit = inARow < MOST_HABITS_IN_A_ROW ? habitIn(rules, mind) : undefined;
    const isOthers = isWindowFor(rules, mind.state, viewer);
    if (declined === undefined && habit === undefined && !isOthers) return { ...mind, answers };
    const seat = declined ?? at(rules.toMove(mind.state), 0);
    const move = habit ?? rules.fallback(mind.state, seat);
    if (habit !== undefined) inARow++;
    else if (declined === undefined) answers.push({ seat, move: rules.format(move) });
    const next = played(rules, mind, { seat, move });
    mind = { ...next, events: [...mind.events, ...next.events] };
  }
}

/** What a habit answers, outside windows, for the seat that must decide. */
function habitIn(rules: Rules, mind: Mind): Move | undefined {
  const [seat] = rules.toMove(mind.state);
  return isWindow(rules, mind) || seat === undefined ? undefined : habitOf(rules, mind, seat);
}

/** A seat that is asked in a window, and has a habit that declines there. */
function declinedIn(rules: Rules, mind: Mind): Seat | undefined {
  if (!isWindow(rules, mind)) return undefined;
  return rules.toMove(mind.state).find((seat) => habitOf(rules, mind, seat) !== undefined);
}

function habitOf(rules: Rules, { state, notes, kept = [] }: Mind, seat: Seat): Move | undefined {
  return notes === undefined ? undefined : rules.habits?.answer({ state, notes, seat }, kept);
}

const isWindow = (rules: Rules, { state }: Mind): boolean => rules.windows?.open(state) !== undefined;

/** Whether a hidden window is open that asks other seats than the viewer. */
function isWindowFor(rules: Rules, state: Lucky, viewer: Viewer): boolean {
  return rules.windows?.open(state) !== undefined && !rules.toMove(state).some((seat) => seat === viewer);
}

/** All that a viewer may know after a step. A seat also knows what the spectators see. */
function looked(rules: Rules, { state, events }: Mind, viewer: Viewer) {
  return {
    views: [rules.view(state, viewer), rules.view(state, 'spectator')],
    legal: typeof viewer === 'number' ? rules.legalMoves(state, viewer).map((move) => rules.format(move)) : [],
    told: [seenBy(rules, events, viewer), seenBy(rules, events, 'spectator')],
    result: rules.result(state) ?? 'none',
  };
}

export function looksAlike(rules: Rules, [a, b]: readonly [Mind, Mind], viewer: Viewer): boolean {
  return deepEqual(looked(rules, a, viewer), looked(rules, b, viewer));
}

function seenBy(rules: Rules, events: readonly unknown[], viewer: Viewer): readonly unknown[] {
  return events.map((event) => rules.viewEvent(event, viewer)).filter((event) => event !== undefined);
}

/** The luck is scripted: nothing else is drawn from. */
export const NO_CHANCE = { die: fail, coin: fail, shuffle: fail, pick: fail };

function fail(): never {
  throw new Error('the luck of a twin is in its state');
}

/**
 * A game whose luck is scripted and part of its state: the n-th draw is the same in two twin matches, even if one of them has more entries
 * before it (passes in windows, secret choices). `deal` returns the state that a match starts from.
 */
export function lucky(game: AnyGame, deal: (chance: Chance) => Lucky): AnyGame {
  const { windows, temple, opening, habits } = game;
  return {
    ...game,
    setup: (_options, _seats, chance) => deal(chance),
    toMove: ({ table }) => game.toMove(table),
    refusal: ({ table }, seat, move) => game.refusal(table, seat, move),
    legalMoves: ({ table }, seat) => game.legalMoves(table, seat),
    apply: (state: Lucky, seat, move) => drawing(state, (chance) => game.apply(state.table, seat, move, chance)),
    fallback: ({ table }, seat) => game.fallback(table, seat),
    leave: (state: Lucky, seat) => drawing(state, (chance) => game.leave(state.table, seat, chance)),
    reshuffle: (state) => state,
    view: ({ table }, viewer) => game.view(table, viewer),
    result: ({ table }) => game.result(table),
    ...(windows !== undefined && { windows: luckyWindows(windows) }),
    ...(opening !== undefined && { opening: ({ table }) => opening(table) }),
    ...(temple !== undefined && { temple: luckyTemple(temple) }),
    ...(habits !== undefined && { habits: luckyHabits(habits) }),
  };
}

function luckyWindows({ open, heldBack }: NonNullable<AnyGame['windows']>): NonNullable<AnyGame['windows']> {
  return { open: ({ table }) => open(table), heldBack: ({ table }) => heldBack(table) };
}

function luckyTemple(temple: NonNullable<AnyGame['temple']>): NonNullable<AnyGame['temple']> {
  return {
    ...temple,
    standing: ({ table }) => temple.standing(table),
    canPay: ({ table }, seat) => temple.canPay(table, seat),
    offering: ({ table }, seat, slot) => temple.offering(table, seat, slot),
    gift: ({ table }, seat) => temple.gift(table, seat),
  };
}

function luckyHabits(habits: NonNullable<AnyGame['habits']>): NonNullable<AnyGame['habits']> {
  return {
    ...habits,
    notes: ({ table }) => habits.notes(table),
    noted: (notes, { table }, events) => habits.noted(notes, table, events),
    answer: ({ state, notes, seat }, kept) => habits.answer({ state: state.table, notes, seat }, kept),
  };
}

function drawing<O extends ReturnType<AnyGame['apply'] | AnyGame['leave']>>(
  { seed, drawn }: Lucky,
  play: (chance: Chance) => O,
): O {
  let draws = drawn;
  const next = () => fastChance(seed * 1_000_003 + draws++);
  const outcome = play({
    die: (sides) => next().die(sides),
    coin: () => next().coin(),
    shuffle: (items) => next().shuffle(items),
    pick: (items) => next().pick(items),
  });
  return outcome.ok ? { ...outcome, state: { table: outcome.state, seed, drawn: draws } } : outcome;
}
