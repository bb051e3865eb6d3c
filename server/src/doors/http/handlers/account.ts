/** What a player can do about their own account: name, devices, codes, data, and reports about others. */
import { type Chosen, LINK_PREFIX } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { postedFrom } from '../../../features/listing/filter.ts';
import type { Person } from '../../../store/people/people.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';
import { forgetPerson, meOf, personalDataOf, sessionsOf } from './personalData.ts';

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
