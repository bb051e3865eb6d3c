/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import {
  type Chosen,
  type Code,
  LINK_PREFIX,
  type Me,
  type PersonalData,
  type Session,
  type SignedIn,
} from '@flower-war/protocol';
import { Refused, RefusedFor } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { queue } from '../../../base/turns.ts';
import { postedFrom } from '../../../features/listing/filter.ts';
import type { Guess } from '../../../features/people/guesses.ts';
import { prefixOf } from '../../../features/people/recovery.ts';
import { challengesOf } from '../../../features/table/challenges.ts';
import { idsOf, releaseAll } from '../../../features/table/ownedTemples.ts';
import { inTurnOf } from '../../../features/table/quotas.ts';
import { giveBack } from '../../../features/table/seating.ts';
import { kept as keptTournaments } from '../../../features/tournaments/views.ts';
import type { Person } from '../../../store/people/people.ts';
import { onlineNow } from '../../operator/peopleQueries.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import { refuseBanned, refuseGone } from '../request/callers.ts';
import type { RouteRequest, SomeHandlers } from '../request/findRoute.ts';
import { stopHandlers } from './stopPage.ts';

export function accountHandlers(services: Services) {
  const { recovery, links, sessions, signOutEverywhere } = services.identity;
  return {
    getMe: async ({ caller }) => meOf(services, await personOf(services, caller)),
    chooseName: (asked) => choose(services, asked),
    deleteMe: async ({ caller }) => {
      const { player } = await personOf(services, caller);
      return forgetPerson(services, player);
    },
    exportMe: async ({ caller }) => personalDataOf(services, await personOf(services, caller), caller.session),
    renewRecoveryCode: async ({ caller }) => {
      const { player } = await personOf(services, caller);
      return { recoveryCode: await recovery.renew(player, services.now()) };
    },
    listSessions: async ({ caller }) => {
      await personOf(services, caller);
      return { sessions: await sessionsOf(services, caller) };
    },
    createLink: async ({ caller }) => {
      const { player } = await personOf(services, caller);
      const link = await links.create(player, services.now());
      return { ...link, text: LINK_PREFIX + link.code };
    },
    signOut: async (asked) => {
      const { player } = await personOf(services, asked.caller);
      const { session = asked.caller.session } = asked.body;
      return signedOut(services, player, await sessions.end({ player, session }));
    },
    signOutEverywhere: async ({ caller }) => {
      const { player } = await personOf(services, caller);
      return signedOut(services, player, await signOutEverywhere(player));
    },
    report: (asked) => report(services, asked),
  } satisfies SomeHandlers;
}

/** The calling player. A deleted player is refused, although their tokens may still be valid. */
async function personOf({ people }: Services, { player }: Claims): Promise<Person> {
  const person = await people.find(player);
  if (person === undefined) throw new Refused('unauthorized');
  return person;
}

/** Chooses a name. The first time, the player gets a recovery code with it. */
async function choose(services: Services, asked: RouteRequest<'chooseName'>): Promise<Chosen> {
  const person = await personOf(services, asked.caller);
  const { name } = asked.body;
  const { names, chooseName } = services.identity;
  if (names.refuses(name)) throw new Refused('name-refused');
  const recoveryCode = await chooseName({ player: person.player, name }, services.now());
  await showNames();
  services.announcements.tell('name', { player: person.player });
  return { ...(await meOf(services, { ...person, name })), ...(recoveryCode !== undefined && { recoveryCode }) };
}

/** Closes the sockets of all devices of the player. Devices that are still signed in come back by themselves. */
async function signedOut({ announcements }: Services, player: string, ended: number): Promise<{ ended: number }> {
  if (ended > 0) {
    await closeConnectionsOf(player, 'unauthorized');
    announcements.tell('sessions', { player });
  }
  return { ended };
}

async function report(services: Services, asked: RouteRequest<'report'>): Promise<{ received: true }> {
  const person = await personOf(services, asked.caller);
  const about = asked.body;
  if ('player' in about && !(await services.people.isKnown(about.player))) throw new Refused('no-such-player');
  const lines = about.match === undefined ? [] : await heardBy(services, person.player, about.match);
  await services.identity.reports.add(person.player, { ...about, lines }, services.now());
  return { received: true };
}

/** The last lines that this player could hear at the table. */
async function heardBy(services: Services, player: string, match: string) {
  const found = await services.journal.index(match);
  if (found === undefined) throw new Refused('no-such-match');
  const isSeated = postedFrom(found.index).seats.some(
    (seat) => seat !== null && 'player' in seat && seat.player === player,
  );
  return [...(await services.talk.quote(match, isSeated ? 'players' : 'spectators'))];
}

/** Everything that is kept about a player, and how a player is deleted: for the player, and for the operator on request. */
async function meOf({ identity }: Services, { player, name, createdAt }: Person): Promise<Me> {
  const codeMadeAt = await identity.recovery.createdAt(player);
  return { player, name, createdAt, hasRecoveryCode: codeMadeAt !== undefined };
}

/** `session`: the one that asks, if a player asks. */
async function sessionsOf(
  { identity }: Services,
  { player, session }: Pick<Claims, 'player'> & Partial<Claims>,
): Promise<Session[]> {
  return (await identity.sessions.of(player)).map((row) => ({ ...row, isThis: row.session === session }));
}

export async function personalDataOf(services: Services, person: Person, session?: string): Promise<PersonalData> {
  const { recovery, reports, talk } = services.identity;
  const { player } = person;
  const recoveryCodeCreatedAt = await recovery.createdAt(player);
  return {
    ...(await meOf(services, person)),
    ...(recoveryCodeCreatedAt !== undefined && { recoveryCodeCreatedAt }),
    sessions: await sessionsOf(services, { player, ...(session !== undefined && { session }) }),
    matches: [...(await services.journal.matchesOf(player))],
    ratings: (await services.ratingTable.of(player)).map((rating) => ({ ...rating })),
    luck: (await services.skill.rowsOf(player)).map((row) => ({ ...row })),
    reports: [...(await reports.by(player))],
    webhooks: [...(await services.notices.webhooks.of(player))],
    temples: [...(await idsOf(services, player))],
    puzzles: [...(await services.puzzles.answersOf(player))],
    talk: [...(await talk.of(player))],
    silencedIn: [...(await talk.silencedIn(player))],
    people: [...(await services.ties.kept(player))],
    showsOnline: await services.ties.showsOnline(player),
    ...(await challengesOf(services, player)),
    tournaments: await keptTournaments(services, player),
  };
}

/** Deletes a player. Gives back their seats in matches that have not started; in a running match the absence policy acts. */
export async function forgetPerson(services: Services, player: string): Promise<{ deleted: true }> {
  await inTurnOf(services, player, async () => {
    const unfinished = (await services.journal.unfinishedOf(player)).map(postedFrom);
    for (const { match, status } of unfinished) if (status === 'open') await giveBack(services, { match, player });
    if (!(await releaseAll(services, player))) throw new Refused('unavailable');
    await services.identity.forget(player);
  });
  await closeConnectionsOf(player, 'unauthorized');
  await showNames();
  for (const topic of ['sessions', 'name'] as const) services.announcements.tell(topic, { player });
  return { deleted: true };
}

/** The ways to sign in: as a new guest, with a refresh token, or with a code. */
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

/** The webhooks of the player who calls. */
export function webhookHandlers(services: Services) {
  const { notices, identity, now } = services;
  const guessing = queue();
  return {
    listWebhooks: async ({ caller }) => ({ webhooks: await notices.webhooks.of(caller.player) }),
    addWebhook: (asked) => add(services, asked),
    proveWebhook: async (asked) => {
      const { address, caller, body } = asked;
      const { player } = caller;
      const { webhook, state } = await owned(services, asked);
      if (state === 'proven') return { proven: true };
      return guessing(async () => {
        const guess = { address, player };
        await identity.guesses.check(guess, now());
        if (await notices.webhooks.prove(player, { webhook, code: body.code })) return { proven: true };
        identity.guesses.noteWrong(guess, now());
        throw new Refused('wrong-webhook-code');
      });
    },
    removeWebhook: async (asked) => {
      await notices.webhooks.remove(asked.caller.player, (await owned(services, asked)).webhook);
      return { removed: true };
    },
    testWebhook: async (asked) => {
      const { webhook, state } = await owned(services, asked);
      if (notices.isOff) throw new Refused('webhooks-off');
      if (state === 'paused') throw new Refused('paused-webhook');
      if (state === 'unproven') throw new Refused('unproven-webhook');
      return { notice: await notices.test(webhook) };
    },
    getPushKey: () => {
      if (notices.isOff) throw new Refused('webhooks-off');
      return { publicKey: notices.publicKey };
    },
    ...stopHandlers(services),
  } satisfies SomeHandlers;
}

async function add(services: Services, { body, caller, address }: RouteRequest<'addWebhook'>) {
  const { notices, journal, now } = services;
  if (notices.isOff) throw new Refused('webhooks-off');
  if (body.form === 'email' && notices.isMailOff) throw new Refused('mail-off');
  const refusal = await notices.refusalOf(body);
  if (refusal !== undefined) throw new Refused('bad-webhook', refusal);
  if (body.match !== undefined && (await journal.index(body.match)) === undefined) throw new Refused('no-such-match');
  await refuseGone(services, caller); // looking up the host name took time
  const full = body.form === 'email' ? await notices.mails.refusalOf(body.url, { ...caller, address }) : undefined;
  if (full !== undefined) throw new RefusedFor('too-many-mails', (full.at - now()) / 1000, full.reason);
  const added = await notices.add(caller.player, body);
  if (added === undefined) throw new Refused('too-many-webhooks');
  return added;
}

/** The webhook that the path names, if it is the caller's. */
async function owned(
  { notices }: Services,
  { params: { webhook }, caller }: RouteRequest<'proveWebhook' | 'removeWebhook' | 'testWebhook'>,
) {
  const state = await notices.webhooks.stateOf(caller.player, webhook);
  if (state === undefined) throw new Refused('no-such-webhook');
  return { webhook, state };
}

/** Whom the player who calls follows, and whom the player has blocked. */
export function tieHandlers(services: Services) {
  const { ties, now } = services;
  const between = ({ caller, params }: RouteRequest<'getTie'>) => ({ player: caller.player, other: params.player });
  return {
    listPeople: async ({ caller }) => ties.of(caller.player, await onlineNow(services)),
    showOnline: async ({ caller, body }) => {
      await ties.show(caller.player, body.showsOnline);
      return ties.of(caller.player, await onlineNow(services));
    },
    getTie: (asked) => ties.find(between(asked)),
    followPlayer: (asked) => ties.tie(between(asked), 'follow', now()),
    unfollowPlayer: (asked) => ties.untie(between(asked), 'follow'),
    blockPlayer: async (asked) => {
      const tie = await ties.tie(between(asked), 'block', now());
      await part(services, asked.caller.player, asked.params.player);
      return tie;
    },
    unblockPlayer: (asked) => ties.untie(between(asked), 'block'),
  } satisfies SomeHandlers;
}

/** Leaves the tables of the other player that have not begun. From a table of the player's own the other one has to go. */
async function part(services: Services, player: string, other: string): Promise<void> {
  const unfinished = (await services.journal.unfinishedOf(player)).map(postedFrom);
  for (const { match, status, host, seats } of unfinished) {
    const isThere = host === other || seats.some((seat) => seat !== null && 'player' in seat && seat.player === other);
    if (status === 'open' && isThere) await giveBack(services, { match, player: host === player ? other : player });
  }
}
