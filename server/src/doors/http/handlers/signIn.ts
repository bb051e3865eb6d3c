/** The ways to sign in: as a new guest, with a refresh token, or with a code. */
import type { Code, SignedIn } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { queue } from '../../../base/waiting/queue.ts';
import type { Guess } from '../../../features/people/guesses.ts';
import { prefixOf } from '../../../features/people/recovery.ts';
import type { Services } from '../../services.ts';
import { refuseBanned } from '../request/claims.ts';
import type { SomeHandlers } from '../request/handler.ts';

export function signInHandlers(services: Services) {
  const { sessions, names, welcome, recover, redeemLink } = services.identity;
  const guessing = queue(); // so that guesses sent at once are counted one by one
  return {
    signInAsGuest: async ({ body }) => {
      if (body.name !== undefined && names.refuses(body.name)) throw new Refused('name-refused');
      const { player, name, session } = await welcome(body, services.now());
      return { player, name, ...services.tokens.issue({ player, session }, services.now()) };
    },
    refreshToken: async ({ body }) => {
      const claims = services.tokens.read(body.refresh, 'refresh', services.now());
      if (claims === undefined || !(await sessions.use(claims, services.now()))) throw new Refused('unauthorized');
      return signedIn(services, claims);
    },
    recover: async ({ body, address }) => {
      const guess = { address, prefix: prefixOf(body.code) };
      const mayEnter = (player: string) => refuseBanned(services, player);
      // A code has 78 bits and cannot be guessed, so the right one works after any number of wrong ones.
      const claims =
        (await recover({ ...body, mayEnter }, services.now())) ??
        (await guessing(() => guessed(services, guess, { find: async () => undefined, no: 'unknown-recovery-code' })));
      return signedIn(services, claims);
    },
    redeemLink: async ({ body, address }) => {
      const find = () => redeemLink(body, services.now());
      return signedIn(
        services,
        await guessing(() => guessed(services, { address }, { find, no: 'unknown-link-code' })),
      );
    },
  } satisfies SomeHandlers;
}

async function signedIn(services: Services, claims: Claims): Promise<SignedIn> {
  const { people, tokens, now } = services;
  const person = await people.find(claims.player);
  if (person === undefined) throw new Refused('unauthorized');
  await refuseBanned(services, claims.player);
  const { player, name } = person;
  return { player, name, ...tokens.issue(claims, now()) };
}

interface Lookup {
  readonly find: () => Promise<Claims | undefined>;
  readonly no: Code;
}

/** The sign-in that this code brings. Wrong codes are counted; after too many of them no code is even looked up. */
async function guessed({ identity, now }: Services, guess: Guess, { find, no }: Lookup): Promise<Claims> {
  await identity.guesses.check(guess, now());
  const claims = await find();
  if (claims !== undefined) return claims;
  identity.guesses.noteWrong(guess, now());
  throw new Refused(no);
}
