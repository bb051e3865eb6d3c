/** What the operator of the server can do over HTTP. Each change is logged, and has a line in the audit. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Ban, HostedMatch, ProbeLine, RouteId } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import { leave, settled, withMatch } from '../../../features/table/seating.ts';
import { find } from '../../../features/table/summary.ts';
import type { Person } from '../../../store/people/people.ts';
import {
  banOf,
  bansNow,
  connectionsElsewhere,
  findPeople,
  hostedMatch,
  hostedMatches,
  hostedTemples,
  invitationOf,
  invitationsNow,
  latestReports,
  overviewOf,
  personDetails,
  playersOnline,
} from '../../operator/operatorQueries.ts';
import { operatorPage, PAGE_HEADERS } from '../../operator/page/page.ts';
import { showBulletin } from '../../rooms/roomPlaces.ts';
import { closeAt } from '../../rooms/sendingAway.ts';
import type { Services } from '../../services.ts';
import type { RouteRequest, SomeHandlers } from '../request/findRoute.ts';
import { forgetPerson, personalDataOf, sendAway } from './account.ts';
import { sending } from './matches.ts';
import { enforce } from './order.ts';

const BY_OPERATOR = 'operator';

export function operatorHandlers(services: Services) {
  const { audit, fleet, networks } = services;
  const processes = async () => ({ processes: [...(await fleet.processes())] });
  const networksNow = async () => ({ networks: await networks.all() });
  return {
    operatorPage: async ({ query }) => {
      const page = await operatorPage(services, query);
      return (response) => response.set(PAGE_HEADERS).type('html').send(page);
    },
    getOverview: () => overviewOf(services),
    probe: ({ address }) => sending((response) => tellCaller(response, address)),
    listProcesses: processes,
    drain: () => drain(services, 'drain', undefined).then(() => overviewOf(services)),
    stopDraining: () => drain(services, 'stopDraining', undefined).then(() => overviewOf(services)),
    drainProcess: ({ params }) => drain(services, 'drainProcess', params.process).then(processes),
    stopDrainingProcess: ({ params }) => drain(services, 'stopDrainingProcess', params.process).then(processes),
    listHostedMatches: ({ query }) => hostedMatches(services, query),
    endMatch: (asked) => end(services, asked),
    kickFromMatch: (asked) => kick(services, asked),
    listHostedTemples: ({ query }) => hostedTemples(services, query),
    listPlayersOnline: () => playersOnline(services),
    findPeople: ({ query }) => findPeople(services, query),
    getPerson: ({ params }) => personDetails(services, params.player),
    listBans: async () => ({ bans: await bansNow(services) }),
    listReports: async () => ({ reports: await latestReports(services) }),
    listNetworkBans: networksNow,
    banNetwork: async ({ body, address }) => {
      const { network: about, ...detail } = body;
      await audit.record({ action: 'banNetwork', about, detail }, () => networks.ban({ ...body, address }));
      services.log.info({ network: about }, 'operator: a network was banned');
      return networksNow();
    },
    unbanNetwork: async ({ body: { network: about } }) => {
      await audit.record({ action: 'unbanNetwork', about }, () => networks.lift(about));
      services.log.info({ network: about }, 'operator: the ban of a network was lifted');
      return networksNow();
    },
    ...invitationHandlers(services),
    tellAll: (asked) => tellAll(services, asked),
    listAudit: ({ query }) => audit.page(query),
    ...operatorPeopleHandlers(services),
  } satisfies SomeHandlers;
}

function invitationHandlers(services: Services) {
  const { audit, identity, now } = services;
  const { invitations } = identity;
  return {
    listInvitations: async () => ({ invitations: await invitationsNow(services) }),
    createInvitation: ({ body }) =>
      audit.record({ action: 'createInvitation', detail: body }, async () => {
        services.log.info(body, 'operator: an invitation was made');
        return invitationOf(services, await invitations.create(body, now()));
      }),
    endInvitation: async ({ params: { invitation } }) => {
      await audit.record({ action: 'endInvitation' }, () => invitations.end(invitation));
      services.log.info({}, 'operator: an invitation was ended');
      return { invitations: await invitationsNow(services) };
    },
  } satisfies SomeHandlers;
}

/** A proxy that passes on only whole answers keeps the first line for so long. */
const HELD_MS = 2000;

async function tellCaller(response: ServerResponse, address: string): Promise<void> {
  const line = `${JSON.stringify({ address } satisfies ProbeLine)}\n`;
  response.write(line);
  await Promise.race([once(response, 'close'), wait(HELD_MS, undefined, { ref: false })]);
  response.end(line);
}

type Draining = Extract<RouteId, 'drain' | 'stopDraining' | 'drainProcess' | 'stopDrainingProcess'>;

async function drain({ audit, fleet, log }: Services, action: Draining, which: string | undefined): Promise<void> {
  const isDraining = action === 'drain' || action === 'drainProcess';
  await audit.record({ action, ...(which !== undefined && { about: which }) }, () => fleet.drain(which, isDraining));
  log.info({ process: which, isDraining }, `operator: ${action}`);
}

/** Aborts a match. Its record says why, and reveals the dice like any other record. */
async function end(services: Services, { params, body }: RouteRequest<'endMatch'>): Promise<HostedMatch> {
  const { match: id } = params;
  const { reason = BY_OPERATOR } = body;
  return services.audit.record({ action: 'endMatch', about: id, detail: { reason } }, async () => {
    await refuseEnded(services, id);
    settled(await withMatch(services, id, (match) => match.abort(reason, services.now())));
    services.log.info({ match: id, reason }, 'operator: a match was ended');
    return shown(services, id);
  });
}

/** Takes a player from a table, with or without a seat. */
async function kick(services: Services, { params, body }: RouteRequest<'kickFromMatch'>): Promise<HostedMatch> {
  const { match: id } = params;
  const { player } = body;
  return services.audit.record({ action: 'kickFromMatch', about: id, detail: { player } }, async () => {
    const hadSeat = await giveUpSeat(services, id, player);
    const closed = closeAt(id, player, hadSeat ? 'not-seated' : 'kicked');
    if (closed === 0 && !hadSeat) throw new Refused('not-seated');
    if (!hadSeat) keepOut(services, id, player);
    services.log.info({ match: id, player }, 'operator: a player was taken from a table');
    return shown(services, id);
  });
}

/** The client of a spectator would come back by itself. */
function keepOut({ kicked, announcements }: Services, match: string, player: string): void {
  kicked.add(match, player);
  announcements.tell('kick', { match, player });
}

/** Whether the player had a seat. */
async function giveUpSeat(services: Services, id: string, player: string): Promise<boolean> {
  const { status, seats } = await refuseEnded(services, id);
  if (!seats.some((seat) => seat.player === player)) return false;
  if (status === 'open') await leave(services, id, player);
  else await withMatch(services, id, async (match) => answered(await resign(services, match, player)));
  return true;
}

type Open = Parameters<Parameters<typeof withMatch>[2]>[0];

async function resign({ now }: Services, match: Open, player: string): Promise<Answer | undefined> {
  const seat = match.seatOf(player);
  return seat === undefined ? undefined : match.resign(seat, [randomUUID()], now());
}

function answered(answer: Answer | undefined): void {
  if (answer?.kind === 'rejected') throw new Refused(answer.code, answer.reason);
  if (answer?.kind === 'retry') throw new Refused('unavailable');
}

async function refuseEnded(services: Services, id: string) {
  const { summary } = await find(services, id);
  if (summary.status === 'ended') throw new Refused('match-over');
  return summary;
}

async function shown(services: Services, id: string): Promise<HostedMatch> {
  const match = await hostedMatch(services, id);
  if (match === undefined) throw new Refused('no-such-match');
  return match;
}

async function tellAll(
  services: Services,
  { body: { text } }: RouteRequest<'tellAll'>,
): Promise<{ connections: number }> {
  return services.audit.record({ action: 'tellAll', detail: { text } }, async () => {
    const bulletin = { text, at: services.now() };
    services.announcements.tell('bulletin', bulletin);
    const connections = (await showBulletin(bulletin)) + (await connectionsElsewhere(services));
    services.log.info({ connections }, 'operator: a bulletin was shown');
    return { connections };
  });
}

// What the operator can do about one player.

function operatorPeopleHandlers(services: Services) {
  const { audit, log, identity, penalties } = services;
  return {
    banPlayer: (asked) => ban(services, asked),
    unbanPlayer: async ({ params: { player: about } }) => {
      await penalties.act(undefined, { action: 'unbanPlayer', about }, () => penalties.liftBan(about));
      log.info({ player: about }, 'operator: a ban was lifted');
      return { bans: await bansNow(services) };
    },
    kickPlayer: ({ params: { player: about } }) =>
      audit.record({ action: 'kickPlayer', about }, async () => {
        const { player } = await personOf(services, about);
        const ended = await identity.signOutEverywhere(player);
        await sendAway(services, player, 'sessions');
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
async function ban(services: Services, { params, body }: RouteRequest<'banPlayer'>): Promise<Ban> {
  const { reason = '', days } = body;
  const { player } = params;
  return services.penalties.act(undefined, { action: 'banPlayer', about: player, detail: body }, async () => {
    const given = await services.penalties.ban(player, days, reason);
    await enforce(services, given);
    services.log.info({ player, days }, 'operator: a player was banned');
    const { name, at, until = null } = given;
    return banOf({ player, at, reason, until }, name);
  });
}
