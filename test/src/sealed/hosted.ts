import { schema, t } from '@colyseus/schema';
import { tableOf } from '@flower-war/protocol';
import { type AnyGame, engine, random } from '@flower-war/rules';
import { type HostedGames, hostedGames, hosting } from '@flower-war/server';
import { sealed } from './rules.ts';

const SealedView = schema(
  {
    phase: t.string().default(''),
    round: t.uint8().default(0),
    scores: t.array('uint8'),
    handSizes: t.array('uint8'),
    shown: t.array('uint8'),
    hand: t.array('uint8'),
    chosen: t.uint8().default(0),
    hasShield: t.boolean().default(false),
  },
  'SealedView',
);

/** The real games, and the one that is made for tests. */
export function gamesWithSealed(): HostedGames {
  const real = hostedGames();
  const game: AnyGame = sealed;
  const engineOf = async (id: string, version: number) => (id === 'sealed' ? game : engine(id, version));
  return hosting([...real.all, { game, bots: { random }, Table: tableOf('Sealed', SealedView) }], engineOf);
}
