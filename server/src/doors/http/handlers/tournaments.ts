/** Tournaments, for players and for the host of the server. */
import { checkIn, enter, make, seen, steer, withdraw } from '../../../features/tournaments/acts.ts';
import type { Kept } from '../../../features/tournaments/tournaments.ts';
import { list, listOf, parts, shown } from '../../../features/tournaments/views.ts';
import type { Services } from '../../services.ts';
import { oftenAsked, oftenAskedAlike } from '../request/answers.ts';
import type { SomeHandlers } from '../request/findRoute.ts';

export function tournamentHandlers(services: Services) {
  const { audit, log } = services;
  const show = async (kept: Promise<Kept>, player?: string) => shown(services, await kept, { player });
  return {
    listTournaments: async ({ query }) => oftenAsked(await list(services, query)),
    listMyTournaments: async ({ caller }) => oftenAsked(await listOf(services, caller.player)),
    createTournament: async ({ body, caller: { player } }) => {
      await services.penalties.refuseMuted(player); // others read its name
      return show(make(services, body, player), player);
    },
    getTournament: async ({ params, query, caller, address }) => {
      const player = caller?.player;
      const asked = { address, code: query.code, ...(player !== undefined && { player }) };
      const kept = await seen(services, params.tournament, asked);
      const { alike, own } = await parts(services, kept, { player, ...query });
      return oftenAskedAlike(alike, own);
    },
    enterTournament: ({ params, body, caller: { player }, address }) =>
      show(enter(services, params.tournament, { ...body, player, address }), player),
    checkIn: ({ params, caller: { player } }) => show(checkIn(services, params.tournament, player), player),
    withdrawFromTournament: ({ params, caller: { player } }) =>
      show(withdraw(services, params.tournament, player), player),
    steerTournament: ({ params, body, caller: { player } }) =>
      show(steer(services, params.tournament, body.to, player), player),
    hostTournament: ({ body }) =>
      audit.record({ action: 'hostTournament', detail: { name: body.name } }, async () => {
        const made = await make(services, body);
        log.info({ tournament: made.row.tournament }, 'operator: a tournament was made');
        return shown(services, made, {});
      }),
    steerHostedTournament: ({ params: { tournament: about }, body: { to } }) =>
      audit.record({ action: 'steerHostedTournament', about, detail: { to } }, async () => {
        const steered = await steer(services, about, to);
        log.info({ tournament: about, to }, 'operator: a tournament was steered');
        return shown(services, steered, {});
      }),
  } satisfies SomeHandlers;
}
