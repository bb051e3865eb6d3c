/** What the operator can do about one player. */
import type { Ban } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Person } from '../../../store/people/people.ts';
import { banOf, bansNow } from '../../operator/peopleQueries.ts';
import { closeConnectionsOf } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';
import { forgetPerson, personalDataOf } from './personalData.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function operatorPeopleHandlers(services: Services) {
  const { audit, log, identity } = services;
  return {
    banPlayer: (asked) => ban(services, asked),
    unbanPlayer: async ({ params: { player: about } }) => {
      await audit.record({ action: 'unbanPlayer', about }, () => services.bans.lift(about));
      log.info({ player: about }, 'operator: a ban was lifted');
      return { bans: await bansNow(services) };
    },
    kickPlayer: ({ params: { player: about } }) =>
      audit.record({ action: 'kickPlayer', about }, async () => {
        const { player } = await personOf(services, about);
        const ended = await identity.signOutEverywhere(player);
        await closeConnectionsOf(player, 'unauthorized');
        services.announcements.tell('sessions', { player });
        log.info({ player, ended }, 'operator: a player was signed out everywhere');
        return { ended };
      }),
    exportPerson: ({ params: { player: about } }) =>
      audit.record({ action: 'exportPerson', about }, async () =>
        personalDataOf(services, await personOf(services, about)),
      ),
    deletePerson: ({ params: { player: about } }) =>
      audit.record({ action: 'deletePerson', about }, async () => {
        const { player } = await personOf(services, about);
        const deleted = await forgetPerson(services, player);
        log.info({ player }, 'operator: a player was deleted');
        return deleted;
      }),
  } satisfies SomeHandlers;
}

async function personOf({ people }: Services, player: string): Promise<Person> {
  const person = await people.find(player);
  if (person === undefined) throw new Refused('no-such-player');
  return person;
}

/** Bans a player: the server refuses all their requests and closes their sockets. */
async function ban(services: Services, { params, body }: Asked<'banPlayer'>): Promise<Ban> {
  const { reason = '', days } = body;
  return services.audit.record({ action: 'banPlayer', about: params.player, detail: body }, async () => {
    const { player, name } = await personOf(services, params.player);
    const at = services.now();
    const row = { player, at, reason, until: days === undefined ? null : at + days * DAY_MS };
    await services.bans.ban(row);
    await closeConnectionsOf(player, 'banned');
    services.announcements.tell('ban', { player });
    services.log.info({ player, days }, 'operator: a player was banned');
    return banOf(row, name);
  });
}
