/** Players who go to other hosts and come from there, and what becomes of them at home. */
import type { Deeds } from '../../../features/hosts/visitors.ts';
import { showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import { refuseBanned } from '../request/callers.ts';
import type { SomeHandlers } from '../request/findRoute.ts';
import { forgetPerson, sendAway } from './account.ts';
import { signedIn } from './signIn.ts';

export function hostHandlers(services: Services) {
  const { vouching, visitors, identity, announcements, now } = services;
  const deeds = deedsOf(services);
  const mayEnter = (player: string) => refuseBanned(services, player);
  return {
    vouch: ({ caller, body }) => vouching.vouch(caller.player, body.host),
    arrive: async ({ body: { assertion, label } }) => {
      const arrived = await visitors.prove(assertion, deeds);
      const { isRenamed, ...claims } = await identity.arrive({ arrived, label, mayEnter }, now());
      if (isRenamed) {
        await showNames();
        announcements.tell('name', { player: claims.player });
      }
      return signedIn(services, claims);
    },
    listHostNews: ({ query }) => vouching.news(query.to, query.after),
  } satisfies SomeHandlers;
}

/** What is done here about a visitor of whom the host at home has told. */
export function deedsOf(services: Services): Deeds {
  return {
    forget: (player) => forgetPerson(services, player),
    sendAway: (player) => sendAway(services, player, 'ban'),
  };
}
