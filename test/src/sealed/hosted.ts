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

/** Hosts the test game, or a changed copy of it. */
export function hostingSealed(game: AnyGame = sealed): HostedGames {
  return hosting([{ game, bots: { random }, Table: tableOf('Sealed', SealedView) }], async () => game);
}

/** Hosts the real games and the test game. */
export function gamesWithSealed(): HostedGames {
  const own = hostingSealed();
  const engineOf = async (id: string, version: number) => (id === 'sealed' ? sealed : engine(id, version));
  return hosting([...hostedGames().all, ...own.all], engineOf);
}
