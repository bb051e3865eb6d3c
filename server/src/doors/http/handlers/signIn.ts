/** Signing in: as a new guest, with a refresh token, by a code, by a passkey, by the OpenID provider of the host; and tokens of programs. */
import { type Code, OAUTH, pathTo, type SignedIn } from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { queue } from '../../../base/scheduling.ts';
import { prefixOf } from '../../../features/people/codes.ts';
import type { Guess } from '../../../features/people/guesses.ts';
import { ownOrigin, siteOf } from '../../../features/people/passkeys.ts';
import type { EndedToken } from '../../../store/people/sessions.ts';
import type { Services } from '../../services.ts';
import { closeConnectionsOf } from '../../rooms/sendingAway.ts';
import { refuseBanned } from '../request/callers.ts';
import { unkept } from '../request/answers.ts';
import type { AskedAt, RouteRequest, SomeHandlers } from '../request/findRoute.ts';
import { personOf } from './account.ts';

export function signInHandlers(services: Services) {
  const { sessions, names, welcome, welcomeInvited, recover, redeemLink } = services.identity;
  const guessing = queue(); // so that guesses sent at once are counted one by one
  return {
    signInAsGuest: async ({ body, address }) => {
      if (body.name !== undefined && names.refuses(body.name)) throw new Refused('name-refused');
      const invitation = invitationIn(services, body.invitation);
      const find = () => welcomeInvited({ ...body, invitation: invitation ?? '' }, services.now());
      const invited = () => guessed(services, { address }, { find, no: 'unknown-invitation' });
      const { player, name, session } = await (invitation === undefined
        ? welcome(body, services.now())
        : guessing(invited));
      return { player, name, ...services.tokens.issue({ player, session }, services.now()) };
    },
    refreshToken: async ({ body }) => {
      const claims = services.tokens.read(body.refresh, 'refresh', services.now());
      if (claims === undefined || !(await sessions.use(claims, services.now()))) throw new Refused('unauthorized');
      return issued(services, claims); // a banned player, too, may read why and answer
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

export async function signedIn(services: Services, claims: Claims): Promise<SignedIn> {
  await refuseBanned(services, claims.player);
  return issued(services, claims);
}

async function issued({ people, tokens, now }: Services, claims: Claims): Promise<SignedIn> {
  const person = await people.find(claims.player);
  if (person === undefined) throw new Refused('unauthorized');
  const { player, name } = person;
  return { player, name, ...tokens.issue(claims, now()) };
}

/** The invitation that counts for a new player. Refuses a guest where none may come. */
function invitationIn({ config }: Services, given: string | undefined): string | undefined {
  if (config.SIGN_UP === 'signed-in') throw new Refused('sign-up-closed');
  if (config.SIGN_UP === 'open') return undefined;
  if (given === undefined) throw new Refused('invitation-needed');
  return given;
}

interface Lookup<Found> {
  readonly find: () => Promise<Found | undefined>;
  readonly no: Code;
}

/** The sign-in that this code brings. Wrong codes are counted; after too many of them no code is even looked up. */
async function guessed<Found extends Claims>(
  { identity, now }: Services,
  guess: Guess,
  { find, no }: Lookup<Found>,
): Promise<Found> {
  await identity.guesses.check(guess, now());
  const claims = await find();
  if (claims !== undefined) return claims;
  identity.guesses.noteWrong(guess, now());
  throw new Refused(no);
}

type Placed = Pick<RouteRequest<'startPasskey'>, 'at'>;

export function passkeyHandlers(services: Services) {
  const { identity, now, config } = services;
  const { passkeys } = identity;
  const siteFor = ({ at }: Placed) => siteOf({ publicUrl: config.PUBLIC_URL, ...at });
  const mayEnter = (player: string) => refuseBanned(services, player);
  return {
    listPasskeys: async ({ caller }) => ({ passkeys: await passkeys.of(caller.player) }),
    startPasskey: async (asked) => passkeys.start(siteFor(asked), await personOf(services, asked.caller), now()),
    addPasskey: async (asked) => {
      const { player } = await personOf(services, asked.caller);
      return passkeys.add(siteFor(asked), { ...asked.body, player }, now());
    },
    removePasskey: async ({ caller, params }) => {
      await passkeys.remove(caller.player, params.passkey);
      return { removed: true };
    },
    askForPasskey: (asked) => passkeys.ask(siteFor(asked), now()),
    enterByPasskey: async (asked) =>
      signedIn(services, await identity.enter({ ...asked.body, site: siteFor(asked), mayEnter }, now())),
  } satisfies SomeHandlers;
}

export function providerHandlers(services: Services) {
  const { identity, now, config } = services;
  const { provider } = identity;
  const mayEnter = (player: string) => refuseBanned(services, player);
  return {
    getSignInWays: () => {
      const { name } = provider;
      return { signUp: config.SIGN_UP, ...(name !== undefined && { provider: name }) };
    },
    startSignIn: async ({ at, caller }) => {
      const origin = ownOrigin({ publicUrl: config.PUBLIC_URL, ...at });
      if (origin === undefined) throw new Refused('forbidden', 'origin');
      return provider.start(origin, caller, now());
    },
    finishSignIn: async ({ body: { label, ...returned } }) => {
      const proven = await provider.finish(returned, now());
      return signedIn(services, await identity.enterBy({ proven, label, mayEnter }, now()));
    },
  } satisfies SomeHandlers;
}

export function programHandlers(services: Services) {
  const { identity, announcements, now, config } = services;
  const { programs, grants } = identity;
  const closeAllOf = async ({ player, token }: EndedToken) => {
    await closeConnectionsOf(player, 'unauthorized', token);
    announcements.tell('sessions', { player });
  };
  const issuerFor = (at: AskedAt) => ownOrigin({ publicUrl: config.PUBLIC_URL, ...at });
  return {
    listTokens: async ({ caller }) => ({ tokens: await programs.of(caller.player, now()) }),
    createToken: async ({ caller, body }) => {
      if (body.bot !== undefined) await identity.bots.mustOwn(caller.player, body.bot);
      return programs.make(caller, body, now());
    },
    revokeToken: async ({ caller: { player }, params: { token } }) => {
      await closeAllOf({ player: await programs.revoke(player, token), token });
      return { revoked: true };
    },
    grantProgram: async ({ caller, body, at }) => {
      const issuer = issuerFor(at);
      if (issuer === undefined) throw new Refused('forbidden', 'origin');
      return { redirect: await grants.answer({ ...body, issuer }, caller, now()) };
    },
    exchangeGrant: async ({ body: { grant_type, ...sent } }) => {
      if (grant_type !== 'authorization_code') throw new Refused('other-grant');
      const { made, ended } = await grants.exchange(sent, now());
      if (ended !== undefined) await closeAllOf(ended);
      if (made === undefined) throw new Refused('grant-refused');
      const { secret, scopes, seconds } = made;
      return { access_token: secret, token_type: 'Bearer', expires_in: seconds, scope: scopes };
    },
    endGranted: async ({ body }) => {
      const found = await programs.read(body.token, now());
      if (found === undefined) return { revoked: true };
      const { player, session: token } = found;
      await programs.end(player, token);
      await closeAllOf({ player, token });
      return { revoked: true };
    },
    getOAuthServer: ({ at }) => {
      const issuer = issuerFor({ ...at, origin: undefined }) ?? '';
      const server = {
        issuer,
        authorization_endpoint: issuer + PAGES.authorize,
        token_endpoint: issuer + pathTo('exchangeGrant'),
        revocation_endpoint: issuer + pathTo('endGranted'),
        ...OAUTH,
        authorization_response_iss_parameter_supported: true,
      } as const;
      return config.PUBLIC_URL === '' ? unkept(server) : server;
    },
  } satisfies SomeHandlers;
}
