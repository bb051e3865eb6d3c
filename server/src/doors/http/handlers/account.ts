/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import { type Chosen, LINK_PREFIX, type Me, type PersonalData, type Session } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { idsOf, releaseAll } from '../../../features/table/ownedTemples.ts';
import { leave } from '../../../features/table/seating.ts';
import { summaryOf } from '../../../features/table/summary.ts';
import type { Person } from '../../../store/people/people.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

export function accountHandlers(services: Services) {
  const { recovery, links, sessions, signOutEverywhere } = services.identity;
  return {
    getMe: ({ caller }) => meOf(services, personOf(services, caller)),
    chooseName: (asked) => choose(services, asked),
    deleteMe: ({ caller }) => forget(services, personOf(services, caller)),
    exportMe: ({ caller }) => dataOf(services, personOf(services, caller), caller),
    renewRecoveryCode: ({ caller }) => {
      const { player } = personOf(services, caller);
      return { recoveryCode: recovery.renew(player, services.now()) };
    },
    listSessions: ({ caller }) => {
      personOf(services, caller);
      return { sessions: sessionsOf(services, caller) };
    },
    createLink: ({ caller }) => {
      const link = links.create(personOf(services, caller).player, services.now());
      return { ...link, text: LINK_PREFIX + link.code };
    },
    signOut: (asked) => {
      const { player } = personOf(services, asked.caller);
      const { session = asked.caller.session } = asked.body;
      return signedOut(player, sessions.end({ player, session }));
    },
    signOutEverywhere: ({ caller }) => {
      const { player } = personOf(services, caller);
      return signedOut(player, signOutEverywhere(player));
    },
    report: (asked) => report(services, asked),
  } satisfies SomeHandlers;
}

/** The calling player. A deleted player is refused, although their tokens may still be valid. */
function personOf({ people }: Services, { player }: Claims): Person {
  const person = people.find(player);
  if (person === undefined) throw new Refused('unauthorized');
  return person;
}

function meOf({ identity }: Services, { player, name, createdAt }: Person): Me {
  return { player, name, createdAt, hasRecoveryCode: identity.recovery.createdAt(player) !== undefined };
}

/** Chooses a name. The first time, the player gets a recovery code with it. */
async function choose(services: Services, asked: Asked<'chooseName'>): Promise<Chosen> {
  const person = personOf(services, asked.caller);
  const { name } = asked.body;
  const { names, chooseName } = services.identity;
  if (names.refuses(name)) throw new Refused('name-refused');
  const recoveryCode = chooseName({ player: person.player, name }, services.now());
  await showNames();
  return { ...meOf(services, { ...person, name }), ...(recoveryCode !== undefined && { recoveryCode }) };
}

function sessionsOf({ identity }: Services, { player, session }: Claims): Session[] {
  return identity.sessions.of(player).map((row) => ({ ...row, isThis: row.session === session }));
}

async function dataOf(services: Services, person: Person, claims: Claims): Promise<PersonalData> {
  const { recovery, reports, talk } = services.identity;
  const recoveryCodeCreatedAt = recovery.createdAt(person.player);
  return {
    ...meOf(services, person),
    ...(recoveryCodeCreatedAt !== undefined && { recoveryCodeCreatedAt }),
    sessions: sessionsOf(services, claims),
    matches: [...(await services.journal.matchesOf(person.player))],
    ratings: [...services.ratingTable.of(person.player)].map((rating) => ({ ...rating })),
    reports: [...reports.by(person.player)],
    webhooks: [...services.notices.webhooks.of(person.player)],
    temples: [...(await idsOf(services, person.player))],
    talk: talk.of(person.player),
    silencedIn: talk.silencedIn(person.player),
  };
}

/**
 * Deletes a player. Gives back their seats in matches that have not started; in a running match the absence policy
 * acts.
 */
async function forget(services: Services, { player }: Person): Promise<{ deleted: true }> {
  const unfinished = (await services.journal.unfinishedOf(player)).map((index) => summaryOf(services, index));
  for (const { match, status } of unfinished) if (status === 'open') await leaveIfSeated(services, match, player);
  if (!(await releaseAll(services, player))) throw new Refused('unavailable');
  services.identity.forget(player);
  await closeConnectionsOf(player);
  await showNames();
  return { deleted: true };
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
async function signedOut(player: string, ended: number): Promise<{ ended: number }> {
  if (ended > 0) await closeConnectionsOf(player);
  return { ended };
}

async function report(services: Services, asked: Asked<'report'>): Promise<{ received: true }> {
  const person = personOf(services, asked.caller);
  const about = asked.body;
  if ('player' in about && services.people.find(about.player) === undefined) throw new Refused('no-such-player');
  const lines = about.match === undefined ? [] : await heardBy(services, person.player, about.match);
  services.identity.reports.add(person.player, { ...about, lines }, services.now());
  return { received: true };
}

/** The last lines that this player could hear at the table. */
async function heardBy(services: Services, player: string, match: string) {
  const found = await services.journal.index(match);
  if (found === undefined) throw new Refused('no-such-match');
  const { seats } = summaryOf(services, found.index);
  return services.talk.quote(match, seats.some((seat) => seat.player === player) ? 'players' : 'spectators');
}
