/** The hosted games with luck that follows from the state alone, so that a recording can be made again. */
import { createHash } from 'node:crypto';
import { type AnyGame, type Chance, engine, fastChance } from '@flower-war/rules';
import { type HostedGames, hostedGames, hosting } from '@flower-war/server';

export function loadedGames(seed: number): HostedGames {
  return hosting(hostedGames().all, async (id, version) => {
    const game = await engine(id, version);
    return game && loaded(game, (state) => luckOf(seed, state));
  });
}

function loaded(game: AnyGame, luck: (state: unknown) => Chance): AnyGame {
  return {
    ...game,
    setup: (options, seats) => game.setup(options, seats, luck(seats)),
    apply: (state, seat, move) => game.apply(state, seat, move, luck(state)),
    leave: (state, seat) => game.leave(state, seat, luck(state)),
  };
}

function luckOf(seed: number, state: unknown): Chance {
  const digest = createHash('sha256')
    .update(`${seed} ${JSON.stringify(state)}`)
    .digest();
  return fastChance(digest.readUInt32BE());
}
