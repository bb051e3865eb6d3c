import type { Chance } from './chance.ts';
import { at, type Options, type Result } from './game.ts';
import type { BotName, Entry } from './games.ts';

export interface Match {
  readonly options: Options;
  /** A bot for each seat. */
  readonly bots: readonly BotName[];
  readonly chance: Chance;
}

export interface Simulated {
  readonly result: Result;
  readonly moves: number;
  /** How often each kind of event happened. */
  readonly events: ReadonlyMap<string, number>;
}

/** Plays one match of bots to its end. */
export function simulate({ game, bots }: Entry, { options, bots: names, chance }: Match): Simulated {
  let state = game.setup(options, names.length, chance);
  let moves = 0;
  const events = new Map<string, number>();
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const bot = bots[at(names, seat)];
    const applied = game.apply(state, seat, bot(game.view(state, seat), game.legalMoves(state, seat), chance), chance);
    if (!applied.ok) throw new Error(`a bot of ${game.id} plays what is refused: ${applied.reason}`);
    for (const { kind } of applied.events) events.set(kind, (events.get(kind) ?? 0) + 1);
    state = applied.state;
    moves++;
  }
  const result = game.result(state);
  if (!result) throw new Error(`nobody is to move in ${game.id}, but there is no result`);
  return { result, moves, events };
}
