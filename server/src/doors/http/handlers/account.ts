/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import { type Chosen, LINK_PREFIX, type Me, type PersonalData, type Session } from '@flower-war/protocol';
import { isTournament } from '../../../base/ids.ts';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { postedFrom, seatedIn } from '../../../features/listing/filter.ts';
import { challengesOf } from '../../../features/table/challenges.ts';
import { quotesFor } from '../../../features/talk/quotes.ts';
import { idsOf, releaseAll } from '../../../features/temples/ownTemple.ts';
import { inTurnOf } from '../../../features/table/admission.ts';
import { giveBack, type Seat } from '../../../features/table/seating.ts';
import { kept as keptTournaments } from '../../../features/tournaments/views.ts';
import type { Person } from '../../../store/people/people.ts';
import { onlineNow } from '../../operator/operatorQueries.ts';
import { isViewer, showNames } from '../../rooms/roomPlaces.ts';
import { closeConnectionsOf } from '../../rooms/sendingAway.ts';
import type { Services } from '../../services.ts';
import type { RouteRequest, SomeHandlers } from '../request/findRoute.ts';

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
      const link = await links.create(caller, services.now());
      return { ...link, text: LINK_PREFIX + link.code };
    },
    signOut: async (asked) => {
      const { player } = await personOf(services, asked.caller);
      const { session = asked.caller.session } = asked.body;
      return signedOut(services, player, await sessions.end({ player, session }));
    },
    signOutEverywhere: async ({ caller }) => {
      const { player } = await personOf(services, caller);
      const ended = await signOutEverywhere(player);
      await sendAway(services, player, 'sessions');
      return { ended };
    },
    report: (asked) => report(services, asked),
    showName: async ({ caller, body }) => {
      await services.dump.name(caller.player, body.showsName);
      return meOf(services, await personOf(services, caller));
    },
  } satisfies SomeHandlers;
}

/** The calling player. A deleted player is refused, although their tokens may still be valid. */
export async function personOf({ people }: Services, { player }: Claims): Promise<Person> {
  const person = await people.find(player);
  if (person === undefined) throw new Refused('unauthorized');
  return person;
}

/** Chooses a name. The first time, the player gets a recovery code with it. */
async function choose(services: Services, asked: RouteRequest<'chooseName'>): Promise<Chosen> {
  const person = await personOf(services, asked.caller);
  const { name } = asked.body;
  const { names, chooseName } = services.identity;
  if (names.refuses(name) || (await services.penalties.tookName(person.player, name)))
    throw new Refused('name-refused');
  const recoveryCode = await chooseName({ player: person.player, name }, services.now());
  await showNames();
  services.announcements.tell('name', { player: person.player });
  return { ...(await meOf(services, { ...person, name })), ...(recoveryCode !== undefined && { recoveryCode }) };
}

/**
 * In all processes: the player and the player's bots are looked at again, and sent away if they may not stay. Banned players also leave the tables
 * that have not begun, where others would wait for them.
 */
export async function sendAway(services: Services, player: string, topic: 'ban' | 'sessions'): Promise<void> {
  const { identity, announcements, log } = services;
  // The ban holds, whatever becomes of the seats.
  const late = (err: unknown) => log.warn({ player, err }, 'a banned player could not leave all open tables');
  const bots = (await identity.bots.of(player)).map((bot) => bot.player);
  for (const one of [player, ...bots]) {
    await closeConnectionsOf(one, topic === 'ban' ? 'banned' : 'unauthorized');
    announcements.tell(topic, { player: one });
    if (topic === 'ban') await inTurnOf(services, one, () => leaveOpenTables(services, one)).catch(late);
  }
}

/** Gives back the seats in matches that have not started, and ends those that need their host. */
async function leaveOpenTables(services: Services, player: string, how: Pick<Seat, 'isForGood'> = {}): Promise<void> {
  const unfinished = (await services.journal.unfinishedOf(player)).map(postedFrom);
  for (const { match, status } of unfinished)
    if (status === 'open') await giveBack(services, { match, player, ...how });
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
  const { match } = about;
  const seen = match !== undefined && { player: person.player, match, isViewer: isViewer(match, person.player) };
  const lines = seen ? await quotesFor(services, seen) : [];
  await services.identity.reports.add(person.player, { ...about, lines }, services.now());
  return { received: true };
}

/** Everything that is kept about a player, and how a player is deleted: for the player, and for the operator on request. */
async function meOf({ identity, penalties, dump }: Services, { player, name, createdAt }: Person): Promise<Me> {
  const codeMadeAt = await identity.recovery.createdAt(player);
  const rights = await penalties.rightsOf(player);
  const choices = { ...((await dump.isNamed(player)) && { showsName: true }), ...(rights && { rights }) };
  return { player, name, createdAt, hasRecoveryCode: codeMadeAt !== undefined, ...choices };
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
    passkeys: await services.identity.passkeys.of(player),
    tokens: await services.identity.programs.of(player, services.now()),
    providers: await services.identity.providersOf(player),
    vouched: await services.vouching.of(player),
    matches: [...(await services.journal.matchesOf(player))],
    ratings: (await services.ratingTable.of(player)).map((rating) => ({ ...rating })),
    seasonRatings: (await services.ratingTable.seasonsOf(player)).map((rating) => ({ ...rating })),
    poolRatings: (await services.ratingTable.inPools(player)).map((rating) => ({ ...rating })),
    bots: await services.identity.bots.of(player),
    luck: (await services.skill.rowsOf(player)).map((row) => ({ ...row })),
    reports: [...(await reports.by(player))],
    webhooks: [...(await services.notices.webhooks.of(player))],
    temples: [...(await idsOf(services, player))],
    puzzles: [...(await services.puzzles.answersOf(player))],
    talk: [...(await talk.of(player))],
    silencedIn: [...(await talk.silencedIn(player))],
    people: [...(await services.ties.kept(player))],
    showsOnline: await services.ties.showsOnline(player),
    vacations: [...(await services.vacations.kept(player))],
    ahead: [...(await services.ahead.kept(player))],
    ...(await challengesOf(services, player)),
    tournaments: await keptTournaments(services, player),
    penalties: await services.penalties.of(player),
  };
}

/** Deletes a player, after the bots of the player. Gives back their seats in matches that have not started; in a running match the absence policy acts. */
export async function forgetPerson(services: Services, player: string): Promise<{ deleted: true }> {
  for (const bot of await services.identity.bots.of(player)) await forgetPerson(services, bot.player);
  await inTurnOf(services, player, async () => {
    await leaveOpenTables(services, player, { isForGood: true });
    if (!(await releaseAll(services, player))) throw new Refused('unavailable');
    await services.identity.forget(player);
  });
  await closeConnectionsOf(player, 'unauthorized');
  await showNames();
  for (const topic of ['sessions', 'name'] as const) services.announcements.tell(topic, { player });
  return { deleted: true };
}

/** The vacation of the player who calls. What is left is counted in the player's turn, so that no day is spent twice. */
export function vacationHandlers(services: Services) {
  const inTurn = <T>({ caller: { player } }: { readonly caller: Claims }, job: (player: string) => Promise<T>) =>
    inTurnOf(services, player, () => job(player));
  return {
    getVacation: ({ caller }) => services.vacations.of(caller.player),
    beginVacation: (asked) => inTurn(asked, (player) => services.vacations.begin(player, asked.body.days)),
    endVacation: (asked) => inTurn(asked, (player) => services.vacations.end(player)),
  } satisfies SomeHandlers;
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

/**
 * Leaves the tables of the other player that have not begun. From a table of the player's own the other one has to go. The same holds for the bots
 * of the two. In a tournament a block counts from the next round on.
 */
async function part(services: Services, player: string, other: string): Promise<void> {
  const withBots = async (owner: string) => [
    owner,
    ...(await services.identity.bots.of(owner)).map((bot) => bot.player),
  ];
  const [own, others] = [await withBots(player), await withBots(other)];
  for (const leaving of own)
    for (const one of (await services.journal.unfinishedOf(leaving)).map(postedFrom)) {
      const { match, status, host } = one;
      const met = [host, ...seatedIn(one)].filter((there) => others.includes(there));
      if (status !== 'open' || isTournament(host) || met.length === 0) continue;
      for (const gone of own.includes(host) ? met : [leaving]) await giveBack(services, { match, player: gone });
    }
}
