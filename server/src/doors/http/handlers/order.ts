/** What moderators and the operator do about players, and what these players see and answer. */
import type { GivenPenalty, HeardReport, NewPenalty, PenaltySettling, RouteId } from '@flower-war/protocol';
import { showNames } from '../../rooms/roomPlaces.ts';
import { latestReports } from '../../operator/operatorQueries.ts';
import { sendAway } from './account.ts';
import type { Services } from '../../services.ts';
import type { SomeHandlers } from '../request/findRoute.ts';

export function orderHandlers(services: Services) {
  const { penalties, identity, figures } = services;
  const heard = async (player?: string) => ({ reports: await reportsFor(services, player) });
  return {
    listMyPenalties: async ({ caller }) => ({ penalties: await penalties.of(caller.player) }),
    answerPenalty: ({ caller, params, body }) => penalties.answer(caller.player, params.penalty, body.text),
    listReportsToSettle: async ({ caller: { player } }) => {
      await penalties.mustHave(player, 'reports');
      return heard(player);
    },
    settleReport: async ({ caller: { player }, params, body }) => {
      await penalties.mustHave(player, 'reports');
      const act = { action: 'settleReport', about: params.report, detail: body } as const;
      await penalties.act(player, act, () => identity.reports.settle(params.report, body.outcome, player));
      return heard(player);
    },
    listFigures: async ({ caller }) => {
      await penalties.mustHave(caller.player, 'figures');
      return figures.all();
    },
    listPenalties: async ({ caller, query }) => {
      await penalties.mustHave(caller.player, 'mute', 'ban', 'rename');
      return penalties.list(query);
    },
    penalize: async ({ caller, params, body }) => {
      await penalties.mustHave(caller.player, body.kind);
      return give(services, { action: 'penalize', by: caller.player, player: params.player, wanted: body });
    },
    settlePenalty: async ({ caller, params, body }) => {
      await penalties.mustHave(caller.player, 'mute', 'ban', 'rename');
      return settle(services, { action: 'settlePenalty', by: caller.player, penalty: params.penalty, wanted: body });
    },
    ...orderOperatorHandlers(services),
  } satisfies SomeHandlers;
}

function orderOperatorHandlers(services: Services) {
  const { penalties, identity } = services;
  return {
    listModerators: () => penalties.moderators(),
    appointModerator: async ({ params: { player: about }, body }) => {
      const act = { action: 'appointModerator', about, detail: body } as const;
      await penalties.act(undefined, act, () => penalties.appoint(about, body.rights));
      return penalties.moderators();
    },
    dismissModerator: async ({ params: { player: about } }) => {
      await penalties.act(undefined, { action: 'dismissModerator', about }, () => penalties.dismiss(about));
      return penalties.moderators();
    },
    listFiguresAsOperator: () => services.figures.all(),
    listAllPenalties: ({ query }) => penalties.list(query),
    penalizeAsOperator: ({ params: { player }, body }) =>
      give(services, { action: 'penalizeAsOperator', by: undefined, player, wanted: body }),
    settlePenaltyAsOperator: ({ params: { penalty }, body }) =>
      settle(services, { action: 'settlePenaltyAsOperator', by: undefined, penalty, wanted: body }),
    settleReportAsOperator: async ({ params: { report: about }, body }) => {
      const act = { action: 'settleReportAsOperator', about, detail: body } as const;
      await penalties.act(undefined, act, () => identity.reports.settle(about, body.outcome, null));
      return { reports: await reportsFor(services) };
    },
  } satisfies SomeHandlers;
}

/** A moderator sees no senders, and nothing that is about the moderator or a bot of the moderator. */
async function reportsFor(services: Services, moderator?: string): Promise<HeardReport[]> {
  const own = moderator === undefined ? [] : [{ player: moderator }, ...(await services.identity.bots.of(moderator))];
  const reports = (await latestReports(services)).filter(({ player }) => own.every((one) => one.player !== player));
  return reports.map(({ reporter: _, ...report }) => report);
}

interface Giving {
  readonly action: RouteId;
  readonly by: string | undefined;
  readonly player: string;
  readonly wanted: NewPenalty;
}

function give(services: Services, { action, by, player, wanted }: Giving): Promise<GivenPenalty> {
  const { penalties, log } = services;
  return penalties.act(by, { action, about: player, detail: wanted }, async () => {
    const given = await penalties.give(by, player, wanted);
    log.info({ player, kind: given.kind, by }, 'a penalty was given');
    await enforce(services, given);
    return given;
  });
}

interface SettlingOf {
  readonly action: RouteId;
  readonly by: string | undefined;
  readonly penalty: string;
  readonly wanted: PenaltySettling;
}

async function settle(services: Services, { action, by, penalty, wanted }: SettlingOf): Promise<GivenPenalty> {
  const { penalties, log } = services;
  const about = await penalties.playerOf(penalty);
  return penalties.act(by, { action, about, detail: { penalty, ...wanted } }, async () => {
    const settled = await penalties.settle(by, penalty, wanted);
    log.info({ player: about, outcome: wanted.outcome, by }, 'a penalty was settled');
    if (settled.kind === 'rename') await enforce(services, settled);
    return settled;
  });
}

/** In all processes: a banned player is sent away, and a new name is shown. A mute is looked up whenever a player speaks. */
export async function enforce(services: Services, { kind, player }: GivenPenalty): Promise<void> {
  if (kind === 'ban') await sendAway(services, player, 'ban');
  if (kind === 'rename') {
    await showNames();
    services.announcements.tell('name', { player });
  }
}
