/** The ways in for who has no token: as a new guest, with an old token, or with a code. */
import { bodies, type Code, type SignedIn } from '@flower-war/protocol';
import { type Request, Router } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import type { Guess } from '../../../features/people/guesses.ts';
import { prefixOf } from '../../../features/people/recovery.ts';
import type { House } from '../../services.ts';
import { answering, parsed, refuseBanned } from '../request/route.ts';

export function guestRoutes(house: House): Router {
  const router = Router();
  const { people, sessions, recovery, links, names, welcome } = house.identity;
  const signIn = (path: string, handler: (request: Request) => Promise<Claims>) =>
    router.post(
      path,
      answering(async (request) => signedIn(house, await handler(request))),
    );

  signIn('/guests', async ({ body }) => {
    const wanted = parsed(bodies.guest, body);
    if (wanted.name !== undefined && names.refuses(wanted.name)) throw new Refused('name-refused');
    return welcome(wanted, house.now());
  });

  signIn('/tokens', async ({ body }) => {
    const claims = await house.tokens.read(parsed(bodies.refresh, body).refresh, 'refresh', house.now());
    if (claims === undefined || people.find(claims.player) === undefined || !sessions.use(claims, house.now()))
      throw new Refused('unauthorized');
    return claims;
  });

  signIn('/recovery', async ({ body, ip: address = '' }) => {
    const { code, label } = parsed(bodies.recover, body);
    const guess = { address, prefix: prefixOf(code) };
    // 78 bits are not guessed: the right code is good however many wrong ones its neighbours or others have tried.
    const player =
      recovery.playerOf(code) ?? guessed(house, guess, { find: () => undefined, no: 'unknown-recovery-code' });
    return sessions.open(player, label, house.now());
  });

  signIn('/links/redeem', async ({ body, ip: address = '' }) => {
    const { code, label } = parsed(bodies.redeem, body);
    const find = () => links.redeem(code, house.now());
    const player = guessed(house, { address }, { find, no: 'unknown-link-code' });
    return sessions.open(player, label, house.now());
  });
  return router;
}

async function signedIn(house: House, claims: Claims): Promise<SignedIn> {
  const { people, tokens, now } = house;
  const person = people.find(claims.player);
  if (person === undefined) throw new Refused('unauthorized');
  refuseBanned(house, claims.player);
  const { player, name } = person;
  return { player, name, ...(await tokens.issue(claims, now())) };
}

interface Lookup {
  readonly find: () => string | undefined;
  readonly no: Code;
}

/** Whose code it is. Wrong ones are counted; who has had too many is not even looked up. */
function guessed({ identity, now }: House, guess: Guess, { find, no }: Lookup): string {
  if (!identity.guesses.mayTry(guess, now())) throw new Refused('too-many-guesses');
  const player = find();
  if (player !== undefined) return player;
  identity.guesses.noteWrong(guess, now());
  throw new Refused(no);
}
