/** The ways to sign in: as a new guest, with a refresh token, or with a code. */
import type { Code, SignedIn } from '@flower-war/protocol';
import { queue } from '../../../base/queue.ts';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import type { Guess } from '../../../features/people/guesses.ts';
import { prefixOf } from '../../../features/people/recovery.ts';
import type { Services } from '../../services.ts';
import { refuseBanned } from '../request/claims.ts';
import type { SomeHandlers } from '../request/handler.ts';

export function signInHandlers(services: Services) {
  const { people, sessions, recovery, links, names, welcome } = services.identity;
  const guessing = queue(); // so that guesses sent at once are counted one by one
  return {
    signInAsGuest: async ({ body }) => {
      if (body.name !== undefined && names.refuses(body.name)) throw new Refused('name-refused');
      return signedIn(services, await welcome(body, services.now()));
    },
    refreshToken: async ({ body }) => {
      const claims = await services.tokens.read(body.refresh, 'refresh', services.now());
      const isThere = claims !== undefined && (await people.isKnown(claims.player));
      if (!isThere || !(await sessions.use(claims, services.now()))) throw new Refused('unauthorized');
      return signedIn(services, claims);
    },
    recover: async ({ body: { code, label }, address }) => {
      const guess = { address, prefix: prefixOf(code) };
      // A code has 78 bits and cannot be guessed, so the right one works after any number of wrong ones.
      const player =
        (await recovery.playerOf(code)) ??
        (await guessing(() => guessed(services, guess, { find: async () => undefined, no: 'unknown-recovery-code' })));
      return signedIn(services, await sessions.open(player, label, services.now()));
    },
    redeemLink: async ({ body: { code, label }, address }) => {
      const find = () => links.redeem(code, services.now());
      const player = await guessing(() => guessed(services, { address }, { find, no: 'unknown-link-code' }));
      return signedIn(services, await sessions.open(player, label, services.now()));
    },
  } satisfies SomeHandlers;
}

async function signedIn(services: Services, claims: Claims): Promise<SignedIn> {
  const { people, tokens, now } = services;
  const person = await people.find(claims.player);
  if (person === undefined) throw new Refused('unauthorized');
  await refuseBanned(services, claims.player);
  const { player, name } = person;
  return { player, name, ...(await tokens.issue(claims, now())) };
}

interface Lookup {
  readonly find: () => Promise<string | undefined>;
  readonly no: Code;
}

/** The player who has this code. Wrong codes are counted; after too many of them no code is even looked up. */
async function guessed({ identity, now }: Services, guess: Guess, { find, no }: Lookup): Promise<string> {
  await identity.guesses.check(guess, now());
  const player = await find();
  if (player !== undefined) return player;
  identity.guesses.noteWrong(guess, now());
  throw new Refused(no);
}
