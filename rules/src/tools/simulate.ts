import type { AnyBot, AnyGame } from '../catalogue/anyGame.ts';
import type { BotName } from '../contract/bot.ts';
import type { Chance } from '../contract/chance.ts';
import type { Options } from '../contract/optionSpec.ts';
import type { Result } from '../contract/result.ts';
import { at } from '../json/at.ts';

export interface Match<B extends string = BotName> {
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

/** An event of any game. */
export interface Happening {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface Simulated {
  readonly result: Result;
  readonly moves: number;
  /** By seat: how often its bot was asked. */
  readonly decisions: readonly number[];
  /** All events, in order. */
  readonly events: readonly Happening[];
}

/** Plays one match of bots to its end. */
export function simulate<B extends string>(
  { game, bots }: Playable<B>,
  { options, bots: names, chance, habits = [] }: Match<B>,
): Simulated {
  let state = game.setup(options, names.length, chance);
  let notes = game.habits?.notes(state);
  let moves = 0;
  const decisions = names.map(() => 0);
  const events: Happening[] = [...(game.opening?.(state) ?? [])];
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    let move = habits.length > 0 ? game.habits?.answer({ state, notes, seat }, habits) : undefined;
    if (move === undefined) {
      const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
      move = bots[at(names, seat)]({ view, seat, options, legal }, chance);
      decisions[seat] = at(decisions, seat) + 1;
    }
    const applied = game.apply(state, seat, move, chance);
    if (!applied.ok) throw new Error(`a bot of ${game.id} plays what is refused: ${applied.reason}`);
    for (const event of applied.events) events.push(event);
    state = applied.state;
    if (habits.length > 0) notes = game.habits?.noted(notes, state, applied.events);
    moves++;
  }
  const result = game.result(state);
  if (!result) throw new Error(`no seat is to move in ${game.id}, but there is no result`);
  return { result, moves, decisions, events };
}
