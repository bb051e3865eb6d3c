/** What the operator can see of the server: its state, its matches, its temples and its players. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type {
  Ban,
  HostedMatch,
  HostedMatches,
  HostedPeople,
  HostedPerson,
  HostedTemples,
  HostInvitation,
  OperatorQuery,
  OperatorReport,
  Overview,
  PeopleQuery,
  PersonDetails,
  PlayerOnline,
  PlayersOnline,
  ProcessNumbers,
  ServerProcess,
  TempleNumbers,
  TemplesQuery,
} from '@flower-war/protocol';
import server from '../../../package.json' with { type: 'json' };
import { isOfAnother } from '../../base/ids.ts';
import type { Readiness } from '../../base/readiness.ts';
import { Refused } from '../../base/refused.ts';
import { postedFrom, seatedIn } from '../../features/listing/filter.ts';
import type { Connected, Look, PresentIn } from '../../features/operating/fleet.ts';
import { inGroups } from '../../features/people/codes.ts';
import type { Temples } from '../../features/temples/temples.ts';
import type { Matches } from '../../matches/matches.ts';
import type { Index, OperatorPlace, TempleRow } from '../../store/journal/journal.ts';
import type { BanRow } from '../../store/people/bansAndReports.ts';
import type { InvitationRow } from '../../store/people/signingIn.ts';
import type { Listed, Search } from '../../store/people/people.ts';
import type { RedisMetrics } from '../metrics.ts';
import { whoIsOnline } from '../rooms/roomPlaces.ts';
import type { Services } from '../services.ts';

export async function overviewOf(services: Services): Promise<Overview> {
  const { journal, readiness, bans, notices, fleet, now } = services;
  const [processes, present] = [await fleet.processes(), await fleet.present()];
  const sum = (of: 'bridges' | 'connections' | 'temples') => sumOf(processes, (numbers) => numbers[of]);
  const sumOfTemples = (of: keyof TempleNumbers) => sumOf(processes, ({ templeNumbers }) => templeNumbers?.[of] ?? 0);
  return {
    process: fleet.name,
    state: readiness.state,
    matches: { ...(await journal.counts()) },
    players: listedIn(present).size + unlistedIn(present),
    bridges: sum('bridges'),
    connections: sum('connections'),
    banned: (await bans.all(now())).length,
    temples: {
      open: sum('temples'),
      present: sumOfTemples('present'),
      held: sumOfTemples('held'),
      unbalanced: sumOfTemples('unbalanced'),
      strays: sumOfTemples('strays'),
    },
    notices: await notices.outbox.counts(),
  };
}

/** What the living processes among these told of themselves a moment ago. */
function sumOf(processes: readonly ServerProcess[], pick: (numbers: ProcessNumbers) => number): number {
  const living = processes.filter(({ endedAt }) => endedAt === undefined);
  return living.reduce((total, { numbers }) => total + (numbers === undefined ? 0 : pick(numbers)), 0);
}

export async function connectionsElsewhere({ fleet }: Services): Promise<number> {
  return sumOf(
    (await fleet.processes()).filter(({ isThis }) => !isThis),
    ({ connections }) => connections,
  );
}

/** A player with connections to several processes counts once. */
const listedIn = (present: readonly PresentIn[]): ReadonlySet<string> =>
  new Set(present.flatMap(({ players }) => players.map(({ player }) => player)));

const unlistedIn = (present: readonly PresentIn[]): number =>
  present.reduce((total, { unlisted }) => total + unlisted, 0);

/** One page of matches. `next` says where the next page begins. */
export async function hostedMatches(services: Services, asked: OperatorQuery): Promise<HostedMatches> {
  const { status, game, player, match, after, limit } = asked;
  const found = await services.journal.listAll({
    limit: limit + 1,
    ...(status && { status }),
    ...(game !== undefined && { game }),
    ...(player !== undefined && { player }),
    ...(match !== undefined && { match }),
    ...(after !== undefined && { after: placeIn(after) }),
  });
  await services.people.load(found.flatMap((index) => seatedIn(postedFrom(index))));
  const present = await services.fleet.present();
  const matches = found.slice(0, limit).map((index) => hosted(services, index, present));
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
  await services.people.load(seatedIn(postedFrom(found.index)));
  return hosted(services, found.index, await services.fleet.present());
}

function hosted({ people, now }: Services, index: Index, present: readonly PresentIn[]): HostedMatch {
  const { status, visibility, game, createdAt } = index;
  const posted = postedFrom(index);
  const { match, host } = posted;
  const isOnline = (player: string) =>
    present.some(({ players }) => players.some((one) => one.match === match && one.player === player));
  return {
    match,
    game,
    status,
    visibility,
    createdAt,
    host,
    ageSeconds: Math.max(0, Math.floor((now() - createdAt) / 1000)),
    players: seatedIn(posted).map((player) => ({ player, name: people.nameOf(player), isOnline: isOnline(player) })),
  };
}

/** One page of the temples that have counted something, or are online. */
export async function hostedTemples(services: Services, asked: TemplesQuery): Promise<HostedTemples> {
  const { people, fleet } = services;
  const { owner, limit } = asked;
  const online = new Set((await fleet.present()).flatMap(({ temples }) => temples));
  const stored = await storedTemples(services, asked);
  const known = new Set(stored.map(({ temple }) => temple));
  const fresh = owner !== undefined ? [] : [...online].filter((id) => id > (asked.after ?? '') && !known.has(id));
  const found = [...stored, ...fresh.map((temple): TempleRow => ({ temple }))];
  found.sort((a, b) => (a.temple < b.temple ? -1 : 1));
  await people.load(found.slice(0, limit).map((temple) => temple.owner));
  const temples = found.slice(0, limit).map(({ temple, owner: player, match }) => ({
    temple,
    ...(player !== undefined && { owner: player, ownerName: people.nameOf(player) }),
    ...(match !== undefined && { match }),
    isOnline: online.has(temple),
  }));
  const last = found.length > limit ? temples.at(-1) : undefined;
  return { temples, ...(last && { next: last.temple }) };
}

function storedTemples({ journal }: Services, { owner, after, limit }: TemplesQuery): Promise<readonly TempleRow[]> {
  const asked = { ...(owner !== undefined && { owner }), ...(after !== undefined && { after }) };
  return journal.temples({ ...asked, limit: limit + 1 });
}

// What is true of this process now: its numbers, and who and what is connected to it.

interface Looked {
  readonly readiness: Readiness;
  readonly temples: Temples;
  readonly matches: Pick<Matches, 'awake'>;
  readonly strays: () => Promise<number>;
  readonly redis: Pick<RedisMetrics, 'isUp'>;
}

const LOOK_EVERY_MS = 20;
const FORGET_AFTER_MS = 10_000;
const NANOSECONDS = 1e6;

export function ownLook({ readiness, temples, matches, strays, redis }: Looked): () => Promise<Look> {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  let since = performance.now();
  return async () => {
    const { players, bridges } = await whoIsOnline();
    const late = Math.max(0, delay.percentile(99) / NANOSECONDS - LOOK_EVERY_MS);
    if (performance.now() - since > FORGET_AFTER_MS) {
      since = performance.now();
      delay.reset();
    }
    const { open, ...counts } = temples.counts;
    const isRedisUp = redis.isUp();
    return {
      numbers: {
        state: readiness.state,
        players: new Set(players.map(({ player }) => player)).size,
        connections: players.length,
        bridges: bridges.length,
        matches: matches.awake.length,
        temples: open,
        templeNumbers: { ...counts, strays: await strays() },
        memory: process.memoryUsage.rss(),
        version: server.version,
        ...(isRedisUp !== undefined && { isRedisUp }),
        loopDelay: Math.round(late),
      },
      present: { players, unlisted: 0, temples: temples.all.filter(({ isFresh }) => isFresh).map(({ id }) => id) },
    };
  };
}

// What the operator can see of players: who is online, who is banned, who is reported, and all by name.

const MOST_SHOWN = 100;
const IS_ID = /^(p|v|bot)-[0-9A-Z]*$/i;

export async function playersOnline({ people, fleet }: Services): Promise<PlayersOnline> {
  const present = await fleet.present();
  const players = present.flatMap(onlineIn);
  await people.load(players.map(({ player }) => player));
  return {
    players: players.map((one) => ({ ...one, name: people.nameOf(one.player) })),
    unlisted: unlistedIn(present),
  };
}

function onlineIn({ players, process }: PresentIn): Omit<PlayerOnline, 'name'>[] {
  const places = new Map<string, PlayerOnline['places']>();
  for (const one of players) places.set(one.player, [...(places.get(one.player) ?? []), ...placeOf(one)]);
  return [...places].map(([player, own]) => ({ player, process, places: own }));
}

function placeOf({ match, seat }: Connected): PlayerOnline['places'] {
  return match === undefined ? [] : [{ match, ...(seat !== undefined && { seat }) }];
}

/** One page of players, by name; by id if an id is asked for. `next` says where the next page begins. */
export async function findPeople(
  services: Services,
  { search = '', after, limit }: PeopleQuery,
): Promise<HostedPeople> {
  const { directory } = services;
  const place = after === undefined ? {} : { after: personIn(after) };
  const asked: Search = { text: search, limit: limit + 1, ...place };
  const isId = IS_ID.test(search);
  const found = await (isId ? directory.byId({ ...asked, text: idIn(search) }) : directory.byName(asked));
  const page = found.slice(0, limit);
  await loadOthers(services, page);
  const online = await onlineNow(services);
  const people = page.map((row) => personOf(services, row, online));
  const last = found.length > limit ? page.at(-1) : undefined;
  return { people, ...(last && { next: `${last.player}~${last.name}` }) };
}

const idIn = (search: string) =>
  search.replace(/.*-/, (kind) => kind.toLowerCase()).replace(/[^-]*$/, (rest) => rest.toUpperCase());

function personIn(after: string): NonNullable<Search['after']> {
  const [player = '', ...name] = after.split('~');
  return { player, name: name.join('~') };
}

/** All players who are connected to any process. */
export async function onlineNow({ fleet }: Services): Promise<ReadonlySet<string>> {
  return listedIn(await fleet.present());
}

const loadOthers = ({ people }: Services, rows: readonly Listed[]): Promise<void> =>
  people.load(rows.map(({ player }) => player).filter(isOfAnother));

function personOf({ people, now }: Services, row: Listed, online: ReadonlySet<string>): HostedPerson {
  const { player, createdAt, sessions, lastSeenAt, reports } = row;
  const { bannedAt: at, bannedUntil: until, banReason } = row;
  const isBanned = at !== null && (until === null || until > now());
  return {
    player,
    name: isOfAnother(player) ? people.nameOf(player) : row.name,
    createdAt,
    hasRecoveryCode: row.hasRecoveryCode > 0,
    sessions,
    ...(lastSeenAt !== null && { lastSeenAt }),
    isOnline: online.has(player),
    reports,
    ...(isBanned && { ban: { at, reason: banReason ?? '', ...(until !== null && { until }) } }),
  };
}

export async function personDetails(services: Services, player: string): Promise<PersonDetails> {
  const row = await services.directory.one(player);
  if (row === undefined) throw new Refused('no-such-player');
  const { identity, journal } = services;
  await loadOthers(services, [row]);
  return {
    ...personOf(services, row, await onlineNow(services)),
    devices: [...(await identity.sessions.of(player))],
    unfinished: (await journal.unfinishedOf(player)).map((index) => postedFrom(index).match),
    reportsAbout: [...(await identity.reports.about(player, MOST_SHOWN))],
  };
}

export async function bansNow({ bans, people, now }: Services): Promise<Ban[]> {
  const rows = await bans.all(now());
  await people.load(rows.map(({ player }) => player));
  return rows.map((row) => banOf(row, people.nameOf(row.player)));
}

export function banOf({ player, at, reason, until }: BanRow, name: string): Ban {
  return { player, name, at, reason, ...(until !== null && { until }) };
}

export async function invitationsNow(services: Services): Promise<HostInvitation[]> {
  const { identity, now } = services;
  return (await identity.invitations.all(now())).map((row) => invitationOf(services, row));
}

export function invitationOf({ config }: Services, row: InvitationRow): HostInvitation {
  const invitation = inGroups(row.invitation);
  return { ...row, invitation, link: `${config.PUBLIC_URL}/?${new URLSearchParams({ invitation })}` };
}

/** With the names of the players that they are about: a name itself may be what is reported. */
export async function latestReports({ identity, people }: Services): Promise<OperatorReport[]> {
  const reports = await identity.reports.latest(MOST_SHOWN);
  await people.load(reports.flatMap(({ player }) => player ?? []));
  return reports.map((report) => {
    const { player } = report;
    return { ...report, ...(player !== undefined && { name: people.nameOf(player) }) };
  });
}
