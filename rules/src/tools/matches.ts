/** Plays matches to their end: of random moves for tests, or of bots. */
import type { AnyBot, AnyGame } from '../catalogue/games.ts';
import { type Chance, fastChance } from '../contract/chance.ts';
import type { BotName, Game, Result, Seat } from '../contract/game.ts';
import { type OptionSpec, type Options, type OptionValue, resolveOptions } from '../contract/optionSpec.ts';
import { at } from '../json.ts';

/** One move of a match, with the state before it. */
export interface Played<S, M, E> {
  readonly before: S;
  readonly seat: Seat;
  readonly move: M;
  readonly events: readonly E[];
}

interface Choice<M, C> {
  readonly seat: Seat;
  readonly move: M;
  /** What the move draws from. */
  readonly chance: C;
}

/** Plays a match to its end, move by move. `choose` is asked for each move, with the number of moves before it. */
export function* movesFrom<S, M, E, V, R extends string, C extends Chance>(
  game: Game<S, M, E, V, R>,
  start: S,
  choose: (state: S, index: number) => Choice<M, C>,
): Generator<Played<S, M, E> & Choice<M, C> & { readonly after: S }> {
  let before = start;
  for (let index = 0; game.toMove(before).length > 0; index++) {
    const choice = choose(before, index);
    const applied = game.apply(before, choice.seat, choice.move, choice.chance);
    if (!applied.ok) throw new Error(`${game.id} refuses ${game.format(choice.move)}: ${applied.reason}`);
    yield { before, ...choice, events: applied.events, after: applied.state };
    before = applied.state;
  }
}

/** A match of random moves. Its seed repeats it exactly. */
export interface Playout<S, M, E> {
  readonly seed: number;
  readonly seats: number;
  readonly options: Options;
  readonly steps: readonly Played<S, M, E>[];
  readonly final: S;
}

/** A chance of its own for each step of a seed's match, so that a replay gives each step the same results. */
export const chancesOf =
  (seed: number) =>
  (index: number): Chance =>
    fastChance(seed * 1_000_003 + index);

/** Plays random moves to the end. It throws past the cap, because a match that does not end is a bug. */
export function playOut<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  { state, chanceAt, cap }: { readonly state: S; readonly chanceAt: (index: number) => Chance; readonly cap: number },
): Pick<Playout<S, M, E>, 'steps' | 'final'> {
  const randomMove = (before: S, index: number) => {
    if (index >= cap) throw new Error(`${game.id} does not end within ${cap} moves`);
    const choice = chanceAt(-index - 1); // a replay does not use this chance
    const seat = choice.pick(game.toMove(before));
    return { seat, move: choice.pick(game.legalMoves(before, seat)), chance: chanceAt(index + 1) };
  };
  const steps: Played<S, M, E>[] = [];
  let final = state;
  for (const { before, seat, move, events, after } of movesFrom(game, state, randomMove)) {
    steps.push({ before, seat, move, events });
    final = deepFreeze(after);
  }
  return { steps, final };
}

/** The value of every option, for callers that know that the preset and the given values are right. */
export function optionsOf(game: Parameters<typeof resolveOptions>[0], preset?: string, given: object = {}): Options {
  const resolved = resolveOptions(game, preset, given);
  if (!resolved.ok) throw new Error(`${resolved.reason}: ${resolved.option}`);
  return resolved.options;
}

/** Random values for every option: the default, either end, or a value between. */
export function drawOptions(specs: readonly OptionSpec[], chance: Chance): Options {
  return Object.fromEntries(specs.map((spec) => [spec.name, drawValue(spec, chance)]));
}

function drawValue(spec: OptionSpec, chance: Chance): OptionValue {
  switch (spec.type) {
    case 'choice':
      return chance.pick(spec.values);
    case 'flag':
      return chance.coin();
    case 'integer': {
      const { min, step = 1 } = spec;
      const between = min + step * (chance.die(Math.floor((spec.default - min) / step) + 1) - 1);
      return chance.pick([spec.default, spec.default, min, between]);
    }
  }
}

export const drawSeats = ([least, most]: readonly [number, number], chance: Chance): number =>
  least + chance.die(most - least + 1) - 1;

/** Freezes a JSON value with all its parts, so that writing to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

export interface BotMatch<B extends string = BotName> {
  readonly options: Options;
  /** A bot for each seat. */
  readonly bots: readonly B[];
  readonly chance: Chance;
  /** The habits that every seat keeps; none, if absent. */
  readonly habits?: readonly string[];
}

/** A game and its bots; every entry of `GAMES` is one. */
export interface Playable<B extends string = BotName> {
  readonly game: AnyGame;
  readonly bots: Readonly<Record<B, AnyBot>>;
}

export interface Simulated {
  readonly result: Result;
  readonly moves: number;
  /** By seat: how often its bot was asked. */
  readonly decisions: readonly number[];
  /** By seat: how often its bot had more than one legal move. */
  readonly choices: readonly number[];
  /** All events, in order. */
  readonly events: readonly { readonly kind: string; readonly [field: string]: unknown }[];
}

/** Plays one match of bots to its end. */
export function simulate<B extends string>(
  { game, bots }: Playable<B>,
  { options, bots: names, chance, habits = [] }: BotMatch<B>,
): Simulated {
  let final = game.setup(options, names.length, chance);
  let notes = game.habits?.notes(final);
  const [decisions, choices] = [names.map(() => 0), names.map(() => 0)];
  const answer = (state: typeof final) => {
    const seat = at(game.toMove(state), 0);
    const habitual = habits.length > 0 ? game.habits?.answer({ state, notes, seat }, habits) : undefined;
    if (habitual !== undefined) return { seat, move: habitual, chance };
    const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
    decisions[seat] = at(decisions, seat) + 1;
    if (legal.length > 1) choices[seat] = at(choices, seat) + 1;
    return { seat, move: bots[at(names, seat)]({ view, seat, options, legal }, chance), chance };
  };
  let moves = 0;
  const events = [...(game.opening?.(final) ?? [])];
  for (const step of movesFrom(game, final, answer)) {
    for (const event of step.events) events.push(event);
    final = step.after;
    if (habits.length > 0) notes = game.habits?.noted(notes, final, step.events);
    moves++;
  }
  return { result: resultOf(game, final), moves, decisions, choices, events };
}

interface BotTable<B extends string> {
  readonly preset: string;
  readonly options: Options;
  /** A bot for each seat. */
  readonly bots: readonly B[];
  readonly chance: Chance;
}

/** The course of a match of bots, for an account of it. */
export function botCourse<B extends string>(playable: Playable<B>, table: BotTable<B>) {
  const { game } = playable;
  const { preset, options, bots, chance } = table;
  const seats = bots.length;
  const start = game.setup(options, seats, chance);
  const played = [...movesFrom(game, start, choices(playable, table))];
  const steps = played.map(({ before, after, seat, move }, seq) => ({
    seq,
    before,
    after,
    made: { seat, move: game.format(move), isChosen: true },
  }));
  const result = resultOf(game, at(played, played.length - 1).after);
  return { game, preset, options, seats, start, isContinued: false, steps, result };
}

type State = ReturnType<AnyGame['setup']>;

const choices =
  <B extends string>({ game, bots }: Playable<B>, table: Omit<BotTable<B>, 'preset'>) =>
  (state: State) => {
    const { options, chance } = table;
    const seat = at(game.toMove(state), 0);
    const question = { view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) };
    return { seat, move: bots[at(table.bots, seat)](question, chance), chance };
  };

function resultOf(game: AnyGame, state: State): Result {
  const result = game.result(state);
  if (result === undefined) throw new Error(`no seat is to move in ${game.id}, but there is no result`);
  return result;
}

interface Interim extends Pick<BotTable<'greedy'>, 'options' | 'chance'> {
  readonly from: State;
  readonly seats: number;
}

/** How a match ends if greedy bots play it on from here. */
export function greedyEnd(playable: Playable, { from, seats, options, chance }: Interim): Result {
  const bots = Array.from({ length: seats }, () => 'greedy' as const);
  let final = from;
  const answer = choices(playable, { options, bots, chance });
  for (const { after } of movesFrom(playable.game, from, answer)) final = after;
  return resultOf(playable.game, final);
}

interface GreedyTable {
  readonly preset: string;
  /** What is otherwise than in the preset. */
  readonly options?: Readonly<Record<string, OptionValue>>;
  readonly seats: number;
  readonly chance: Chance;
  /** Every tenth move of this seat is random. */
  readonly blunders?: Seat | undefined;
}

/** The course of a match of greedy bots. */
export function greedyCourse({ game, bots }: Playable, table: GreedyTable) {
  const { preset, options = {}, seats, chance, blunders } = table;
  const resolved = resolveOptions(game, preset, options);
  if (!resolved.ok) throw new Error(`${game.id} has no edition ${preset}`);
  const players = { game, bots: { greedy: bots.greedy, blunderer: blundering(bots) } };
  const names = Array.from({ length: seats }, (_, seat) => (seat === blunders ? 'blunderer' : 'greedy'));
  return botCourse(players, { preset, options: resolved.options, bots: names, chance });
}

const blundering =
  ({ random, greedy }: Playable['bots']): AnyBot =>
  (question, chance) =>
    (chance.die(10) === 1 ? random : greedy)(question, chance);
