/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import { type Chosen, LINK_PREFIX, type Me, type PersonalData, type Session } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { postedFrom } from '../../../features/listing/filter.ts';
import { idsOf, releaseAll } from '../../../features/table/ownedTemples.ts';
import { inTurnOf } from '../../../features/table/quotas.ts';
import { leave } from '../../../features/table/seating.ts';
import type { Person } from '../../../store/people/people.ts';
import { MISDIRECTED } from '../../peers/peerHeaders.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

export function accountHandlers(services: Services) {
  const { recovery, links, sessions, signOutEverywhere } = services.identity;
  return {
    getMe: async ({ caller }) => meOf(services, await personOf(services, caller)),
    chooseName: (asked) => choose(services, asked),
    deleteMe: (asked) => forget(services, asked),
    exportMe: async ({ caller }) => dataOf(services, await personOf(services, caller), caller),
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

async function meOf({ identity }: Services, { player, name, createdAt }: Person): Promise<Me> {
  const codeMadeAt = await identity.recovery.createdAt(player);
  return { player, name, createdAt, hasRecoveryCode: codeMadeAt !== undefined };
}

/** Chooses a name. The first time, the player gets a recovery code with it. */
async function choose(services: Services, asked: Asked<'chooseName'>): Promise<Chosen> {
  const person = await personOf(services, asked.caller);
  const { name } = asked.body;
  const { names, chooseName } = services.identity;
  if (names.refuses(name)) throw new Refused('name-refused');
  const recoveryCode = await chooseName({ player: person.player, name }, services.now());
  await showNames();
  services.announcements.tell('name', { player: person.player });
  return { ...(await meOf(services, { ...person, name })), ...(recoveryCode !== undefined && { recoveryCode }) };
}

async function sessionsOf({ identity }: Services, { player, session }: Claims): Promise<Session[]> {
  return (await identity.sessions.of(player)).map((row) => ({ ...row, isThis: row.session === session }));
}

async function dataOf(services: Services, person: Person, claims: Claims): Promise<PersonalData> {
  const { recovery, reports, talk } = services.identity;
  const recoveryCodeCreatedAt = await recovery.createdAt(person.player);
  return {
    ...(await meOf(services, person)),
    ...(recoveryCodeCreatedAt !== undefined && { recoveryCodeCreatedAt }),
    sessions: await sessionsOf(services, claims),
    matches: [...(await services.journal.matchesOf(person.player))],
    ratings: (await services.ratingTable.of(person.player)).map((rating) => ({ ...rating })),
    reports: [...(await reports.by(person.player))],
    webhooks: [...(await services.notices.webhooks.of(person.player))],
    temples: [...(await idsOf(services, person.player))],
    talk: [...(await talk.of(person.player))],
    silencedIn: [...(await talk.silencedIn(person.player))],
  };
}

/**
 * Deletes a player. Gives back their seats in matches that have not started; in a running match the absence policy
 * acts.
 */
async function forget(services: Services, asked: Asked<'deleteMe'>): Promise<{ deleted: true }> {
  const { player } = await personOf(services, asked.caller);
  await inTurnOf(services, player, async () => {
    const unfinished = (await services.journal.unfinishedOf(player)).map(postedFrom);
    for (const { match, status } of unfinished)
      if (status === 'open' && !(await hasLeftThere(services, asked, match)))
        await leaveIfSeated(services, match, player);
    if (!(await releaseAll(services, player))) throw new Refused('unavailable');
    await services.identity.forget(player);
  });
  await closeConnectionsOf(player, 'unauthorized');
  await showNames();
  for (const topic of ['sessions', 'name'] as const) services.announcements.tell(topic, { player });
  return { deleted: true };
}

/** Has the player's seat given back by the process that owns the match, if that is another one. */
async function hasLeftThere({ owners }: Services, { askPeer }: Asked<'deleteMe'>, match: string): Promise<boolean> {
  const peer = await owners.peerOf('match', match);
  if (peer === undefined) return false;
  const status = await askPeer(peer, 'leaveSeat', { match });
  if (status >= 500 || status === MISDIRECTED) throw new Refused('unavailable');
  return true;
}

/** A player has no seat to give back if they only created the match, or if the match starts at this moment. */
async function leaveIfSeated(services: Services, match: string, player: string): Promise<void> {
  try {
    await leave(services, match, player);
  } catch (error) {
    if (!(error instanceof Refused) || error.code === 'unavailable') throw error;
  }
}

/** Closes the sockets of all devices of the player. Devices that are still signed in come back by themselves. */
async function signedOut({ announcements }: Services, player: string, ended: number): Promise<{ ended: number }> {
  if (ended > 0) {
    await closeConnectionsOf(player, 'unauthorized');
    announcements.tell('sessions', { player });
  }
  return { ended };
}

async function report(services: Services, asked: Asked<'report'>): Promise<{ received: true }> {
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
