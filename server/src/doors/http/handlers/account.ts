/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import { type Chosen, LINK_PREFIX, type Me, type PersonalData, type Session } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { idsOf, releaseAll } from '../../../features/table/ownedTemples.ts';
import { leave } from '../../../features/table/seating.ts';
import { summaryOf } from '../../../features/table/summary.ts';
import type { Person } from '../../../store/people/people.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { House } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

export function accountHandlers(house: House) {
  const { recovery, links, sessions, signOutEverywhere } = house.identity;
  return {
    getMe: ({ caller }) => meOf(house, personOf(house, caller)),
    chooseName: (asked) => choose(house, asked),
    deleteMe: ({ caller }) => forget(house, personOf(house, caller)),
    exportMe: ({ caller }) => dataOf(house, personOf(house, caller), caller),
    renewRecoveryCode: ({ caller }) => {
      const { player } = personOf(house, caller);
      return { recoveryCode: recovery.renew(player, house.now()) };
    },
    listSessions: ({ caller }) => {
      personOf(house, caller);
      return { sessions: sessionsOf(house, caller) };
    },
    createLink: ({ caller }) => {
      const link = links.create(personOf(house, caller).player, house.now());
      return { ...link, text: LINK_PREFIX + link.code };
    },
    signOut: (asked) => {
      const { player } = personOf(house, asked.caller);
      const { session = asked.caller.session } = asked.body;
      return signedOut(player, sessions.end({ player, session }));
    },
    signOutEverywhere: ({ caller }) => {
      const { player } = personOf(house, caller);
      return signedOut(player, signOutEverywhere(player));
    },
    report: (asked) => report(house, asked),
  } satisfies SomeHandlers;
}

/** A player who has left for good is nobody, whatever token is left of them. */
function personOf({ people }: House, { player }: Claims): Person {
  const person = people.find(player);
  if (person === undefined) throw new Refused('unauthorized');
  return person;
}

function meOf({ identity }: House, { player, name, createdAt }: Person): Me {
  return { player, name, createdAt, hasRecoveryCode: identity.recovery.createdAt(player) !== undefined };
}

/** A player who chooses a name for the first time gets the code that brings the name back. */
async function choose(house: House, asked: Asked<'chooseName'>): Promise<Chosen> {
  const person = personOf(house, asked.caller);
  const { name } = asked.body;
  const { names, chooseName } = house.identity;
  if (names.refuses(name)) throw new Refused('name-refused');
  const recoveryCode = chooseName({ player: person.player, name }, house.now());
  await showNames();
  return { ...meOf(house, { ...person, name }), ...(recoveryCode !== undefined && { recoveryCode }) };
}

function sessionsOf({ identity }: House, { player, session }: Claims): Session[] {
  return identity.sessions.of(player).map((row) => ({ ...row, isThis: row.session === session }));
}

async function dataOf(house: House, person: Person, claims: Claims): Promise<PersonalData> {
  const { recovery, reports, talk } = house.identity;
  const recoveryCodeCreatedAt = recovery.createdAt(person.player);
  return {
    ...meOf(house, person),
    ...(recoveryCodeCreatedAt !== undefined && { recoveryCodeCreatedAt }),
    sessions: sessionsOf(house, claims),
    matches: [...(await house.journal.matchesOf(person.player))],
    ratings: [...house.ratingTable.of(person.player)].map((rating) => ({ ...rating })),
    reports: [...reports.by(person.player)],
    webhooks: [...house.notices.webhooks.of(person.player)],
    temples: [...(await idsOf(house, person.player))],
    talk: talk.of(person.player),
    silencedIn: talk.silencedIn(person.player),
  };
}

/** A seat in a match that has not started is given back; one in a running match is the table's to take. */
async function forget(house: House, { player }: Person): Promise<{ deleted: true }> {
  const unfinished = (await house.journal.unfinishedOf(player)).map((index) => summaryOf(house, index));
  for (const { match, status } of unfinished) if (status === 'open') await leaveIfSeated(house, match, player);
  if (!(await releaseAll(house, player))) throw new Refused('unavailable');
  house.identity.forget(player);
  await closeConnectionsOf(player);
  await showNames();
  return { deleted: true };
}

/** Whoever only made the match, or whose match starts at this moment, has no seat to give back. */
async function leaveIfSeated(house: House, match: string, player: string): Promise<void> {
  try {
    await leave(house, match, player);
  } catch (error) {
    if (!(error instanceof Refused) || error.code === 'unavailable') throw error;
  }
}

/** Sockets are closed for all devices of the player: the others come back by themselves. */
async function signedOut(player: string, ended: number): Promise<{ ended: number }> {
  if (ended > 0) await closeConnectionsOf(player);
  return { ended };
}

async function report(house: House, asked: Asked<'report'>): Promise<{ received: true }> {
  const person = personOf(house, asked.caller);
  const about = asked.body;
  if ('player' in about && house.people.find(about.player) === undefined) throw new Refused('no-such-player');
  const lines = about.match === undefined ? [] : await heardBy(house, person.player, about.match);
  const outcome = house.identity.reports.add(person.player, { ...about, lines }, house.now());
  if (outcome === 'too-many') throw new Refused('too-many-reports');
  return { received: true };
}

/** What was said last where this player hears it. */
async function heardBy(house: House, player: string, match: string) {
  const found = await house.journal.index(match);
  if (found === undefined) throw new Refused('no-such-match');
  const { seats } = summaryOf(house, found.index);
  return house.talk.quote(match, seats.some((seat) => seat.player === player) ? 'players' : 'spectators');
}
