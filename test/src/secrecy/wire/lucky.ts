/**
 * A game whose luck is scripted and part of its state: the n-th draw is the same in two twin matches, even if one of
 * them has more entries before it (passes in windows, secret choices).
 */
import { type AnyGame, type Chance, fastChance } from '@flower-war/rules';

type Table = ReturnType<AnyGame['setup']>;

export interface Lucky {
  readonly table: Table;
  readonly seed: number;
  /** The number of draws so far. */
  readonly drawn: number;
}

/** `deal` returns the state that a match starts from. */
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

type Habits = NonNullable<AnyGame['habits']>;

function luckyHabits(habits: Habits): Habits {
  return {
    ...habits,
    notes: ({ table }) => habits.notes(table),
    noted: (notes, { table }, events) => habits.noted(notes, table, events),
    answer: ({ state, notes, seat }, kept) => habits.answer({ state: state.table, notes, seat }, kept),
  };
}

type Outcome = ReturnType<AnyGame['leave']>;

function drawing<O extends ReturnType<AnyGame['apply']> | Outcome>(
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
