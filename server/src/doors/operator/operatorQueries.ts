/** What the operator can see of the server. */
import type {
  Ban,
  HostedMatch,
  HostedMatches,
  OperatorQuery,
  OperatorReport,
  Overview,
  PlayerOnline,
} from '@flower-war/protocol';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index } from '../../store/journal/journal.ts';
import type { OperatorPlace } from '../../store/journal/operatorOrder.ts';
import type { BanRow } from '../../store/people/bans.ts';
import { type Online, whoIsOnline } from '../rooms/online.ts';
import type { Services } from '../services.ts';

const MOST_SHOWN = 100;

export async function overviewOf({
  journal,
  readiness,
  bans,
  notices,
  temples,
  metrics,
  now,
}: Services): Promise<Overview> {
  const { players, bridges } = await whoIsOnline();
  return {
    state: readiness.state,
    matches: { ...(await journal.counts()) },
    players: new Set(players.map(({ player }) => player)).size,
    bridges: bridges.length,
    connections: players.length,
    banned: (await bans.all(now())).length,
    temples: { ...temples.counts, strays: await metrics.temples.strayCount() },
    notices: await notices.outbox.counts(),
  };
}

/** One page of matches. `next` says where the next page begins. */
export async function hostedMatches(
  services: Services,
  { status, after, limit }: OperatorQuery,
): Promise<HostedMatches> {
  const { players } = await whoIsOnline();
  const place = after === undefined ? {} : { after: placeIn(after) };
  const found = await services.journal.listAll({ limit: limit + 1, ...(status && { status }), ...place });
  await services.people.load(found.flatMap(playersIn));
  const matches = found.slice(0, limit).map((index) => hosted(services, index, players));
  const last = found.length > limit ? matches.at(-1) : undefined;
  return { matches, ...(last && { next: [last.status, last.createdAt, last.match].join('~') }) };
}

function placeIn(after: string): OperatorPlace {
  const [status, createdAt, match = ''] = after.split('~');
  return { status: status as OperatorPlace['status'], createdAt: Number(createdAt), match };
}

export async function hostedMatch(services: Services, match: string): Promise<HostedMatch | undefined> {
  const found = await services.journal.index(match);
  if (found === undefined) return undefined;
  await services.people.load(playersIn(found.index));
  return hosted(services, found.index, (await whoIsOnline()).players);
}

function hosted({ people, now }: Services, index: Index, online: readonly Online[]): HostedMatch {
  const { status, visibility, game, createdAt } = index;
  const { match, host } = JSON.parse(index.summary) as IndexedMatch;
  const players = playersIn(index);
  const isOnline = (player: string) => online.some((one) => one.match === match && one.player === player);
  return {
    match,
    game,
    status,
    visibility,
    createdAt,
    host,
    ageSeconds: Math.floor((now() - createdAt) / 1000),
    players: players.map((player) => ({ player, name: people.nameOf(player), isOnline: isOnline(player) })),
  };
}

function playersIn({ summary }: Index): readonly string[] {
  const { seats } = JSON.parse(summary) as IndexedMatch;
  return seats.flatMap((holder) => (holder !== null && 'player' in holder ? holder.player : []));
}

export async function playersOnline({ people }: Services): Promise<PlayerOnline[]> {
  const places = new Map<string, PlayerOnline['places']>();
  for (const { player, match, seat } of (await whoIsOnline()).players) {
    const place = match === undefined ? [] : [{ match, ...(seat !== undefined && { seat }) }];
    places.set(player, [...(places.get(player) ?? []), ...place]);
  }
  await people.load(places.keys());
  return [...places].map(([player, own]) => ({ player, name: people.nameOf(player), places: own }));
}

export async function bansNow({ bans, people, now }: Services): Promise<Ban[]> {
  const rows = await bans.all(now());
  await people.load(rows.map(({ player }) => player));
  return rows.map((row) => banOf(row, people.nameOf(row.player)));
}

export function banOf({ player, at, reason, until }: BanRow, name: string): Ban {
  return { player, name, at, reason, ...(until !== null && { until }) };
}

export async function latestReports({ identity }: Services): Promise<OperatorReport[]> {
  return [...(await identity.reports.latest(MOST_SHOWN))];
}
