/** Bot accounts: their owners make, name and delete them; programs say that they take challenges; all see which do. */
import { type BotWork, isBotAccount } from '@flower-war/protocol';
import { mustHost } from '../../../base/hostedGames.ts';
import { Refused } from '../../../base/refused.ts';
import { postedFrom, seatedIn } from '../../../features/listing/filter.ts';
import { challengesOf } from '../../../features/table/challenges.ts';
import { keptUntil } from '../../../match/record/timeouts.ts';
import { showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { SomeHandlers } from '../request/findRoute.ts';
import { forgetPerson, personOf } from './account.ts';

export function botHandlers(services: Services) {
  const { identity, now, announcements, penalties } = services;
  const { bots, names } = identity;
  /** A name that was taken from the owner or from a bot of the owner goes to none of the bots either. */
  const mayBeCalled = async (owner: string, name: string) => {
    const own = [owner, ...(await bots.of(owner)).map(({ player }) => player)];
    const taken = await Promise.all(own.map((player) => penalties.tookName(player, name)));
    if (names.refuses(name) || taken.includes(true)) throw new Refused('name-refused');
  };
  return {
    listMyBots: async ({ caller }) => ({ bots: await bots.of(caller.player) }),
    createBot: async ({ caller, body: { name } }) => {
      const { player } = await personOf(services, caller);
      await mayBeCalled(player, name);
      return bots.make(player, name, now());
    },
    renameBot: async ({ caller: { player: owner }, params: { bot }, body: { name } }) => {
      await mayBeCalled(owner, name);
      await bots.mustOwn(owner, bot);
      const renamed = await bots.rename({ owner, bot, name });
      await showNames();
      announcements.tell('name', { player: bot });
      return renamed;
    },
    deleteBot: async ({ caller, params: { bot } }) => {
      await bots.mustOwn(caller.player, bot);
      return forgetPerson(services, bot);
    },
    takeChallenges: async ({ caller: { player }, body: { games } }) => {
      if (!isBotAccount(player)) throw new Refused('scope-missing', 'bot');
      for (const game of games) mustHost(services.games, game);
      await bots.ready(player, games, now());
      return workOf(services, player);
    },
    listBots: ({ query }) => {
      if (query.game !== undefined) mustHost(services.games, query.game);
      return bots.list(query, now());
    },
  } satisfies SomeHandlers;
}

/**
 * An accepted challenge waits for the bot until its match has begun without it, or is over, or a block keeps the two apart; a rematch, as
 * long as the seat of the bot is kept.
 */
async function workOf(services: Services, player: string): Promise<BotWork> {
  const { challenges } = await challengesOf(services, player);
  const unfinished = (await services.journal.unfinishedOf(player)).map((index) => postedFrom(index));
  const seated = unfinished.filter((one) => seatedIn(one).includes(player));
  const sits = new Set(seated.map(({ match }) => match));
  const accepted = challenges.map(({ match = '', from, to }) => ({ match, people: [from.player, to.player] }));
  const repeated = unfinished
    .filter(
      ({ rematchOf, createdAt: at }) => (keptUntil({ ...(rematchOf && { rematchOf }), at }) ?? 0) > services.now(),
    )
    .map((one) => ({ match: one.match, people: [one.host, ...seatedIn(one)] }));
  const offered = [...accepted, ...repeated].filter(({ match }) => match !== '' && !sits.has(match));
  const apart = await services.ties.apartFrom(
    player,
    offered.flatMap(({ people }) => people),
  );
  const reachable = offered.filter(({ people }) => !people.some((one) => apart.has(one)));
  const waiting = await Promise.all(reachable.map(({ match }) => openMatchOf(services, match)));
  return {
    challenges: challenges.filter(({ state, to }) => state === 'open' && to.player === player),
    matches: seated.map(({ match, commitment }) => ({ match, commitment })).concat(...waiting),
  };
}

async function openMatchOf({ journal }: Services, match: string): Promise<BotWork['matches']> {
  const found = await journal.index(match);
  if (found?.index.status !== 'open') return [];
  const { index, code } = found;
  return [{ match, commitment: postedFrom(index).commitment, ...(code !== undefined && { code }) }];
}
