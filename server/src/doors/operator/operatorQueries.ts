/** What the operator can see of the server: its state, its matches and its temples. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type {
  HostedMatch,
  HostedMatches,
  HostedTemples,
  OperatorQuery,
  Overview,
  ProcessNumbers,
  ServerProcess,
  TempleNumbers,
  TemplesQuery,
} from '@flower-war/protocol';
import server from '../../../package.json' with { type: 'json' };
import type { Readiness } from '../../base/readiness.ts';
import type { Look, PresentIn } from '../../features/operating/fleet.ts';
import type { Temples } from '../../features/temples/temples.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Matches } from '../../matches/matches.ts';
import type { Index, OperatorPlace, TempleRow } from '../../store/journal/journal.ts';
import type { RedisMetrics } from '../metrics.ts';
import { whoIsOnline } from '../rooms/roomPlaces.ts';
import type { Services } from '../services.ts';

type Summed = 'bridges' | 'connections' | 'temples';

export async function overviewOf(services: Services): Promise<Overview> {
  const { journal, readiness, bans, notices, fleet, now } = services;
  const processes = await fleet.processes();
  const sum = (of: Summed) => sumOf(processes, (numbers) => numbers[of]);
  const sumOfTemples = (of: keyof TempleNumbers) => sumOf(processes, ({ templeNumbers }) => templeNumbers?.[of] ?? 0);
  return {
    process: fleet.name,
    state: readiness.state,
    matches: { ...(await journal.counts()) },
    players: playersIn(await fleet.present()),
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
function playersIn(present: readonly PresentIn[]): number {
  const listed = new Set(present.flatMap(({ players }) => players.map(({ player }) => player)));
  return present.reduce((total, { unlisted }) => total + unlisted, listed.size);
}

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
  await services.people.load(found.flatMap(seatedIn));
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
  await services.people.load(seatedIn(found.index));
  return hosted(services, found.index, await services.fleet.present());
}

function hosted({ people, now }: Services, index: Index, present: readonly PresentIn[]): HostedMatch {
  const { status, visibility, game, createdAt } = index;
  const { match, host } = JSON.parse(index.summary) as IndexedMatch;
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
    players: seatedIn(index).map((player) => ({ player, name: people.nameOf(player), isOnline: isOnline(player) })),
  };
}

function seatedIn({ summary }: Index): readonly string[] {
  const { seats } = JSON.parse(summary) as IndexedMatch;
  return seats.flatMap((holder) => (holder !== null && 'player' in holder ? holder.player : []));
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
