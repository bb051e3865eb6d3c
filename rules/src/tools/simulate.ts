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
  /** All events, in order. */
  readonly events: readonly Happening[];
}

/** Plays one match of bots to its end. */
export function simulate<B extends string>(
  { game, bots }: Playable<B>,
  { options, bots: names, chance }: Match<B>,
): Simulated {
  let state = game.setup(options, names.length, chance);
  let moves = 0;
  const events: Happening[] = [...(game.opening?.(state) ?? [])];
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const bot = bots[at(names, seat)];
    const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
    const applied = game.apply(state, seat, bot({ view, seat, options, legal }, chance), chance);
    if (!applied.ok) throw new Error(`a bot of ${game.id} plays what is refused: ${applied.reason}`);
    for (const event of applied.events) events.push(event);
    state = applied.state;
    moves++;
  }
  const result = game.result(state);
  if (!result) throw new Error(`no seat is to move in ${game.id}, but there is no result`);
  return { result, moves, events };
}
